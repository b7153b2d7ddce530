package confine

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// CheckKind returns an error for a named pipe, because reading it may block for ever. Pipes that the process has
// open already, such as /dev/stdin and those of a process substitution, are allowed.
func CheckKind(name string, mode fs.FileMode) error {
	if mode&fs.ModeNamedPipe == 0 || isOpen(name) {
		return nil
	}
	return fmt.Errorf("%s is a named pipe, which is not read because nothing may ever write to it; pass its content by standard input: - < %s", name, name)
}

// isOpen reports whether a name is that of a file that the process has open.
func isOpen(name string) bool {
	if runtime.GOOS == "windows" {
		return false
	}
	name = filepath.Clean(name)
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// ReadFile reads a regular file of at most most bytes. The name must not lead out of its tree.
func ReadFile(name string, most int64) ([]byte, error) {
	if err := Read(name); err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, most)
	}
	return text, nil
}
