package gofile

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
)

// CRD is a CRD as controller-gen would write it of the Go types, as far as that can be told.
type CRD struct {
	// Written is the document in the workspace; nil of a kind that has none yet.
	Written *source.Document
	Types   *gotypes.CRD
	gotypes.Live
	// Document returns the CRD as controller-gen would write it: Written itself if nothing would change.
	Document func() *source.Document
	// Origins are the places of the Go file that was asked for.
	Origins []gotypes.Origin
}

// crdOnDisk is a CRD in the workspace that controller-gen wrote.
type crdOnDisk struct {
	generated origin.Generated
	value     map[string]any

	mu sync.Mutex
	// files are those that its types were in after a number of changes; nil if nobody has asked.
	files   map[string]bool
	changes int
}

// crdCache holds the decoded values of the documents of the workspace that were asked about last.
type crdCache struct {
	mu  sync.Mutex
	all map[*source.Document]*crdOnDisk
}

// of returns documents with their decoded values, and forgets those of other documents.
func (c *crdCache) of(docs []*source.Document) map[*source.Document]*crdOnDisk {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[*source.Document]*crdOnDisk{}
	for _, doc := range docs {
		if had := c.all[doc]; had != nil {
			all[doc] = had
			continue
		}
		g, ok := origin.GeneratedIn(doc)
		if !ok || source.Release(doc.File.Name) != "" {
			continue
		}
		if value, ok := source.Value(doc.Root).(map[string]any); ok {
			all[doc] = &crdOnDisk{generated: g, value: value}
		}
	}
	c.all = all
	return all
}

// CRDs returns the CRDs of the workspace that have Go types.
func (c *Code) CRDs(docs []*source.Document) []CRD {
	all, _ := c.written(c.module(), 0, "", docs)
	return all
}

// CRDsOf returns the CRDs that something of a Go file goes into: those of the workspace, then those of kinds in the file
// that have no CRD there.
func (c *Code) CRDsOf(name string, docs []*source.Document) []CRD {
	m, changes := c.moduleNow()
	if all, ok := c.last.of(m, name, docs); ok {
		return all
	}
	all := c.crdsOf(m, changes, name, docs)
	t, _ := c.text(name)
	c.last.set(m, name, docs, all, t.parsed)
	return all
}

// recentCRDs is CRDsOf for questions about the fields alone: it may return the CRDs before the last changes of comments,
// with the text of the file that their origins are in.
func (c *Code) recentCRDs(name string, docs []*source.Document) ([]CRD, []byte) {
	t, _ := c.text(name)
	c.last.mu.Lock()
	crds, src := c.last.crds, c.last.src
	isRecent := c.last.m != nil && c.last.name == name && slices.Equal(c.last.docs, docs)
	c.last.mu.Unlock()
	if isRecent && sameCode(src, t.parsed) {
		return crds, src
	}
	return c.CRDsOf(name, docs), t.parsed
}

// sameCode reports whether two texts differ in lines that are comments, and in nothing else.
func sameCode(a, b []byte) bool {
	next := func(rest []byte) (line, behind []byte) {
		for len(rest) > 0 {
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
			if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				return line, rest
			}
		}
		return nil, nil
	}
	for {
		var x, y []byte
		x, a = next(a)
		y, b = next(b)
		if !bytes.Equal(x, y) {
			return false
		}
		if x == nil {
			return true
		}
	}
}

func (c *Code) crdsOf(m *gotypes.Module, changes int, name string, docs []*source.Document) []CRD {
	all, has := c.written(m, changes, name, docs)
	for _, k := range m.KindsIn(name) {
		if has[k.Group+"/"+k.Version+"/"+k.Kind] {
			continue
		}
		types := m.CRD(k.Group, k.Kind, []string{k.Version}, "")
		if types == nil {
			continue
		}
		l := CRD{Types: types, Live: types.New()}
		l.Origins, _ = types.Origins(name)
		l.Document = sync.OnceValue(func() *source.Document { return documentOf(name, l.CRD) })
		all = append(all, l)
	}
	return all
}

// written returns the CRDs of the workspace that something of a Go file goes into, or all of them if the name is empty;
// has are the versions of the kinds that have a CRD, as GROUP/VERSION/KIND.
func (c *Code) written(m *gotypes.Module, changes int, name string, docs []*source.Document) (all []CRD, has map[string]bool) {
	known := c.crds.of(docs)
	has = map[string]bool{}
	for _, doc := range docs {
		on := known[doc]
		if on == nil {
			continue
		}
		g := &on.generated
		for _, v := range g.Versions {
			has[g.Group+"/"+v+"/"+g.Kind] = true
		}
		if name != "" && !c.mayUse(on, name) {
			continue
		}
		types := m.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
		if types == nil {
			continue
		}
		l := CRD{Written: doc, Types: types, Document: func() *source.Document { return doc }}
		if name != "" {
			var files map[string]bool
			l.Origins, files = types.Origins(name)
			if on.uses(files, changes); len(l.Origins) == 0 {
				continue
			}
		}
		if l.Live = types.Live(on.value, doc.File.Name); l.Changed {
			l.Document = sync.OnceValue(func() *source.Document { return documentOf(doc.File.Name, l.CRD) })
		}
		all = append(all, l)
	}
	return all, has
}

// mayUse reports whether the types of a CRD may be in a file. They are not, if they were not and none of their files has
// changed since.
func (c *Code) mayUse(on *crdOnDisk, name string) bool {
	on.mu.Lock()
	files, changes := on.files, on.changes
	on.mu.Unlock()
	return files == nil || files[name] || c.changedSince(changes, files)
}

// uses stores in which files the types are after a number of changes.
func (on *crdOnDisk) uses(files map[string]bool, changes int) {
	on.mu.Lock()
	defer on.mu.Unlock()
	on.files, on.changes = files, changes
}

// lastCRDs holds the CRDs of the file that was asked about last: of one keystroke, several things are asked.
type lastCRDs struct {
	mu   sync.Mutex
	m    *gotypes.Module
	name string
	docs []*source.Document
	crds []CRD
	src  []byte // the text of the file
}

func (l *lastCRDs) of(m *gotypes.Module, name string, docs []*source.Document) ([]CRD, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.crds, l.m == m && l.name == name && slices.Equal(l.docs, docs)
}

func (l *lastCRDs) set(m *gotypes.Module, name string, docs []*source.Document, crds []CRD, src []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.m, l.name, l.docs, l.crds, l.src = m, name, slices.Clone(docs), crds, src
}

// documentOf returns a decoded document as one of a file; nil if it is none, which JSON prevents.
func documentOf(name string, value map[string]any) *source.Document {
	text, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	f := source.Read(name, text)
	if len(f.Documents) != 1 {
		return nil
	}
	return f.Documents[0]
}
