// Package gofile answers questions about Go files with the types of CRDs, for editors: what is wrong with the CRDs that
// controller-gen would write of them, which markers fit, what a marker or a field sets, and where that is in the CRDs.
// Places in Go files are offsets of bytes.
package gofile

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
)

// Code is the Go code of a repository, with the texts of files that are open in an editor. It may be used by several
// goroutines.
type Code struct {
	mu   sync.Mutex
	open map[string]*text
	// saved are the texts of files that were changed on disk since the code was opened.
	saved map[string][]byte
	// now has the texts as they were read last. It is stale if one has changed since.
	now   snapshot
	stale bool
	// changed has for each file the number of its last change among all.
	changed map[string]int
	crds    crdCache
	last    lastCRDs
}

// snapshot is the Go code after a number of changes of texts that can be parsed.
type snapshot struct {
	*gotypes.Module
	texts   map[string][]byte // those that are others than on disk when the code was opened
	changes int
	// isTrial is set for texts that nobody has written.
	isTrial bool
}

// Open reads the Go code below a folder. A folder without types of custom resources is an error.
func Open(dir string) (*Code, error) {
	disk, err := gotypes.Find(dir)
	if err != nil {
		return nil, err
	}
	return &Code{now: snapshot{Module: disk.Typed(nil)}, open: map[string]*text{}, saved: map[string][]byte{}, changed: map[string]int{}}, nil
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
	t := c.open[name]
	if t == nil {
		return
	}
	delete(c.open, name)
	disk, err := source.Load(name)
	if c.saved[name] != nil {
		c.saved[name] = disk
	}
	if err != nil || !bytes.Equal(disk, t.parsed) {
		c.change(name)
	}
}

// mostSaved bounds the texts of files that were changed on disk. More change when another revision is checked out.
const mostSaved = 200

// Reread says that a file may have changed on disk. It reports false if the code has to be opened anew: for a file that is
// gone, and for files that are not the author's.
func (c *Code) Reread(name string) bool {
	if strings.HasSuffix(name, "_test.go") {
		return true // no types are read there
	}
	disk, err := source.Load(name)
	path := filepath.ToSlash(name)
	if err != nil || strings.Contains(path, "/vendor/") || strings.Contains(path, "/testdata/") {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.open[name]; t == nil && !bytes.Equal(c.saved[name], disk) {
		c.change(name)
	}
	c.saved[name] = disk
	return len(c.saved) <= mostSaved
}

func (c *Code) change(name string) {
	c.stale = true
	c.now.changes++
	c.changed[name] = c.now.changes
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

// snapshot returns the code with the texts of the editor.
func (c *Code) snapshot() snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stale {
		texts := maps.Clone(c.saved)
		for name, t := range c.open {
			texts[name] = t.parsed
		}
		c.now.Module, c.now.texts, c.stale = c.now.Typed(texts), texts, false
	}
	return c.now
}

// text returns the text of a file that the types are read from.
func (s *snapshot) text(name string) []byte {
	if text, ok := s.texts[name]; ok {
		return text
	}
	text, _ := source.Load(name)
	return text
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
func (t *text) toWritten(offset int) (int, bool) { return changeOf(t.parsed, t.written).moved(offset) }

// toParsed returns where a byte of the written text is in the parsed one.
func (t *text) toParsed(offset int) (int, bool) { return changeOf(t.written, t.parsed).moved(offset) }

// textChange is a change of a text at one place: of the bytes from start to end. The bytes behind move by a number.
type textChange struct{ start, end, by int }

// changeOf returns the change that makes one text of another.
func changeOf(from, to []byte) textChange {
	start, shorter := 0, min(len(from), len(to))
	for start < shorter && from[start] == to[start] {
		start++
	}
	after := 0
	for after < shorter-start && from[len(from)-1-after] == to[len(to)-1-after] {
		after++
	}
	return textChange{start, len(from) - after, len(to) - len(from)}
}

// moved returns where a byte of the text is after the change; ok is false if it was changed.
func (c textChange) moved(offset int) (at int, ok bool) {
	switch {
	case offset < c.start || c.start == c.end && c.by == 0:
		return offset, true
	case offset >= c.end:
		return offset + c.by, true
	}
	return c.start, false
}

// movedRange returns where a range of the text is after the change; ok is false if something of it was changed.
func (c textChange) movedRange(from, to int) (start, end int, ok bool) {
	start, ok = c.moved(from)
	last, ends := c.moved(max(to-1, from))
	return start, last + min(to-from, 1), ok && ends && last-start == max(to-1, from)-from
}
