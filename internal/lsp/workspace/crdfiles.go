package workspace

import (
	"context"
	"maps"
	"sync"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
)

// crdFiles are the files with CRDs of a project, as they are on the disk. They are read when the first object or
// completion needs them: a CRD is checked without the others.
type crdFiles struct {
	mu    sync.Mutex
	files map[string]*source.File // by name; nil until they are read
}

// byName returns the files of a list that have CRDs. Files that cannot be read are skipped, as apply-dry does.
func (c *crdFiles) byName(list *files.List) map[string]*source.File {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files != nil {
		return c.files
	}
	c.files = map[string]*source.File{}
	// A cancelled request does not stop it, as the next one needs the files, too.
	_ = inorder.Do(context.Background(), list.Files, func(f files.File) *source.File { return readCRDs(list, &f) }, func(f *source.File) error {
		if f != nil {
			c.files[f.Name] = f
		}
		return nil
	})
	return c.files
}

// readCRDs reads a file; nil if it has no CRDs.
func readCRDs(list *files.List, f *files.File) *source.File {
	file, _, err := list.Read(f, nil)
	if err != nil || file == nil || len(file.Documents) == 0 {
		return nil
	}
	return file
}

// copied returns a copy that can be changed.
func (c *crdFiles) copied() *crdFiles {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &crdFiles{files: maps.Clone(c.files)}
}

// reread reads a file of a list again, if the files are read.
func (c *crdFiles) reread(list *files.List, f *files.File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		return
	}
	delete(c.files, f.Name)
	if file := readCRDs(list, f); file != nil {
		c.files[f.Name] = file
	}
}
