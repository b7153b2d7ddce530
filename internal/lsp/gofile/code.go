// Package gofile answers questions about Go files with the types of CRDs, for editors: what is wrong with the CRDs that
// controller-gen would write of them, which markers fit, what a marker or a field sets, and where that is in the CRDs.
// Places in Go files are offsets of bytes.
package gofile

import (
	"bytes"
	"go/parser"
	"go/token"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
)

// Code is the Go code of a repository, with the texts of files that are open in an editor. It may be used by several
// goroutines.
type Code struct {
	mu sync.Mutex
	// now has the texts of the editor. It is stale if a text has changed since it was made.
	now   *gotypes.Module
	stale bool
	open  map[string]*text
	// changes counts the changes of texts that can be parsed, and changed has the last one of each file.
	changes int
	changed map[string]int
	crds    crdCache
	last    lastCRDs
}

// Open reads the Go code below a folder. A folder without types of custom resources is an error.
func Open(dir string) (*Code, error) {
	disk, err := gotypes.Find(dir)
	if err != nil {
		return nil, err
	}
	return &Code{now: disk.Typed(nil), open: map[string]*text{}, changed: map[string]int{}}, nil
}

// Set says what the text of a file is in the editor, by its full name. The text must not change afterwards.
func (c *Code) Set(name string, src []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.open[name]
	if t == nil {
		t = &text{}
		if disk, err := source.Load(name); err == nil && parses(disk) {
			t.parsed = disk
		}
		c.open[name] = t
	}
	if t.written != nil && bytes.Equal(t.written, src) {
		return
	}
	if t.written = src; t.parsed == nil || parses(src) {
		if !bytes.Equal(t.parsed, src) {
			c.change(name)
		}
		t.parsed = src
	}
}

// Close says that a file is not open any more, and is what it is on disk.
func (c *Code) Close(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.open[name]; t != nil {
		delete(c.open, name)
		if disk, err := source.Load(name); err != nil || !bytes.Equal(disk, t.parsed) {
			c.change(name)
		}
	}
}

func (c *Code) change(name string) {
	c.stale = true
	c.changes++
	c.changed[name] = c.changes
}

// changedSince reports whether one of some files has changed after a number of changes.
func (c *Code) changedSince(changes int, files map[string]bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, at := range c.changed {
		if at > changes && files[name] {
			return true
		}
	}
	return false
}

// module returns the types with the texts of the editor.
func (c *Code) module() *gotypes.Module {
	m, _ := c.moduleNow()
	return m
}

// moduleNow is module with the number of changes that are in it.
func (c *Code) moduleNow() (*gotypes.Module, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stale {
		texts := map[string][]byte{}
		for name, t := range c.open {
			texts[name] = t.parsed
		}
		c.now, c.stale = c.now.Typed(texts), false
	}
	return c.now, c.changes
}

// text returns the texts of a file.
func (c *Code) text(name string) (text, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.open[name]; t != nil {
		return *t, true
	}
	src, err := source.Load(name)
	return text{written: src, parsed: src}, err == nil
}

// text is a file in an editor.
type text struct {
	// written is what is there. parsed is the last text that could be parsed, which the types are read from; if there
	// was none, it is the first text, of which Go's parser reads what it can.
	written, parsed []byte
}

func parses(src []byte) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	return err == nil
}

// toWritten returns where a byte of the parsed text is in the written one; ok is false if it was changed.
func (t *text) toWritten(offset int) (int, bool) { return moved(t.parsed, t.written, offset) }

// toParsed returns where a byte of the written text is in the parsed one.
func (t *text) toParsed(offset int) (int, bool) { return moved(t.written, t.parsed, offset) }

// moved returns where a byte of a text is in another one that was made of it by a change at one place.
func moved(from, to []byte, offset int) (int, bool) {
	if bytes.Equal(from, to) {
		return offset, true
	}
	before, shorter := 0, min(len(from), len(to))
	for before < shorter && from[before] == to[before] {
		before++
	}
	if offset < before {
		return offset, true
	}
	after := 0
	for after < shorter-before && from[len(from)-1-after] == to[len(to)-1-after] {
		after++
	}
	if offset >= len(from)-after {
		return offset + len(to) - len(from), true
	}
	return before, false
}
