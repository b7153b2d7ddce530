package mutationrun

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// A Report builds the report of a run from its results.
type Report struct {
	report.Mutation
	kinds map[mutation.Kind]*report.MutantKind
	// kept are the places of a CRD where no test notices that unknown fields are kept.
	kept []*Result
	// about are the unnoticed mutants of the current constraint or enum, until finish reports them.
	about []*Result
}

// NewReport returns a report without results.
func NewReport() *Report {
	return &Report{Mutation: report.Mutation{Mutants: []report.Mutant{}}, kinds: map[mutation.Kind]*report.MutantKind{}}
}

// Add adds the next result. It returns the findings that are now complete, with their documents.
func (r *Report) Add(m *Result) []Found {
	one := m.Report()
	if m.Kind != mutation.FieldsKept {
		r.Mutation.Add(&one) // dropping unknown fields is no decision of the author, so it has no score
	}
	r.Mutants = append(r.Mutants, one)
	k := r.kinds[m.Kind]
	if k == nil {
		k = &report.MutantKind{Kind: string(m.Kind), Unscored: m.Kind == mutation.FieldsKept}
		r.kinds[m.Kind] = k
	}
	var done []Found
	if len(r.about) > 0 && !together(r.about[0], m) {
		done = r.finish()
	}
	if len(r.kept) > 0 && r.kept[0].CRD.Name() != m.CRD.Name() {
		done = append(done, r.finishKept()...)
	}
	switch m.Outcome {
	case report.MutantNoticed:
		k.Noticed++
	case report.MutantUnnoticed:
		k.Unnoticed++
		if m.Kind == mutation.FieldsKept {
			r.kept = append(r.kept, m)
		} else {
			r.about = append(r.about, m)
		}
	}
	return done
}

// End returns the remaining findings after the last result.
func (r *Report) End(untried, leftOut int) []Found {
	r.Summary.Untried, r.Summary.LeftOut = untried, leftOut
	r.Kinds = []report.MutantKind{}
	for _, k := range mutation.Kinds() {
		if n := r.kinds[k]; n != nil && n.Noticed+n.Unnoticed > 0 {
			r.Kinds = append(r.Kinds, *n)
		}
	}
	return append(r.finish(), r.finishKept()...)
}

// mostFields limits the places that a message names.
const mostFields = 8

// finishKept returns one finding for all places of a CRD where unknown fields are kept: these are not the author's
// own constraints.
func (r *Report) finishKept() []Found {
	all := r.kept
	r.kept = nil
	if len(all) == 0 {
		return nil
	}
	f := found(all[:1])
	if len(all) > 1 {
		var fields []string
		for _, m := range all {
			fields = append(fields, m.field())
		}
		f.Finding.Message = fmt.Sprintf("no test notices if unknown fields are kept in one of %d places: %s", len(all), prose.AndMore(fields, mostFields))
	}
	return []Found{f}
}

// field returns the field of a mutant's constraint.
func (m *Result) field() string { return cmp.Or(m.Constraint.Field, "the object") }

// Found is a finding about damage that no test notices.
type Found struct {
	Finding report.Finding
	Doc     *source.Document
}

// together reports whether two mutants damage the same constraint, or values of the same enum.
func together(a, b *Result) bool {
	return a.CRD == b.CRD && a.Version == b.Version && a.Constraint.Node == b.Constraint.Node && a.Constraint.Keyword == b.Constraint.Keyword &&
		(a.Constraint.Index == b.Constraint.Index || a.Kind == mutation.EnumValueGone && b.Kind == mutation.EnumValueGone)
}

// finish returns the findings for the mutants of one constraint. If no test notices its removal, it omits smaller
// damages.
func (r *Report) finish() []Found {
	all := r.about
	r.about = nil
	if len(all) == 0 {
		return nil
	}
	if all[0].Kind.Whole() || all[0].Kind == mutation.EnumValueGone {
		return []Found{found(all)}
	}
	var out []Found
	for i := range all {
		out = append(out, found(all[i:i+1]))
	}
	return out
}

// found returns the finding about several mutants; the first is the most important.
func found(all []*Result) Found {
	m := all[0]
	proof := m.Proof
	if last := all[len(all)-1]; last.Kind == mutation.BoundMoved {
		proof = last.Proof // a test just beyond the limit also notices its removal
	}
	pos := m.pos()
	does := m.Does
	if m.Kind == mutation.EnumValueGone && len(all) > 1 {
		var values []string
		for _, o := range all {
			values = append(values, prose.JSON(o.Constraint.Value))
		}
		does = "one of the values " + strings.Join(values, ", ") + " is gone"
	}
	f := report.Finding{
		Rule: string(code.MutantUnnoticed), Code: report.Code(code.MutantUnnoticed), Severity: finding.Warning,
		Message: fmt.Sprintf("%s: no test notices if %s", m.field(), clipped(prose.OneLine(does))),
		File:    m.CRD.Doc.File.Name, CRD: m.CRD.Name(), Version: m.Version, Path: m.Path().File(),
		Help: m.help(proof, len(all)-1),
	}
	f.SetPos(pos)
	return Found{f, m.CRD.Doc}
}

// mostShown limits the characters of damage in a message.
const mostShown = 160

func clipped(s string) string {
	if r := []rune(s); len(r) > mostShown {
		return string(r[:mostShown]) + "..."
	}
	return s
}

// mostHelp limits the bytes of a test among findings.
const mostHelp = 4000

// help returns help with a test that notices the mutant.
func (m *Result) help(proof *Proof, more int) string {
	where := "this test notices it"
	if proof.Where != "" {
		where += ", in " + proof.Where
	}
	if more > 0 && m.Kind != mutation.EnumValueGone {
		smaller := "1 smaller change of it goes"
		if more > 1 {
			smaller = fmt.Sprintf("%d smaller changes of it go", more)
		}
		where = smaller + " unnoticed, too; " + where
	}
	if len(proof.Text) > mostHelp {
		return fmt.Sprintf("%s, which has %d bytes and is in the output with --format json", where, len(proof.Text))
	}
	return where + ":\n" + proof.Text
}

// pos returns the position of the damage.
func (m *Result) pos() finding.Pos {
	doc := m.CRD.Doc
	p := m.Path()
	if m.Constraint.Rule == nil {
		if m.Constraint.Index < 0 {
			return doc.LocateKey(p.Segments())
		}
		return doc.Locate(p.Segments())
	}
	path := p.Child("rule").Segments()
	if m.End > m.Start {
		if n, exact := doc.Node(path); exact && n != nil {
			from, ok := doc.Inside(n, m.Start)
			to, there := doc.Inside(n, m.End-1)
			if ok && there {
				from.EndLine, from.EndColumn = to.EndLine, to.EndColumn
				if to.Line > from.Line {
					from.EndLine, from.EndColumn = from.Line, from.Column+1
				}
				return from
			}
		}
	}
	return doc.Locate(path)
}

// Report returns the result for reports.
func (m *Result) Report() report.Mutant {
	pos := m.pos()
	out := report.Mutant{
		Kind: string(m.Kind), Does: m.Does, Outcome: m.Outcome, NoticedBy: m.By, CRD: m.CRD.Name(), Version: m.Version,
		Field: m.Constraint.Field, Path: m.Path().File(), File: m.CRD.Doc.File.Name,
		Line: pos.Line, Column: pos.Column, EndLine: pos.EndLine, EndColumn: pos.EndColumn,
	}
	if m.Proof != nil {
		out.Test, out.In = m.Proof.Text, m.Proof.Where
	}
	return out
}
