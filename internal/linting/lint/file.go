package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// FileReport is the result for one file.
type FileReport struct {
	// File is the name of the file.
	File      string
	Documents []report.Document
	Findings  []report.Finding
	Summary   report.Summary
	// OfOthers are the names of the CRDs that were checked with Options.RulesOfOthers.
	OfOthers []string
	// Identities are for Set, if rules over the set of CRDs are on.
	Identities []*rules.Identity
	// Comments ignore findings; nil if the file has none.
	Comments *Comments

	// runs record which rules checked each CRD.
	runs []crdRun
}

// File checks every CRD of a file. Documents are in the order of the file, findings are sorted by position.
func (l *Linter) File(f *source.File, opts Options) FileReport {
	r := l.file(f, opts)
	l.tryFixes(r, opts, false)
	return r.report()
}

// FileFixless checks every CRD of a file as File does, without fixes.
func (l *Linter) FileFixless(f *source.File, opts Options) FileReport {
	opts.fixless = true
	r := l.lintFile(f, opts)
	r.count()
	return r.report()
}

// Document checks one CRD of a file as File does, without fixes.
func (l *Linter) Document(doc *source.Document, opts Options) []report.Finding {
	opts.fixless = true
	return l.lintDocuments(doc.File, []*source.Document{doc}, opts).report().Findings
}

// AnsweredDocument is Document for a CRD that the server has already checked as an update of the stored CRD in
// opts. The caller must not use the findings of the answer afterwards.
func (l *Linter) AnsweredDocument(doc *source.Document, answered *Answered, opts Options) []report.Finding {
	opts.answered = answered
	return l.Document(doc, opts)
}

// fileResult is a file and its report, with the plans of the fixes.
type fileResult struct {
	FileReport // without Findings, which found has
	file       *source.File
	found      []draft
}

// report returns the report without the file. The caller must not use r afterwards.
func (r *fileResult) report() FileReport {
	out := r.FileReport
	out.Findings = findings(r.found)
	from := source.RenderedFrom(r.file)
	for i := range out.Findings {
		out.Findings[i].Source = from.At(out.Findings[i].Line)
	}
	return out
}

// file checks a file and plans its fixes, without trying whether they do harm.
func (l *Linter) file(f *source.File, opts Options) *fileResult {
	r := l.lintFile(f, opts)
	r.planFixes()
	return r
}

// lintFile checks a file without planning edits for its fixes.
func (l *Linter) lintFile(f *source.File, opts Options) *fileResult {
	return l.lintDocuments(f, f.Documents, opts)
}

// lintDocuments is lintFile for some of the documents.
func (l *Linter) lintDocuments(f *source.File, docs []*source.Document, opts Options) *fileResult {
	r := &fileResult{file: f}
	r.File, r.Summary.Files = f.Name, 1
	reported := r.findingFilter(opts)
	for i := range f.Problems {
		problem := export(f.Name, "", nil, &f.Problems[i])
		r.found = append(r.found, draft{Finding: &problem})
	}
	reported.keep(&r.found, opts.Rules)
	parts := [][]draft{r.found} // findings of the file, then by document
	var derived derivedFindings
	for _, doc := range docs {
		if doc.IsXRD() { // the CRDs that Crossplane derives follow
			found := l.definition(doc, opts)
			derived.define(doc, found)
			reported.keep(&found, opts.Rules)
			parts = append(parts, found)
			continue
		}
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
		d, id, found := of.Document, of.id, derived.unseen(doc, of.found)
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
			dropFixes(found) // a finding with a fix would be listed for it
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
	r.found = slices.DeleteFunc(slices.Concat(parts...), func(d draft) bool { return derived.unshared[d.Finding] })
	reported.addCommentFindings()
	if opts.fixless {
		dropFixes(r.found) // fixes of comments
	}
	byPlace := func(a, b draft) int { return findinglist.ByPlace(a.Finding, b.Finding) }
	if !slices.IsSortedFunc(r.found, byPlace) {
		slices.SortStableFunc(r.found, byPlace)
	}
	return r
}

// planFixes plans the edits of the fixes, and counts the findings.
func (r *fileResult) planFixes() {
	planFixes(r.file, r.found)
	r.count()
}

func (r *fileResult) count() {
	for i := range r.found {
		r.Summary.Count(r.found[i].Finding)
	}
}

func dropFixes(found []draft) {
	for i := range found {
		found[i].Fix = nil
	}
}
