package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestTemporaryFiles: what the end of the program finds half written is gone, and nothing takes
// the place of a file after it.
func TestTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	var parts temporary
	done, err := parts.create(filepath.Join(dir, "done"))
	if err != nil {
		t.Fatal(err)
	}
	defer done.Close()
	half, err := parts.create(filepath.Join(dir, "half"))
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	if err := parts.rename(done, filepath.Join(dir, "done")); err != nil {
		t.Fatal(err)
	}
	parts.end()
	if parts.mu.TryLock() {
		t.Error("a file can be written after the end")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "done" {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestReplaceBy: a file has the old text while a new one is made, and keeps it if that fails.
func TestReplaceBy(t *testing.T) {
	name := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	for _, fails := range []error{failed, nil} {
		err := replaceBy(name, func(w io.Writer) error {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
			if text, err := os.ReadFile(name); err != nil || string(text) != "old" {
				t.Errorf("meanwhile: %q, %v", text, err)
			}
			return fails
		})
		if !errors.Is(err, fails) {
			t.Errorf("got %v, want %v", err, fails)
		}
		want := int64(len("old"))
		if fails == nil {
			want = 1 << 20
		}
		if info, err := os.Stat(name); err != nil || info.Size() != want || info.Mode().Perm() != 0o600 {
			t.Errorf("after %v: %v, %v", fails, info, err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 || len(replacing.names) != 0 {
		t.Errorf("left are %v and %v, %v", left, replacing.names, err)
	}
}
