package apply

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/report"
)

// ofFile is what the findings are about that fileSurplus counts.
const ofFile = "objects of the file"

// A fileSurplus counts what is found in a file of very many objects, as package lint does with
// those of very many CRDs. The nil fileSurplus keeps all.
type fileSurplus struct {
	most   int
	listed map[fileKind]int
	// told are the severities of what is listed about the object of now.
	told map[finding.Severity]bool
	rest map[fileKind]report.Finding
}

// fileKind is what findings of a file have in common that are counted together.
type fileKind struct {
	code     report.Code
	severity finding.Severity
}

// surplusOf returns what counts the findings about so many objects of a file; most is how many of
// a code are listed, 0 for all.
func surplusOf(objects, most int) *fileSurplus {
	if most == 0 || objects < 2 {
		return nil
	}
	return &fileSurplus{most: most, listed: map[fileKind]int{}, told: map[finding.Severity]bool{}, rest: map[fileKind]report.Finding{}}
}

// begin begins with the next object.
func (s *fileSurplus) begin() {
	if s != nil {
		clear(s.told)
	}
}

// lists reports whether a finding about the object of now is listed, and counts it if not. The
// first error and the first warning always are, lest the object look better than it is where
// reports tell of each by itself, and so is what has a fix.
func (s *fileSurplus) lists(o *report.Result, f *report.Finding) bool {
	if s == nil {
		return true
	}
	k := fileKind{f.Code, f.Severity}
	if s.listed[k] < s.most || f.Severity != finding.Info && !s.told[f.Severity] || f.Fix != nil {
		s.listed[k]++
		s.told[f.Severity] = true
		return true
	}
	of, ok := s.rest[k]
	if !ok {
		of = report.Of(o.File, &finding.Finding{Code: finding.Code(f.Code), Severity: f.Severity, Lasting: surplus.Lasting(ofFile), Pos: finding.Pos{Line: o.Line, Column: 1}})
		of.CRD, of.Version = f.CRD, f.Version
	}
	of.More += f.Counts()
	s.rest[k] = of
	return false
}

// stands returns what stands for those that are counted: where the first object begins that has some
// of them.
func (s *fileSurplus) stands() []report.Finding {
	if s == nil {
		return nil
	}
	var out []report.Finding
	for _, f := range s.rest {
		f.Message = (&surplus.Rest{Count: f.More}).Message(ofFile)
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Severity, b.Severity))
	})
	return out
}
