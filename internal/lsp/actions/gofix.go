package actions

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// GoFile is a Go file with types of CRDs in an editor.
type GoFile struct {
	Code    *gofile.Code
	Name    string
	Text    []byte
	Docs    []*source.Document // the CRDs of the workspace
	Linter  *lint.Linter
	Options lint.Options
}

// Diagnose returns the findings about the file.
func (g *GoFile) Diagnose() []gofile.Diagnostic {
	return g.Code.Diagnose(g.Name, g.Docs, g.Linter, g.Options)
}

// Fixes returns the fixes of a finding, which change markers of the file. all are the findings about the file. Nothing is
// fixed while the text cannot be parsed.
func (g *GoFile) Fixes(d *gofile.Diagnostic, all []gofile.Diagnostic) []Fix {
	crds, parsed := g.Code.CRDsOf(g.Name, g.Docs)
	if !bytes.Equal(parsed, g.Text) {
		return nil
	}
	var found []candidate
	if d.Instead != "" {
		found = append(found, candidate{title: "write " + d.Instead, edits: []edit.Edit{{Start: d.From, End: d.To, Text: d.Instead}}})
	}
	for i := range crds {
		found = append(found, g.ofCRD(&crds[i], &d.Finding)...)
	}
	check := func(text []byte) []report.Finding {
		return findingsOf(g.Code.Changed(g.Name, text, g.Docs, g.Linter, g.Options))
	}
	var list []Fix
	titles := map[string]bool{}
	for _, c := range found {
		if titles[c.title] || !changesText(g.Text, c.edits) {
			continue
		}
		titles[c.title] = true
		if proof := Prove(g.Text, c.edits, &d.Finding, findingsOf(all), check); proof != Stays {
			list = append(list, Fix{Title: c.title, Edits: c.edits, Preferred: proof == Clean})
		}
	}
	return list
}

func findingsOf(all []gofile.Diagnostic) []report.Finding {
	var list []report.Finding
	for _, d := range all {
		list = append(list, d.Finding)
	}
	return list
}

// ofCRD returns the changes of markers that may fix a finding about a CRD: the fix of lint, the bounds that fit the budget,
// and the value of the enum that a default is most similar to.
func (g *GoFile) ofCRD(l *gofile.CRD, f *report.Finding) []candidate {
	doc := l.Document()
	if doc == nil || f.CRD == "" || nameOf(doc) != f.CRD {
		return nil
	}
	opts := g.Options
	opts.Types = func(origin.Generated) *gotypes.CRD { return l.Types }
	opts.GoFirst = true
	var found []candidate
	for _, other := range g.Linter.File(doc.File, opts).Findings {
		if other.Fix != nil && other.Code == f.Code && other.CRD == f.CRD && other.Version == f.Version && other.Path == f.Path && other.Message == f.Message {
			found = append(found, candidate{title: other.Fix.Title, edits: g.edits(other.Fix)})
		}
	}
	if IsCost(f) {
		costs := g.Linter.Costs(doc.File, true, opts)
		c := bounds(doc, f, &costs)
		c.edits = g.planned(l, c.changes)
		found = append(found, c)
	}
	if f.Rule == code.DefaultInvalid.Rule() {
		if c, ok := valueOfEnum(doc, f); ok {
			c.edits = g.planned(l, c.changes)
			found = append(found, c)
		}
	}
	return found
}

func nameOf(doc *source.Document) string {
	name, _ := source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
	return name
}

// edits returns the edits of a fix of lint; nil if it changes another file.
func (g *GoFile) edits(fix *report.Fix) []edit.Edit {
	l := lines.Of(g.Text)
	var all []edit.Edit
	for _, e := range fix.Edits {
		if e.File != g.Name {
			return nil
		}
		all = append(all, edit.Edit{Start: l.Character(e.Line, e.Column), End: l.Character(e.EndLine, e.EndColumn), Text: e.Text})
	}
	return all
}

// planned returns the edits of the file with which a CRD gets some changes; nil if markers of another file had to change.
func (g *GoFile) planned(l *gofile.CRD, changes []finding.Change) []edit.Edit {
	plan, ok := l.Types.Plan(changes)
	if !ok {
		return nil
	}
	files := plan.Files()
	if len(files) != 1 || files[0].Name != g.Name {
		return nil
	}
	return []edit.Edit{Between(g.Text, files[0].New)}
}

// valueOfEnum returns the candidate that replaces a default by the most similar value of its enum.
func valueOfEnum(doc *source.Document, f *report.Finding) (candidate, bool) {
	at := pathIn(doc, f.Path)
	if at == nil {
		return candidate{}, false
	}
	n, exact := doc.Node(at.Segments())
	schema, _ := doc.Node(at.Parent().Segments())
	enum := source.Field(schema, "enum")
	if !exact || enum == nil || !strings.HasSuffix(f.Path, ".default") {
		return candidate{}, false
	}
	var values []string
	for _, item := range enum.Content {
		values = append(values, item.Value)
	}
	meant := nearest.Name(n.Value, values)
	if meant == "" {
		return candidate{}, false
	}
	return candidate{title: fmt.Sprintf("write the default %q", meant), changes: []finding.Change{{Op: finding.Replace, Path: at, Value: meant}}}, true
}

// GoFix is a change of Go files with which a CRD is generated as it has to be.
type GoFix struct {
	Title string
	Files []gotypes.FileChange
}

// mostUpdates limits how many markers of one finding are offered to be updated.
const mostUpdates = 5

// InGo returns the changes of markers that a finding about a generated CRD asks for: the bounds that fit the budget, and
// the keywords that were changed in the CRD and not in Go. They change nothing else of the CRD.
func InGo(l *gofile.CRD, f *report.Finding, linter *lint.Linter) []GoFix {
	if nameOf(l.Written) != f.CRD {
		return nil
	}
	var found []GoFix
	add := func(title string, changes []finding.Change) {
		plan, ok := l.Types.Plan(changes)
		if ok && len(found) < mostUpdates && plan.Verify([]gotypes.Case{{Types: l.Types, CRD: l.CRD, Changes: changes}}) {
			found = append(found, GoFix{title, plan.Files()})
		}
	}
	switch {
	case IsCost(f):
		doc := l.Document()
		costs := linter.Costs(doc.File, true, lint.Options{Types: func(origin.Generated) *gotypes.CRD { return l.Types }})
		c := bounds(doc, f, &costs)
		add(c.title+", in Go", c.changes)
	case f.Rule == gofile.StaleRule:
		for _, d := range l.ChangedByHand() {
			add(fmt.Sprintf("update the marker in Go: %s", said(&d)), []finding.Change{changeTo(&d)})
		}
	}
	return found
}

// said says what the CRD has.
func said(d *gotypes.Disagreement) string {
	if d.InCRD == nil {
		return "no " + d.Keyword
	}
	return d.Keyword + " " + prose.JSON(d.InCRD)
}

// changeTo returns the change that makes of what Go says what the CRD has.
func changeTo(d *gotypes.Disagreement) finding.Change {
	c := finding.Change{Op: finding.Replace, Path: finding.Trail(d.Path).Path(), Value: d.InCRD}
	switch {
	case d.InGo == nil:
		c.Op = finding.Add
	case d.InCRD == nil:
		c.Op = finding.Remove
	}
	return c
}
