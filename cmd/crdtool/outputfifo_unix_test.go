//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputToNamedPipe: a report is written to a named pipe that is read, and refused to one that nobody
// reads, instead of waiting for ever.
func TestOutputToNamedPipe(t *testing.T) {
	dir := folder(t, map[string]string{"a.yaml": ownKind("a")})
	name := filepath.Join(dir, "pipe")
	if err := makeFIFO(name); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, dir, "lint", "--output", "sarif=pipe", "a.yaml")
	if got.status != exitFailed || !strings.Contains(got.stderr, "--output sarif=pipe: it is a named pipe that nobody reads") {
		t.Errorf("status %d: %s", got.status, got.stderr)
	}
	read := make(chan string)
	reader, err := os.OpenFile(name, os.O_RDWR, 0) // does not wait for a writer
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	go func() {
		text := make([]byte, 1<<20)
		n, _ := io.ReadAtLeast(reader, text, 1)
		read <- string(text[:n])
	}()
	got = inProcess(t, dir, "lint", "--output", "gitlab=pipe", "a.yaml")
	if text := <-read; got.status != exitClean || got.stderr != "" || !strings.HasPrefix(text, "[") {
		t.Errorf("status %d: %s%s", got.status, got.stderr, text)
	}
}
