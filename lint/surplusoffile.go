package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/report"
)

// ofFile is what the findings are about that fileSurplus counts.
const ofFile = "CRDs of the file"

// A fileSurplus counts what is found in a file of very many CRDs: once as many findings of a
// code are listed as is bearable, those about further CRDs are counted. The nil fileSurplus
// keeps all.
type fileSurplus struct {
	most   int
	listed map[fileKind]int
	full   bool // some are listed in full
	rest   map[fileKind]draft
}

// fileKind is what findings of a file have in common that are counted together.
type fileKind struct {
	code     report.Code
	severity finding.Severity
	breaking bool
}

func kindInFile(f *report.Finding) fileKind { return fileKind{f.Code, f.Severity, f.Breaking} }

// verdict is what a finding makes of its CRD: runs fail by it.
type verdict struct {
	severity        finding.Severity
	breaks, upgrade bool
}

func verdictOf(f *report.Finding) verdict {
	r := rules.FindDocumented(f.Rule)
	return verdict{f.Severity, f.Breaks(), r != nil && r.Topic == rules.Upgrade}
}

// surplusOf returns what counts the findings about so many CRDs of a file; most is how many
// of a code are listed, 0 for all.
func surplusOf(crds, most int) *fileSurplus {
	if most == 0 || crds < 2 {
		return nil
	}
	return &fileSurplus{most: most, listed: map[fileKind]int{}, rest: map[fileKind]draft{}}
}

// list returns what is listed of the findings about a CRD. The first of each verdict always
// is, lest the CRD look better than it is where reports tell of each by itself, and so is
// what has a fix, or is told with what comes from the same Go code.
func (s *fileSurplus) list(doc *source.Document, found []draft) []draft {
	if s == nil {
		return found
	}
	kept := found
	if s.full {
		kept = s.first(doc, found)
	}
	for i := range kept {
		k := kindInFile(kept[i].Finding)
		s.listed[k]++
		s.full = s.full || s.listed[k] >= s.most
	}
	return kept
}

// first is list where some are listed in full.
func (s *fileSurplus) first(doc *source.Document, found []draft) []draft {
	full := map[fileKind]bool{}
	for i := range found {
		k := kindInFile(found[i].Finding)
		full[k] = s.listed[k] >= s.most
	}
	var kept []draft
	told := map[verdict]bool{}
	for _, d := range found {
		v := verdictOf(d.Finding)
		inGo := d.Origin != nil && d.Origin.First && d.Severity != finding.Error // such are joined
		if full[kindInFile(d.Finding)] && told[v] && d.Fix == nil && !inGo {
			s.count(doc, d)
			continue
		}
		told[v] = true
		apart := *d.Finding // it lies beside what is not listed
		d.Finding = &apart
		kept = append(kept, d)
	}
	return kept
}

// count counts a finding that is not listed.
func (s *fileSurplus) count(doc *source.Document, d draft) {
	k := kindInFile(d.Finding)
	r, ok := s.rest[k]
	if !ok {
		of := report.Of(d.File, &finding.Finding{Code: finding.Code(d.Code), Severity: d.Severity, Breaking: d.Breaking, Lasting: surplus.Lasting(ofFile), Pos: doc.Locate(nil)})
		of.CRD = d.CRD
		r = draft{Finding: &of}
		s.rest[k] = r
	}
	r.More += d.Counts()
}

// stands returns what stands for those that are counted: where the first CRD begins that has
// some of them.
func (s *fileSurplus) stands() []draft {
	if s == nil {
		return nil
	}
	var out []draft
	for _, d := range s.rest {
		d.Message = (&surplus.Rest{Count: d.More}).Message(ofFile)
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b draft) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.More, b.More))
	})
	return out
}
