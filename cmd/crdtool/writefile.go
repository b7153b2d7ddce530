package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file such that others see the old text or all of the new
// one, and never a part. A device or pipe is written as it stands.
func replaceFile(name string, text []byte) (err error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(name, text, 0o666)
	case err == nil:
		// The file behind a link is replaced, not the link.
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			part.Close()
			os.Remove(part.Name())
		}
	}()
	if _, err := part.Write(text); err != nil {
		return err
	}
	mode := fs.FileMode(0o644) // what temporary files have keeps others from reading
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := part.Chmod(mode); err != nil {
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), name)
}
