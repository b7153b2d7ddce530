package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/crdtool/crdtool/internal/input/confine"
)

// replaceFile writes a file atomically: it has the old text or all of the new one, even if the disk is full,
// the program is killed or the machine loses power. A device or pipe is written directly.
//
// A symbolic link stays, and its target is replaced, unless it is outside of the repository of the name: see
// confine.Write. Of a hard link only this name gets the new text: the shared file could not be written
// atomically.
func replaceFile(name string, text []byte) error { return writeWhole(name, of(text), true) }

// replaceBy is replaceFile with a function that writes the text, which may be long.
func replaceBy(name string, write func(io.Writer) error) error { return writeWhole(name, write, true) }

// of returns a function that writes a text.
func of(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// writeGenerated is replaceFile for files that can be generated again, possibly many: it does not wait until
// the disk has the text.
func writeGenerated(name string, write func(io.Writer) error) error {
	if err := writeWhole(name, write, false); err != nil {
		return fmt.Errorf("%s: %w", name, reason(err))
	}
	return nil
}

// replacing has the temporary files that will replace others.
var replacing temporary

// temporary has files that are removed when the program ends, even if Ctrl-C ends it during a write: it does
// not wait for a report of a hundred megabytes.
type temporary struct {
	mu    sync.Mutex
	names map[string]bool
}

// create creates a temporary file beside a file.
func (t *temporary) create(name string) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		t.names = map[string]bool{}
	}
	t.names[f.Name()] = true
	return f, nil
}

// rename renames a temporary file to its final name.
func (t *temporary) rename(f *os.File, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	delete(t.names, f.Name())
	return nil
}

// remove removes a temporary file that will not be renamed.
func (t *temporary) remove(f *os.File) {
	t.mu.Lock()
	defer t.mu.Unlock()
	os.Remove(f.Name())
	delete(t.names, f.Name())
}

// end removes the remaining files. Later calls to create and rename block.
func (t *temporary) end() {
	t.mu.Lock()
	for name := range t.names {
		os.Remove(name)
	}
}

func writeWhole(name string, write func(io.Writer) error, sync bool) (err error) {
	if name, err = confine.Write(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeOver(name, write)
	case err == nil:
		// A read-only file could be replaced, but its author protected the text.
		old, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		old.Close()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	default:
		if _, err := os.Readlink(name); err == nil {
			// A dangling link has no text to lose.
			return writeOver(name, write)
		}
	}

	part, err := replacing.create(name)
	if err != nil {
		return fmt.Errorf("no file can be created beside it: %w", reason(err))
	}
	defer func() {
		if err != nil {
			part.Close()
			replacing.remove(part)
		}
	}()
	if err := writeBuffered(part, write); err != nil {
		return err
	}
	mode := fs.FileMode(0o644) // os.CreateTemp makes files that only their owner can read
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := part.Chmod(mode); err != nil {
		return err
	}
	if sync {
		// Otherwise the new name could be on the disk before the text is.
		if err := part.Sync(); err != nil {
			return err
		}
	}
	if err := part.Close(); err != nil {
		return err
	}
	return replacing.rename(part, name)
}

// writeOver writes to a file that cannot be replaced, as os.WriteFile does. It fails for a named pipe without a
// reader: opening it would block forever.
func writeOver(name string, write func(io.Writer) error) error {
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o666)
	if errors.Is(err, syscall.ENXIO) {
		return errors.New("it is a named pipe that nobody reads")
	}
	if err != nil {
		return err
	}
	return cmp.Or(writeBuffered(to, write), to.Close())
}

// writeBuffered calls write with a buffered writer.
func writeBuffered(to io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(to, 64<<10)
	return cmp.Or(write(w), w.Flush())
}

// createFile creates a file that must not exist.
func createFile(name string, text []byte) error {
	// A dangling link counts as a file, so links are not followed.
	if _, err := confine.Write(name); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = cmp.Or(err, f.Close()); err != nil {
		os.Remove(name) // an incomplete file would look complete
	}
	return err
}

// createFolder creates a folder and its parents, unless they exist.
func createFolder(name string) error {
	target, err := confine.Write(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, reason(err))
	}
	return os.MkdirAll(target, 0o777)
}

// reason returns an error about a file without its name, which may be a temporary one.
func reason(err error) error {
	var of *fs.PathError
	var between *os.LinkError
	var confined *confine.Error
	switch {
	case errors.As(err, &confined):
		return errors.New(confined.Reason() + "; it is not written")
	case errors.As(err, &of):
		return of.Err
	case errors.As(err, &between):
		return between.Err
	}
	return err
}
