package gofile

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
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
	// linted has the findings of lint.
	linted *linted
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
	now := c.snapshot()
	all, _ := c.written(&now, "", docs)
	return all
}

// CRDsOf returns the CRDs that something of a Go file goes into: those of the workspace, then those of kinds in the file
// that have no CRD there. Text is the one of the file that their origins are in.
func (c *Code) CRDsOf(name string, docs []*source.Document) (crds []CRD, text []byte) {
	now := c.snapshot()
	if l := c.last.get(); l.m == now.Module && l.isAbout(name, docs) {
		return l.crds, l.src
	}
	crds, text = c.crdsOf(&now, name, docs), now.text(name)
	c.last.set(lastFile{m: now.Module, name: name, docs: slices.Clone(docs), crds: crds, src: text})
	return crds, text
}

// recentCRDs is CRDsOf for questions about the fields alone: it may return the CRDs before the last changes of comments.
func (c *Code) recentCRDs(name string, docs []*source.Document) (crds []CRD, text []byte) {
	t, _ := c.text(name)
	if l := c.last.get(); l.m != nil && l.isAbout(name, docs) && sameCode(l.src, t.parsed) {
		return l.crds, l.src
	}
	return c.CRDsOf(name, docs)
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

func (c *Code) crdsOf(now *snapshot, name string, docs []*source.Document) []CRD {
	all, has := c.written(now, name, docs)
	for _, k := range now.KindsIn(name) {
		if has[k.Group+"/"+k.Version+"/"+k.Kind] {
			continue
		}
		types := now.CRD(k.Group, k.Kind, []string{k.Version}, "")
		if types == nil {
			continue
		}
		l := CRD{Types: types, Live: types.New(), linted: new(linted)}
		l.Origins, _ = types.Origins(name)
		l.Document = sync.OnceValue(func() *source.Document { return documentOf(name, l.CRD) })
		all = append(all, l)
	}
	return all
}

// written returns the CRDs of the workspace that something of a Go file goes into, or all of them if the name is empty;
// has are the versions of the kinds that have a CRD, as GROUP/VERSION/KIND.
func (c *Code) written(now *snapshot, name string, docs []*source.Document) (all []CRD, has map[string]bool) {
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
		if name != "" && !now.isTrial && !c.mayUse(on, name) {
			continue
		}
		types := now.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
		if types == nil {
			continue
		}
		l := CRD{Written: doc, Types: types, linted: new(linted), Document: func() *source.Document { return doc }}
		if name != "" {
			var files map[string]bool
			l.Origins, files = types.Origins(name)
			if !now.isTrial {
				on.uses(files, now.changes)
			}
			if len(l.Origins) == 0 {
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

// lastCRDs holds the CRDs of the file that was asked about last: of one keystroke, several things are asked, and most
// change few CRDs.
type lastCRDs struct {
	mu  sync.Mutex
	was lastFile
}

// lastFile is a file with its CRDs in a module.
type lastFile struct {
	m    *gotypes.Module
	name string
	docs []*source.Document
	crds []CRD
	src  []byte // the text of the file
}

func (l *lastFile) isAbout(name string, docs []*source.Document) bool {
	return l.name == name && slices.Equal(l.docs, docs)
}

func (l *lastCRDs) get() lastFile {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.was
}

// set stores the CRDs of a file. What is known of those that have not changed stays.
func (l *lastCRDs) set(now lastFile) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.was.isAbout(now.name, now.docs) {
		for i := range now.crds {
			c := &now.crds[i]
			j := slices.IndexFunc(l.was.crds, func(was CRD) bool { return was.Written == c.Written && jsonvalue.Equal(was.CRD, c.CRD) })
			if j >= 0 {
				c.Document, c.linted = l.was.crds[j].Document, l.was.crds[j].linted
			}
		}
	}
	l.was = now
}

// ChangedByHand lists the keywords of the written CRD that differ from what its Go types say, by their paths in the document.
// Fields, rules and lists of required fields are not among them: no marker sets these alone.
func (l *CRD) ChangedByHand() []gotypes.Disagreement {
	value := source.Value(l.Written.Root)
	name, _ := jsonvalue.At(value, []finding.Segment{{Name: "metadata"}, {Name: "name"}})
	text, _ := name.(string)
	var all []gotypes.Disagreement
	for i := range l.Types.Roots() {
		schema, _ := jsonvalue.At(value, pathInDocument(i, nil))
		y, ok := schema.(map[string]any)
		if !ok {
			continue
		}
		for _, d := range l.Types.Stale(i, y, l.Written.File.Name, text) {
			switch d.Keyword {
			case "properties", "required", "items", "additionalProperties", "anyOf", "allOf", rulesKeyword:
				continue
			}
			d.Path = pathInDocument(i, d.Path)
			all = append(all, d)
		}
	}
	return all
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
