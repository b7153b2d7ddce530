// Package accepted matches changes of CRDs with those that the configuration, or an annotation of the new CRD,
// accepts.
package accepted

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/report"
)

// Annotation is the prefix of annotations that accept a change; the code of the change follows. Each line of
// the value has optional criteria and the reason:
//
//	version=v1 path=spec.mode until=2030-12-31 nobody has it
const Annotation = "accept.crdtool.github.io/"

// A Set has the accepted changes of a run. It is safe for concurrent use.
type Set struct {
	today  string
	listed []config.Accepted

	mu    sync.Mutex
	used  map[place]bool
	noted map[place]string // entries of annotations, used or not
	crds  map[string]bool  // compared CRDs
	wrong []error
}

// place is the position of an entry.
type place struct {
	file string
	line int
	nth  int
}

// New returns the accepted changes of a configuration on a day in the form config.DateForm.
func New(listed []config.Accepted, today string) *Set {
	return &Set{today: today, listed: listed, used: map[place]bool{}, noted: map[place]string{}, crds: map[string]bool{}}
}

// Chooses reports whether changes of a CRD may be accepted. new is its document, or nil if the CRD is removed.
func (s *Set) Chooses(new *source.Document) bool {
	noted, _ := annotated(new, "")
	return len(s.listed)+len(noted) > 0
}

// Settle marks the accepted changes of a CRD, and lowers its verdict. new is its document, or nil if the CRD is
// removed.
func (s *Set) Settle(new *source.Document, c *report.CRDDiff) {
	noted, wrong := annotated(new, c.Name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crds[c.Name] = true
	s.wrong = append(s.wrong, wrong...)
	for i := range noted {
		s.noted[at(noted, i)] = noted[i].String()
	}
	for i := range c.Changes {
		ch := &c.Changes[i]
		if ch.Class == "compatible" || ch.Class == "documentation" {
			continue
		}
		for _, list := range [][]config.Accepted{s.listed, noted} {
			for k := range list {
				if a := &list[k]; a.Covers(c.Name, ch) {
					s.used[at(list, k)] = true
					s.mark(ch, a)
				}
			}
		}
	}
	left := func(is func(*report.Change) bool) bool {
		return slices.ContainsFunc(c.Changes, func(c report.Change) bool { return c.Accepted == "" && is(&c) })
	}
	switch {
	case c.Verdict != "major" && c.Verdict != "major?", c.Verdict == "major" && left(func(c *report.Change) bool { return c.Breaking }):
	case left(func(c *report.Change) bool { return c.Class == "unproven" }):
		c.Verdict = "major?"
	default:
		c.Verdict = "minor"
	}
}

// at returns the place of an entry. A line may have several entries.
func at(list []config.Accepted, i int) place {
	p := place{list[i].File, list[i].Line, 0}
	for k := range i {
		if list[k].File == p.file && list[k].Line == p.line {
			p.nth++
		}
	}
	return p
}

// mark records that a change is accepted, or that its acceptance ended. One valid entry is enough.
func (s *Set) mark(c *report.Change, a *config.Accepted) {
	switch {
	case a.Until == "" || s.today <= a.Until:
		if c.Accepted == "" {
			c.Accepted, c.Ended = a.Reason, ""
		}
	case c.Accepted == "":
		c.Ended = fmt.Sprintf("it was accepted until %s: %s (%s:%d)", a.Until, a.Reason, a.File, a.Line)
	}
}

// Unused returns the entries about compared CRDs that match no change.
func (s *Set) Unused() []report.DiffUnused {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []report.DiffUnused
	add := func(p place, what string) {
		all = append(all, report.DiffUnused{File: p.file, Line: p.line, Message: "accepted, but there is no such change: " + what + "; remove it"})
	}
	for i := range s.listed {
		a := &s.listed[i]
		about := false
		for name := range s.crds {
			about = about || a.About(name)
		}
		if p := at(s.listed, i); about && !s.used[p] {
			add(p, a.String())
		}
	}
	for p, what := range s.noted {
		if !s.used[p] {
			add(p, what)
		}
	}
	slices.SortStableFunc(all, func(a, b report.DiffUnused) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// Err returns an error about an invalid annotation, or nil.
func (s *Set) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wrong) == 0 {
		return nil
	}
	return slices.MinFunc(s.wrong, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
}

// annotated returns the changes that the annotations of a CRD accept, and errors about invalid entries.
func annotated(doc *source.Document, crd string) (all []config.Accepted, wrong []error) {
	if doc == nil {
		return nil, nil
	}
	annotations := source.Field(source.Field(doc.Root, "metadata"), "annotations")
	if annotations == nil || source.Resolve(annotations).Kind != yamlnode.Mapping {
		return nil, nil
	}
	source.EachEntry(source.Resolve(annotations), func(key string, keyNode, value *yamlnode.Node) {
		code, ok := strings.CutPrefix(key, Annotation)
		if !ok {
			return
		}
		line := doc.NodePos(keyNode).Line
		text, _ := source.String(value)
		n := 0
		for entry := range strings.Lines(text) {
			if strings.TrimSpace(entry) == "" {
				continue
			}
			n++
			a := parse(strings.TrimSpace(entry))
			a.CRD, a.Code, a.File, a.Line = strings.Clone(crd), strings.Clone(code), doc.File.Name, line
			if flaw := a.Wrong(); flaw != "" {
				wrong = append(wrong, fmt.Errorf("%s:%d: annotation %s: %s", doc.File.Name, line, key, flaw))
				continue
			}
			all = append(all, a)
		}
		if n == 0 {
			wrong = append(wrong, fmt.Errorf("%s:%d: annotation %s: an accepted change needs a reason", doc.File.Name, line, key))
		}
	})
	return all, wrong
}

// parse parses a line of an annotation.
func parse(entry string) config.Accepted {
	var a config.Accepted
	rest := entry
	for {
		word, after, _ := strings.Cut(rest, " ")
		name, value, ok := strings.Cut(word, "=")
		to := map[string]*string{"version": &a.Version, "path": &a.Path, "until": &a.Until}[name]
		if !ok || to == nil || value == "" {
			break
		}
		*to, rest = strings.Clone(value), strings.TrimSpace(after)
	}
	a.Reason = strings.Clone(rest)
	return a
}
