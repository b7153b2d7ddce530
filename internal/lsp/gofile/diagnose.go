package gofile

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/report"
)

// Diagnostic is a finding at a place of a Go file.
type Diagnostic struct {
	From, To int
	report.Finding
	// Instead is what was probably meant to stand there; "" if that is not known.
	Instead string
}

// StaleRule is the rule of CRDs that are not generated again.
const StaleRule = "stale-crd"

// Diagnose returns the findings about a Go file, by their places: those that lint has about the CRDs that controller-gen
// would write of it, and those about its markers. Docs are the CRDs of the workspace.
func (c *Code) Diagnose(name string, docs []*source.Document, linter *lint.Linter, opts lint.Options) []Diagnostic {
	t, ok := c.text(name)
	if !ok {
		return nil
	}
	var crds []CRD
	crds, t.parsed = c.CRDsOf(name, docs)
	d := diagnosis{name: name, text: t}
	return d.of(c.snapshot().Module, crds, linter, opts)
}

// Changed is Diagnose for the file with another text that can be parsed.
func (c *Code) Changed(name string, src []byte, docs []*source.Document, linter *lint.Linter, opts lint.Options) []Diagnostic {
	now := c.snapshot()
	texts := maps.Clone(now.texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	texts[name] = src
	trial := snapshot{Module: now.Typed(texts), texts: texts, isTrial: true}
	d := diagnosis{name: name, text: text{written: src, parsed: src}}
	return d.of(trial.Module, c.crdsOf(&trial, name, docs), linter, opts)
}

// of returns the findings about the file in a module, by their places.
func (d *diagnosis) of(m *gotypes.Module, crds []CRD, linter *lint.Linter, opts lint.Options) []Diagnostic {
	d.markers(m, crds)
	for _, l := range crds {
		d.lint(&l, linter, opts)
	}
	slices.SortStableFunc(d.found, func(a, b Diagnostic) int {
		return cmp.Or(a.From-b.From, a.To-b.To, strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(d.found, func(a, b Diagnostic) bool {
		return a.From == b.From && a.To == b.To && a.Rule == b.Rule && a.Message == b.Message
	})
}

// diagnosis collects the findings about a Go file.
type diagnosis struct {
	name  string
	text  text
	found []Diagnostic
	// refused are the markers that controller-gen refuses: what they would set is of no interest.
	refused []gotypes.Position
}

// lint adds what lint says of a CRD as controller-gen would write it, where it comes from the file.
func (d *diagnosis) lint(l *CRD, linter *lint.Linter, opts lint.Options) {
	for _, f := range l.linted.findings(l, d, linter, opts) {
		if !slices.ContainsFunc(d.refused, func(p gotypes.Position) bool { return p.From <= f.From && f.To <= p.To }) {
			d.addAt(f)
		}
	}
	if l.Written != nil && l.Changed && opts.Rules != nil {
		d.notGenerated(l)
	}
}

// addAt adds a finding at a place, unless the text there has changed since it was parsed.
func (d *diagnosis) addAt(f Diagnostic) {
	c := changeOf(d.text.parsed, d.text.written)
	from, ok := c.moved(f.From)
	last, ends := c.moved(max(f.To-1, f.From))
	if ok && ends {
		f.From, f.To = from, last+min(f.To-f.From, 1)
		d.found = append(d.found, f)
	}
}

// notGenerated says once that a CRD is not what the file says.
func (d *diagnosis) notGenerated(l *CRD) {
	i := slices.IndexFunc(l.Origins, func(o gotypes.Origin) bool { return o.Type })
	if i < 0 {
		i = 0
	}
	for j, o := range l.Origins {
		if o.Type && len(o.Path) == 0 {
			i = j
			break
		}
	}
	at := l.Origins[i]
	f := report.Finding{Rule: StaleRule, Code: StaleRule, Severity: report.Info, File: d.name}
	f.Message = fmt.Sprintf("the CRD in %s is not generated from this yet", filepath.ToSlash(l.Written.File.Name))
	if command := l.Types.Command(l.Written.File.Name); command != "" {
		f.Message += "; run " + command
		f.Help = "generate it again: " + command
	}
	d.addAt(Diagnostic{From: at.From, To: at.To, Finding: f})
}

// mentions reports whether a text holds one of some names as a word.
func mentions(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		for rest := text; ; {
			i := strings.Index(rest, name)
			if i < 0 || name == "" {
				return false
			}
			end := i + len(name)
			if (i == 0 || !isWord(rest[i-1])) && (end == len(rest) || !isWord(rest[end])) {
				return true
			}
			rest = rest[end:]
		}
	})
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
}
