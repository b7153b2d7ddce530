package lint

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// Once two of a code are listed of a file, what is listed of the next CRD?
func TestMostOfFileLists(t *testing.T) {
	upgrades := rules.All()[slices.IndexFunc(rules.All(), func(r *rules.Rule) bool { return r.Topic == rules.Upgrade })].ID
	warns := func(rule string, with ...func(*report.Finding)) report.Finding {
		f := report.Finding{Rule: rule, Code: report.Code(rule), Severity: finding.Warning, Path: "spec.a", CRD: "a"}
		for _, w := range with {
			w(&f)
		}
		return f
	}
	isError := func(f *report.Finding) { f.Severity = finding.Error }
	breaking := func(f *report.Finding) { f.Breaking = true }
	fixable := func(f *report.Finding) { f.Fix = &report.Fix{} }
	inGo := func(f *report.Finding) { f.Origin = &report.Origin{File: "a.go", Line: 3, First: true} }
	five := func(f *report.Finding) { f.More = 5 }
	for _, test := range []struct {
		name   string
		before []report.Finding
		found  []report.Finding
		listed []int
		more   []int // of what stands for the others
	}{
		{"the first", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r"), warns("r"), warns("r")}, []int{0}, []int{2}},
		{"not so many yet", []report.Finding{warns("r")}, []report.Finding{warns("r"), warns("r"), warns("r")}, []int{0, 1, 2}, nil},
		{"another code", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("s"), warns("r"), warns("s")}, []int{0, 2}, []int{1}},
		{"another severity", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r", isError), warns("r", isError), warns("r"), warns("r")}, []int{0, 1, 2}, []int{1}},
		{"breaking", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r"), warns("r", breaking), warns("r", breaking)}, []int{0, 1, 2}, nil},
		{"the first breaking", []report.Finding{warns("r", breaking), warns("s"), warns("r", breaking), warns("s")}, []report.Finding{warns("s"), warns("r", breaking), warns("r", breaking)}, []int{0, 1}, []int{1}},
		{"the first of an upgrade", []report.Finding{warns(upgrades), warns("s"), warns(upgrades), warns("s")}, []report.Finding{warns("s"), warns(upgrades), warns(upgrades)}, []int{0, 1}, []int{1}},
		{"fixes", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r"), warns("r"), warns("r", fixable)}, []int{0, 2}, []int{1}},
		// What comes from the same Go code is told together later.
		{"Go code", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r"), warns("r"), warns("r", inGo)}, []int{0, 2}, []int{1}},
		{"what stands for others", []report.Finding{warns("r"), warns("r")}, []report.Finding{warns("r"), warns("r", five), warns("r")}, []int{0}, []int{6}},
		{"two codes", []report.Finding{warns("r"), warns("s"), warns("r"), warns("s")}, []report.Finding{warns("s"), warns("s"), warns("r"), warns("s")}, []int{0}, []int{1, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := source.Read("crd.yaml", []byte("# a CRD\nkind: CustomResourceDefinition\n")).Documents[0]
			s := surplusOf(2, 2)
			drafts := func(found []report.Finding) (all []draft) {
				for i := range found {
					all = append(all, draft{Finding: &found[i]})
				}
				return all
			}
			if got := s.list(doc, drafts(test.before)); len(got) != len(test.before) {
				t.Fatalf("%d are listed at first", len(got))
			}
			var want []report.Finding
			for _, i := range test.listed {
				want = append(want, test.found[i])
			}
			var got []report.Finding
			for _, d := range s.list(doc, drafts(test.found)) {
				got = append(got, *d.Finding)
			}
			if !slices.EqualFunc(got, want, func(a, b report.Finding) bool {
				return a.Rule == b.Rule && a.Severity == b.Severity && a.Breaking == b.Breaking && a.Fix == b.Fix && a.Origin == b.Origin && a.More == b.More
			}) {
				t.Errorf("listed are %+v, want %+v", got, want)
			}
			var more []int
			for _, d := range s.stands() {
				more = append(more, d.More)
				if d.CRD != "a" || d.Line != 2 || d.Severity != finding.Warning {
					t.Errorf("%+v stands for the others", d.Finding)
				}
			}
			if !slices.Equal(more, test.more) {
				t.Errorf("counted are %v, want %v", more, test.more)
			}
		})
	}
	if surplusOf(1, 2) != nil || surplusOf(2, 0) != nil {
		t.Error("something is counted of one CRD, or where all are listed")
	}
}
