//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files that are alive at a time are bounded, so ten times as many files
// must not take much more memory. How much the collector lets lie is a matter of
// chance; it is made to run often, and given room.
func TestLintMemoryDoesNotGrowWithFiles(t *testing.T) {
	few, many := peakMemory(t, 20), peakMemory(t, 160)
	t.Logf("peak memory: %d KiB for 20 files, %d KiB for 160", few, many)
	if 2*many > 3*few {
		t.Errorf("peak memory is %d KiB for 20 files and %d KiB for 160", few, many)
	}
}

// peakMemory lints a number of large CRDs, each with a finding, and returns the
// most memory that the process had, in KiB.
func peakMemory(t *testing.T, files int) int64 {
	t.Helper()
	dir := t.TempDir()
	text := badScope("bads") + strings.Repeat("        # a comment takes memory for as long as the file is alive\n", 200)
	for i := range 400 {
		text += fmt.Sprintf("          field%d: {type: string, description: one of many}\n", i)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.yaml", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return peakOf(t, dir, "lint", ".")
}

// peakOf runs the command, which is to have findings, and returns the most
// memory it had, in KiB.
func peakOf(t *testing.T, dir string, args ...string) int64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "status")
	cmd := crdtool(t, dir, args...)
	cmd.Env = append(cmd.Environ(), "GOGC=20", peakFile+"="+file)
	if got := finish(t, cmd); got.status != exitFindings {
		t.Fatalf("exit status %d, standard error %q", got.status, got.stderr)
	}
	status, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}
