package gofile

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// linted holds the findings of lint about a CRD, at places of a Go file. They stay true while the same CRD is generated
// with the same rules, and what it comes from is only moved in the file.
type linted struct {
	mu      sync.Mutex
	text    []byte // of the file; nil before the CRD is linted
	rules   *rules.Selection
	origins []gotypes.Origin
	unknown []string
	found   []Diagnostic
}

// findings returns those about a CRD in a file.
func (k *linted) findings(l *CRD, d *diagnosis, linter *lint.Linter, opts lint.Options) []Diagnostic {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text == nil || k.rules != opts.Rules || !k.follow(l, d) {
		k.found = d.lintAnew(l, linter, opts)
	}
	k.text, k.rules, k.origins, k.unknown = d.text.parsed, opts.Rules, l.Origins, l.Unknown
	return k.found
}

// follow moves the findings to where their places are in the text of the file. It reports whether all were only moved.
func (k *linted) follow(l *CRD, d *diagnosis) bool {
	c := changeOf(k.text, d.text.parsed)
	if !slices.Equal(k.unknown, l.Unknown) || !slices.EqualFunc(k.origins, l.Origins, func(was, is gotypes.Origin) bool {
		from, to, ok := c.movedRange(was.From, was.To)
		return ok && from == is.From && to == is.To && was.Version == is.Version && was.Type == is.Type && was.Marker == is.Marker && slices.Equal(was.Path, is.Path)
	}) {
		return false
	}
	found := slices.Clone(k.found)
	for i := range found {
		f := &found[i]
		var ok bool
		if f.From, f.To, ok = c.movedRange(f.From, f.To); !ok {
			return false
		}
		if slices.ContainsFunc(f.Related, func(r report.Related) bool { return r.File == d.name }) {
			return false // its lines may be others
		}
	}
	k.found = found
	return true
}

// lintAnew returns the findings of lint about the parts of a CRD that come from the file.
func (d *diagnosis) lintAnew(l *CRD, linter *lint.Linter, opts lint.Options) []Diagnostic {
	opts.Types = func(origin.Generated) *gotypes.CRD { return l.Types }
	opts.GoFirst = true
	if opts.Rules != nil { // what is not generated yet is said once
		without := *opts.Rules
		without.Active = slices.DeleteFunc(slices.Clone(without.Active), func(a rules.Active) bool { return a.ID == StaleRule })
		opts.Rules = &without
	}
	doc := l.Document()
	if doc == nil {
		return nil
	}
	var found []Diagnostic
	for _, f := range linter.Document(doc, opts) {
		if f.Origin == nil || f.Origin.File != d.name || mentions(f.Origin.Source, l.Unknown) {
			continue
		}
		if l.Written == nil && f.Origin.Marker == "" && !strings.Contains(f.Path, "openAPIV3Schema") {
			continue // nobody has named it yet
		}
		if doc != l.Written {
			f.Related = inGo(f.Related)
		}
		from, to := offsets(d.text.parsed, f.Origin.Line, f.Origin.Column, f.Origin.EndColumn)
		found = append(found, Diagnostic{From: from, To: to, Finding: f})
	}
	return found
}

// inGo returns the related places with their places in Go: no file has those of a CRD that is not written.
func inGo(all []report.Related) []report.Related {
	var list []report.Related
	for _, r := range all {
		if o := r.Origin; o != nil {
			list = append(list, report.Related{Message: r.Message, File: o.File, Line: o.Line, Column: o.Column, EndLine: o.Line, EndColumn: o.EndColumn})
		}
	}
	return list
}

// offsets returns the place of a part of a line in a text. Lines and columns count from 1, columns in characters.
func offsets(text []byte, line, column, endColumn int) (from, to int) {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	from = at
	for n := 1; n < column && from < len(text); n++ {
		_, size := utf8.DecodeRune(text[from:])
		from += size
	}
	to = from
	for n := column; n < endColumn && to < len(text); n++ {
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	return from, to
}
