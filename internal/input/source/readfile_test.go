package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files in a new directory, which becomes the working directory.
func tree(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("a: 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadFile(t *testing.T) {
	tree(t, "a.yaml", "empty.yaml", "dir/b.yaml")
	if err := os.Truncate("empty.yaml", 0); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile("a.yaml")
	if err != nil || len(f.Documents) != 1 || f.Name != "a.yaml" {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := ReadFile("empty.yaml"); err != nil || len(f.Documents)+len(f.Problems) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	for name, want := range map[string]string{
		"b.yaml": "b.yaml: no such file or directory; did you mean a.yaml?",
		"dir":    "dir is a directory, not a file",
		"large":  "large is larger than 64 MiB",
	} {
		if name == "large" {
			if file, err := os.Create(name); err != nil || file.Truncate(maxFileSize+1) != nil || file.Close() != nil {
				t.Fatal("no large file")
			}
		}
		var pathErr *PathError
		if _, err := ReadFile(name); !errors.As(err, &pathErr) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if f, err := ReadFrom("<stdin>", strings.NewReader("a: 1\n---\nb: 2\n")); err != nil || len(f.Documents) != 2 || f.Name != "<stdin>" {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := ReadFrom("<stdin>", endless{}); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("endless input: %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}
