package source

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/crdtool/crdtool/internal/input/confine"
)

// ReadFile reads and parses a file. It returns a *PathError for a file that cannot be read; Problems of the result
// describe errors in the text.
func ReadFile(name string) (*File, error) {
	text, err := Load(name)
	if err != nil {
		return nil, err
	}
	return Read(name, text), nil
}

// Load returns the text of a file. It returns a *PathError for a file that cannot be read, for a symbolic link
// that leads out of the repository, and for a named pipe.
func Load(name string) ([]byte, error) {
	if err := checkReadable(name); err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, NewPathError(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, NewPathError(name, err)
	}
	if info.IsDir() {
		return nil, &PathError{Path: name, Problem: name + " is a directory, not a file"}
	}
	return LoadFrom(name, file, info.Size())
}

// checkReadable returns an error for a name that must not be opened.
func checkReadable(name string) error {
	if err := confine.Read(name); err != nil {
		return NewPathError(name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return NewPathError(name, err)
	}
	if err := confine.CheckKind(name, info.Mode()); err != nil {
		return &PathError{Path: name, Problem: err.Error()}
	}
	return nil
}

// LoadFrom returns the text of an open file of size bytes. Its error is a *PathError.
func LoadFrom(name string, r io.Reader, size int64) ([]byte, error) {
	if size > maxFileSize {
		return nil, tooLarge(name)
	}
	return load(name, r, make([]byte, 0, size+1)) // one more byte detects the end
}

// ReadFrom reads and parses all of r, such as standard input. name is the file name in findings. It returns an
// error if r cannot be read.
func ReadFrom(name string, r io.Reader) (*File, error) {
	text, err := load(name, r, nil)
	if err != nil {
		return nil, err
	}
	return Read(name, text), nil
}

func load(name string, r io.Reader, text []byte) ([]byte, error) {
	r = io.LimitReader(r, maxFileSize+1)
	for {
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, NewPathError(name, err)
		}
	}
	if len(text) > maxFileSize {
		return nil, tooLarge(name)
	}
	return text, nil
}

func tooLarge(name string) error {
	return &PathError{Path: name, Problem: fmt.Sprintf("%s is larger than %d MiB; split it, or name the CRDs in it one by one", name, maxFileSize>>20)}
}
