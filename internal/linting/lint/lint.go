// Package lint checks CustomResourceDefinitions as kube-apiserver does and
// reports what it finds in terms of the user's own files. New and Linter.Text are
// the places to start; Profile switches our own rules on, Stored makes updates of
// new CRDs. What takes parsed files is for the packages of this module.
package lint

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
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
	// RawBody has the file itself sent as the body of the request, as application/yaml. Without
	// it the body is what kubectl makes of the file: JSON, in which merge keys are resolved.
	RawBody bool
	// Old finds the CRD that is stored in the cluster under a name; when it
	// returns one, the document is checked as an update of it.
	Old func(name string) *source.Document
	// NewOnly passes over what is found in the stored CRD as well, and only counts it.
	// What makes the server refuse the update is reported all the same.
	NewOnly bool
	// Rules are the lint rules of our own that are on; nil for none.
	Rules *rules.Selection
	// Most is how many findings of one rule about one CRD are listed; the others are
	// only counted, in a finding that stands for them. 0 is for all. All are listed with
	// NewOnly or Hide, which have to see each.
	Most int
	// Begin is told of each CRD before it is checked; nil if nobody asks.
	Begin func(file string, line int)
	// OtherVersions says that the versions of Kubernetes are others than those of the
	// configuration. Comments about what depends on the version are not called unused then.
	OtherVersions bool
	// Hide reports whether a finding is to be passed over, and only counted; nil
	// for none. It is called on several goroutines if File is.
	Hide func(*report.Finding) bool

	// Types finds the Go types that a CRD is generated from, and nil if there are none; it
	// may be nil. It is called on several goroutines if File is.
	Types func(g origin.Generated) *gotypes.CRD
	// RulesOfOthers returns the rules for a CRD of a group that other projects make, or one that was generated
	// from Go types which are not there; nil for those in Rules. It may be nil, and is called as Types is.
	RulesOfOthers func(group string, withoutTypes bool) *rules.Selection
	// FixYAML has fixes change generated CRDs, and not the Go types that they are
	// generated from.
	FixYAML bool
	// FixedInGo returns the changes of a CRD by fixes of its Go types, those of each fix by
	// themselves, by its file and number there; nil for none. Fix then reports what is left
	// when the CRD is generated again.
	FixedInGo func(file string, document int) [][]finding.Change
	// GoFirst leads people to Go code first, and to the CRD after it.
	GoFirst bool

	memo    *crd.Memo // of the document, if several servers are asked about it
	checked *Checked  // nil if the server is to be asked
	fixless bool      // findings are reported without fixes
}

// Checked is a CRD about which the linter's server was asked already.
type Checked struct {
	// CRD is what was read of the document, with flaws, and Old what it replaces.
	CRD, Old *crd.CustomResourceDefinition
	Flaws    []schema.Flaw
	// Answer is the server's.
	Answer *crd.Answer
}

// first returns the findings of a CRD that are listed, and counts the others.
func (o *Options) first(found finding.List) (finding.List, []findinglimit.Rest) {
	most := o.Most
	if o.NewOnly || o.Hide != nil {
		most = 0
	}
	return findinglimit.First(found, most)
}

// stored returns the stored CRD of a name, or nil.
func (o *Options) stored(name string) *source.Document {
	if o.Old == nil {
		return nil
	}
	return o.Old(name)
}

// Linter checks files for one Kubernetes version. It is safe for concurrent
// use, and one should serve a run of the program.
type Linter struct {
	checker *crd.Checker
	// server answers the requests of witnesses.
	server sample.Options
	// asked are the versions that were asked for, the newest last, and others are linters
	// of those but the newest.
	asked  []kube.Version
	others []*Linter
	// grid is for those who ask on which of the versions a CRD installs, also of one.
	grid bool
}

// New returns a Linter that answers as the server of a version does. Making one
// costs nothing.
func New(v kube.Version) *Linter { return newLinter(v, crd.NewChecker(v.Behaviour())) }

func newLinter(v kube.Version, checker *crd.Checker) *Linter {
	return &Linter{checker: checker, server: sample.Options{Version: v, Rules: dryrun.CEL(checker.Compiler())}, asked: []kube.Version{v}}
}

// FileReport is the outcome for one file.
type FileReport struct {
	// File is its name.
	File      string
	Documents []report.Document
	Findings  []report.Finding
	Summary   report.Summary
	// OfOthers are the names of the CRDs that Options.RulesOfOthers has rules for.
	OfOthers []string
	// Identities are for Set, if rules over the whole set are on.
	Identities []*rules.Identity
	// Comments are those that pass findings over; nil if there are none.
	Comments *Comments

	// runs say which rules have judged its CRDs.
	runs []crdRun
}

// File checks every CRD of a file. Documents are in the order of the file,
// findings are sorted by their place.
func (l *Linter) File(f *source.File, opts Options) FileReport {
	r := l.file(f, opts)
	l.tryFixes(r, opts, false)
	return r.report()
}

// FileFixless checks every CRD of a file as File does, and looks for no fixes.
func (l *Linter) FileFixless(f *source.File, opts Options) FileReport {
	opts.fixless = true
	r := l.judge(f, opts)
	r.count()
	return r.report()
}

// Document checks one CRD of a file as File does, and looks for no fixes.
func (l *Linter) Document(doc *source.Document, opts Options) []report.Finding {
	opts.fixless = true
	return l.judgeSome(doc.File, []*source.Document{doc}, opts).report().Findings
}

// CheckedDocument is Document for a CRD about which the server was asked already, as an
// update of the stored one that opts have. The findings of the answer are given up.
func (l *Linter) CheckedDocument(doc *source.Document, checked *Checked, opts Options) []report.Finding {
	opts.checked = checked
	return l.Document(doc, opts)
}

// A judgement is a file and the report of it, with the plans of the fixes.
type judgement struct {
	FileReport // but for its findings
	file       *source.File
	found      []draft
	// tried is the judgement with all fixes made, which do no harm; nil if that is not
	// known.
	tried *judgement
}

// report returns what is kept when the file is not. The judgement is given up.
func (r *judgement) report() FileReport {
	out := r.FileReport
	out.Findings = findings(r.found)
	from := source.RenderedFrom(r.file)
	for i := range out.Findings {
		out.Findings[i].Source = from.At(out.Findings[i].Line)
	}
	return out
}

// file judges a file. Whether its fixes do harm is not tried yet.
func (l *Linter) file(f *source.File, opts Options) *judgement {
	r := l.judge(f, opts)
	r.planFixes()
	return r
}

// judge judges a file without the edits of fixes.
func (l *Linter) judge(f *source.File, opts Options) *judgement {
	return l.judgeSome(f, f.Documents, opts)
}

// judgeSome is judge for some of the documents.
func (l *Linter) judgeSome(f *source.File, docs []*source.Document, opts Options) *judgement {
	r := &judgement{file: f}
	r.File, r.Summary.Files = f.Name, 1
	reported := r.hiding(opts)
	for i := range f.Problems {
		problem := export(f.Name, "", nil, &f.Problems[i])
		r.found = append(r.found, draft{Finding: &problem})
	}
	reported.keep(&r.found, opts.Rules)
	parts := [][]draft{r.found} // of documents
	for _, doc := range docs {
		if !doc.MeantAsCRD() {
			r.Summary.Skipped++
			continue
		}
		if opts.Begin != nil {
			opts.Begin(f.Name, doc.Line())
		}
		opts := opts
		ofOthers := opts.rulesOfOthers(doc)
		opts.Rules = cmp.Or(ofOthers, opts.Rules)
		of := l.document(doc, opts)
		d, id, found := of.Document, of.id, of.found
		if ofOthers != nil {
			r.OfOthers = append(r.OfOthers, d.Name)
		}
		if stored := opts.stored(d.Name); stored != nil && opts.NewOnly {
			if was := l.markKnown(found, stored, opts); id != nil {
				id.Stored = was
			}
		}
		r.Documents = append(r.Documents, d)
		r.runs = append(r.runs, l.newRun(doc, &d, &opts))
		if id != nil {
			r.Identities = append(r.Identities, id)
		}
		reported.keep(&found, opts.Rules)
		if opts.fixless {
			dropFixes(found) // lest they are listed for their fixes
		}
		parts = append(parts, found)
		r.Summary.CRDs++
		if of.changed {
			r.Summary.Changed++
		}
		if !d.APIServer.Accepted {
			r.Summary.Refused++
		}
	}
	r.found = slices.Concat(parts...)
	reported.ends()
	if opts.fixless {
		dropFixes(r.found) // those of comments
	}
	byPlace := func(a, b draft) int { return report.ByPlace(a.Finding, b.Finding) }
	if !slices.IsSortedFunc(r.found, byPlace) {
		slices.SortStableFunc(r.found, byPlace)
	}
	return r
}

// planFixes gives fixes their edits, and counts what was found.
func (r *judgement) planFixes() {
	planFixes(r.file, r.found)
	r.count()
}

func (r *judgement) count() {
	for i := range r.found {
		r.Summary.Count(r.found[i].Finding)
	}
}

// rulesOfOthers returns the rules for a CRD that other projects make, nil for any other.
func (o *Options) rulesOfOthers(doc *source.Document) *rules.Selection {
	if o.RulesOfOthers == nil {
		return nil
	}
	group, _ := source.String(source.Field(source.Field(doc.Root, "spec"), "group"))
	withoutTypes := false
	if g, generated := origin.GeneratedIn(doc); generated && o.Types != nil {
		withoutTypes = o.Types(g) == nil
	}
	return o.RulesOfOthers(group, withoutTypes)
}

func dropFixes(found []draft) {
	for i := range found {
		found[i].Fix = nil
	}
}

// judgedCRD is a CRD that was judged.
type judgedCRD struct {
	report.Document
	// id is nil unless rules over the whole set are on and the document can be read.
	id    *rules.Identity
	found []draft
	// changed is set if the spec differs from that of the stored CRD.
	changed bool
}

// document judges one CRD: what the server answers, and what there is to say
// about it at which line.
func (l *Linter) document(doc *source.Document, opts Options) judgedCRD {
	if l.grid {
		opts.memo = crd.NewMemo()
	}
	a := l.ask(doc, opts)
	a.noteUnchecked(opts.Rules)
	if a.checked == nil {
		return judgedCRD{Document: a.Document, found: append(a.export(a.found), theRest(doc, a.crd, a.rest)...), changed: a.changed()}
	}
	var more []draft
	var versions *onVersions
	if l.grid {
		more, versions = l.onOthers(a, opts)
	}
	l.suggestMeant(doc, a.crd, a.found, a.checked.Costs)
	found := l.byCause(doc, a.crd, a.found, a.checked.Costs, a.inGo())
	ours, restOfOurs := opts.first(rules.Run(opts.Rules, doc, a.crd, a.old, a.checked, l.server, l.asked, !l.grid, a.from))
	locate(doc, ours)
	all := append(found, ours...)
	drafts := a.export(all)
	if versions != nil {
		versions.need(found, drafts)
		a.Support = versions.support(a)
	}
	more = append(more, theRest(doc, a.crd, append(a.rest, restOfOurs...))...)
	return judgedCRD{
		Document: a.Document, id: rules.Identify(opts.Rules, doc, a.crd), found: append(drafts, more...),
		changed: a.changed(),
	}
}

// changed reports whether the spec differs from that of the stored CRD.
func (a *asked) changed() bool { return a.old != nil && !crd.SameSpec(a.crd, a.old) }

// asked is a CRD that the server was asked about.
type asked struct {
	report.Document
	doc      *source.Document
	crd, old *crd.CustomResourceDefinition // old is what it replaces, nil for none
	// checked is nil if the server does not come to its checks.
	checked *crd.Answer
	// found is what the server finds, in places.
	found finding.List
	// rest counts what the server finds beside found.
	rest []findinglimit.Rest
	// linter is the one that asked.
	linter *Linter
	// from is what the CRD is generated from; nil if that is not asked for. offsets are
	// those of CEL expressions that findings are about, by their paths.
	from    *rules.Generated
	goFirst bool
	fixYAML bool
	offsets map[*finding.Path]int
	// inGoAt are the places in Go that findings come from, by their paths.
	inGoAt map[*finding.Path]string
}

func (a *asked) export(found finding.List) []draft {
	var to *goTypes
	if len(found) > 0 {
		to = a.inGo()
	}
	out := exportAll(a.doc, a.crd, found, to)
	a.addOrigins(out, found)
	a.addCauses(out, found)
	return out
}

// ask asks the server about a CRD.
func (l *Linter) ask(doc *source.Document, opts Options) *asked {
	c, flaws := l.decode(doc, opts)
	if l.grid {
		// What only newer servers know is dropped, which drops-silently tells.
		flaws = slices.DeleteFunc(flaws, func(f schema.Flaw) bool { return f.Later })
	}
	asked := &asked{doc: doc, crd: c, goFirst: opts.GoFirst, fixYAML: opts.FixYAML,
		Document: report.Document{File: doc.File.Name, Document: doc.Index, Line: doc.Line(), Name: strings.Clone(c.Metadata.Name), Generator: generatorOf(c)}}
	asked.from = generatedFrom(doc, c, &opts)
	a := &asked.APIServer
	a.Causes = []answer.Cause{}
	var warnings answer.Warnings
	defer func() { a.Warnings = warnings.Texts() }()

	if f := misidentified(doc, l.checker.Behaviour().Words, a); f != nil {
		asked.found = finding.List{*f}
		return asked
	}
	sent := flaws
	if !opts.RawBody {
		sent = withoutMerges(flaws)
	}
	decoded := l.judgeDecoding(doc, sent, opts.FieldValidation, a, &warnings)
	found := describeFlaws(doc, flaws, &opts)
	asked.found = found
	decoding := len(found)
	if decoded == unreadable {
		asked.found, asked.rest = opts.first(found)
		return asked
	}

	var old *crd.CustomResourceDefinition
	if stored := opts.stored(c.Metadata.Name); stored != nil {
		old = l.decodeStored(stored, opts)
	}
	asked.old = old
	if old != nil && old.Metadata.Name != c.Metadata.Name {
		a.Refuse(http.StatusBadRequest,
			fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", c.Metadata.Name, old.Metadata.Name))
		f := finding.Finding{Code: code.CRDNameChanged, Path: finding.Root("metadata", "name"), Message: a.Message}
		f.Pos = doc.Locate(f.Path.Segments())
		asked.found = append(found, f)
		return asked
	}
	checked := l.check(asked, opts)
	asked.checked = &checked
	if len(found) == 0 {
		found = checked.Findings // nobody else goes by their places
	} else {
		found = append(found, checked.Findings...)
	}
	found = append(found, checked.Warnings...)
	locateInside(doc, found[decoding:], checked.Offsets)
	asked.keepOffsets(found[decoding:], checked.Offsets)
	found, asked.rest = opts.first(found)
	if checked.Panic != nil {
		found = append(found, panics(checked.Panic))
	}
	if old == nil && storedAlready(c) {
		found = append(found, versionOnCreate())
	}
	locate(doc, found)
	if decoded == readable {
		judge(c, old, checked, found, findinglimit.Causes(asked.rest), a, &warnings)
	}
	asked.found = found
	return asked
}

func (l *Linter) decode(doc *source.Document, opts Options) (*crd.CustomResourceDefinition, []schema.Flaw) {
	if opts.checked != nil {
		return opts.checked.CRD, opts.checked.Flaws
	}
	return l.checker.DecodeOnce(doc, opts.memo)
}

// decodeStored reads the CRD that is replaced.
func (l *Linter) decodeStored(doc *source.Document, opts Options) *crd.CustomResourceDefinition {
	if opts.checked != nil {
		return opts.checked.Old
	}
	old, _ := l.checker.Decode(doc)
	old.AssumeEstablished()
	return old
}

// check has the server make its checks.
func (l *Linter) check(a *asked, opts Options) crd.Answer {
	if opts.checked != nil {
		return *opts.checked.Answer
	}
	return l.checker.Check(a.crd, a.old)
}

// locate fills in the places of findings that have none.
func locate(doc *source.Document, found finding.List) {
	var way []finding.Segment
	for i := range found {
		f := &found[i]
		if f.Pos == (finding.Pos{}) {
			way = f.Path.AppendSegments(way[:0])
			if f.Path.OfKey() {
				f.Pos = doc.LocateKey(way)
			} else {
				f.Pos = doc.Locate(way)
			}
		}
		for j := range f.Related {
			locateRelated(doc, &f.Related[j])
		}
	}
}

// locateInside moves findings about a CEL expression to the character of its
// text that they are about. The offsets are by index into found.
func locateInside(doc *source.Document, found finding.List, offsets map[int]int) {
	for i, offset := range offsets {
		n, _ := doc.Node(found[i].Path.Segments())
		if pos, ok := doc.Inside(n, offset); ok {
			found[i].Pos = pos
		}
	}
}
