// Package lint checks CustomResourceDefinitions as kube-apiserver does and
// reports what it finds in terms of the user's own files.
package lint

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/answer"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// The values of Options.FieldValidation, as kubectl and the server name them.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// Options say how to judge. The zero value is what kubectl asks for, of the
// newest server that is known.
type Options struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict
	// (also if empty) refuses the document, Warn warns, Ignore is silent.
	FieldValidation string
	// Old finds the CRD that is stored in the cluster under a name; when it
	// returns one, the document is checked as an update of it.
	Old func(name string) *source.Document
	// Rules are the rules of our own that are on; nil for none.
	Rules *rules.Selection
	// Hide reports whether a finding is to be passed over, and only counted; nil
	// for none. It is called on several goroutines if File is.
	Hide func(*Finding) bool
}

// Linter checks files for one Kubernetes version. It is safe for concurrent
// use, and one should serve a run of the program.
type Linter struct {
	checker *crd.Checker
}

// New returns a Linter that answers as the server of a version does. Making one
// costs nothing.
func New(v kube.Version) *Linter { return &Linter{crd.NewChecker(v.Behaviour())} }

// FileReport is the outcome for one file.
type FileReport struct {
	// File is its name.
	File      string
	Documents []Document
	Findings  []Finding
	Summary   Summary
	// Identities are for Set, if rules over the whole set are on.
	Identities []*rules.Identity
	// Comments are those that pass findings over; nil if there are none.
	Comments *Comments
}

// File checks every CRD of a file. Documents are in the order of the file,
// findings are sorted by their place.
func (l *Linter) File(f *source.File, opts Options) FileReport {
	r := l.file(f, opts)
	l.tryFixes(f, &r, opts, false)
	forgetPlans(r.Findings)
	return r
}

// file is File with the plans of the fixes.
func (l *Linter) file(f *source.File, opts Options) FileReport {
	r := FileReport{File: f.Name, Summary: Summary{Files: 1}}
	for i := range f.Problems {
		r.Findings = append(r.Findings, export(f.Name, "", nil, &f.Problems[i]))
	}
	for _, doc := range f.Documents {
		if !doc.MeantAsCRD() {
			r.Summary.Skipped++
			continue
		}
		d, id, found := l.document(doc, opts)
		r.Documents = append(r.Documents, d)
		if id != nil {
			r.Identities = append(r.Identities, id)
		}
		r.Findings = append(r.Findings, found...)
		r.Summary.CRDs++
		if !d.APIServer.Accepted {
			r.Summary.Refused++
		}
	}
	r.settle(f, opts)
	slices.SortStableFunc(r.Findings, ByPlace)
	planFixes(f, r.Findings)
	for i := range r.Findings {
		r.Summary.Count(&r.Findings[i])
	}
	return r
}

// ByPlace is the order of the findings of a file.
func ByPlace(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), strings.Compare(a.ServerPath, b.ServerPath))
}

// document judges one CRD: what the server answers, and what there is to say
// about it at which line. The identity is nil unless rules over the whole set
// are on and the document can be read.
func (l *Linter) document(doc *source.Document, opts Options) (d Document, id *rules.Identity, findings []Finding) {
	c, flaws := crd.Decode(doc)
	d = Document{File: doc.File.Name, Document: doc.Index, Line: doc.Line(), Name: strings.Clone(c.Metadata.Name)}
	a := &d.APIServer
	a.Causes = []answer.Cause{}
	var warnings answer.Warnings
	defer func() { a.Warnings = warnings.Texts() }()

	var found finding.List
	if f := misidentified(doc, a); f != nil {
		return d, nil, exportAll(doc, c, finding.List{*f})
	}
	decoded := judgeDecoding(doc, flaws, opts.FieldValidation, a, &warnings)
	found = append(found, describeFlaws(doc, flaws, opts.FieldValidation)...)
	if decoded == unreadable {
		return d, nil, exportAll(doc, c, found)
	}

	var old *crd.CustomResourceDefinition
	if opts.Old != nil {
		if stored := opts.Old(c.Metadata.Name); stored != nil {
			old, _ = crd.Decode(stored)
			old.AssumeEstablished()
		}
	}
	if old != nil && old.Metadata.Name != c.Metadata.Name {
		a.Refuse(http.StatusBadRequest,
			fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", c.Metadata.Name, old.Metadata.Name))
		f := finding.Finding{Rule: "crd-name", Path: finding.Root("metadata", "name"), Message: a.Message}
		f.Pos = doc.Locate(f.Path.Segments())
		return d, nil, exportAll(doc, c, append(found, f))
	}
	checked := l.checker.Check(c, old)
	found = append(found, checked.Findings...)
	found = append(found, checked.Warnings...)
	if checked.Panic != nil {
		found = append(found, panics(checked.Panic))
	}
	if old == nil && storedAlready(c) {
		found = append(found, versionOnCreate())
	}
	locate(doc, found)
	locateInside(doc, found[len(flaws):], checked.Offsets)
	l.suggestBounds(doc, found, checked.Costs)
	if decoded == readable {
		judge(c, old, checked, found, a, &warnings)
	}
	ours := rules.Run(opts.Rules, doc, c, old, &checked)
	locate(doc, ours)
	return d, rules.Identify(opts.Rules, doc, c), exportAll(doc, c, append(found, ours...))
}

// locate fills in the places of findings that have none.
func locate(doc *source.Document, found finding.List) {
	for i := range found {
		f := &found[i]
		if f.Pos != (finding.Pos{}) {
			continue
		}
		f.Pos = doc.Locate(f.Path.Segments())
		for j := range f.Related {
			if f.Related[j].Path != nil {
				f.Related[j].Pos = doc.Locate(f.Related[j].Path.Segments())
			}
		}
	}
}

// locateInside moves findings about a CEL expression to the character of its
// text that they are about. The offsets are by index into found.
func locateInside(doc *source.Document, found finding.List, offsets map[int]int) {
	for i, offset := range offsets {
		if n, exact := doc.Node(found[i].Path.Segments()); exact {
			if pos, ok := doc.Inside(n, offset); ok {
				found[i].Pos = pos
			}
		}
	}
}
