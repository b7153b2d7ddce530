//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The files that are alive at a time are bounded, so ten times as many files
// must not take much more memory.
func TestLintMemoryDoesNotGrowWithFiles(t *testing.T) {
	few, many := peakMemory(t, 40), peakMemory(t, 400)
	t.Logf("peak memory: %d KiB for 40 files, %d KiB for 400", few, many)
	if many > few*3/2 {
		t.Errorf("peak memory is %d KiB for 40 files and %d KiB for 400", few, many)
	}
}

// peakMemory lints a number of large CRDs, each with a finding, and returns the
// most memory that the process had, in KiB.
func peakMemory(t *testing.T, files int) int64 {
	t.Helper()
	dir := t.TempDir()
	text := badScope("bads") + strings.Repeat("        # a comment takes memory for as long as the file is alive\n", 200)
	for i := range 300 {
		text += fmt.Sprintf("          field%d: {type: string, description: one of many}\n", i)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.yaml", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := crdtool(t, dir, "lint", ".")
	if got := finish(t, cmd); got.status != exitFindings {
		t.Fatalf("exit status %d, standard error %q", got.status, got.stderr)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
}
