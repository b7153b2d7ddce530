package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// FuzzFile feeds the loader and the checker whatever there is; the cases are
// the seeds. Nothing may panic, and the findings may not contradict the answer.
func FuzzFile(f *testing.F) {
	for _, c := range sweep.Seeds(8, readCases(f)) {
		f.Add(c.CRD, c.Old)
	}
	set := rules.Of(rules.ByName)
	f.Fuzz(func(t *testing.T, text, old []byte) { holdFile(t, set, text, old) })
}

// TestSeedsFile changes the CRDs of the cases, most often as updates of what they were
// before.
func TestSeedsFile(t *testing.T) {
	cases := readCases(t)
	var all []string
	for _, c := range cases {
		all = append(all, string(c.CRD), string(c.Old))
	}
	texts := steer.NewTexts(all, "- ", ": ", "{}", "[]", "null", "~", `""`, "---\n", "&x ", "*x", "<<: *x\n", "# c\n", "type: object\n", "type: string\n", "properties:\n", "items:\n", "additionalProperties:\n", "default: ", "enum: [a]\n", "maxLength: 5\n", "minimum: 1\n", "pattern: '^a'\n", "nullable: true\n", "x-kubernetes-validations: [{rule: self > 1}]\n", "x-kubernetes-list-type: map\n", "x-kubernetes-preserve-unknown-fields: true\n", "x-kubernetes-int-or-string: true\n", "required: [a]\n", "allOf: [{}]\n", "not: {}\n", "-1", "1e300", "1.5", "true")
	set := rules.Of(rules.ByName)
	steer.Seeds(t, 60, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		i := r.IntN(len(cases))
		var old []byte
		switch r.IntN(4) {
		case 0:
			old = cases[i].Old
		case 1:
			old = cases[i].CRD
		case 2:
			old = []byte(texts.Text(2*i+r.IntN(2), seed+1))
		}
		holdFile(t, set, []byte(texts.Text(2*i, seed)), old)
	})
}

func holdFile(t *testing.T, set *rules.Selection, text, old []byte) {
	t.Helper()
	opts := Options{Rules: set}
	if stored := source.Read("old.yaml", old); len(stored.Documents) > 0 {
		opts.Old = func(string) *source.Document { return stored.Documents[0] }
	}
	file := source.Read("crd.yaml", text)
	report := linter.File(file, opts)
	if report.Summary.Fixable > 0 {
		if fixed := linter.Fix(file, opts); worse(fileResultOf(report), fileResultOf(fixed.Report)) {
			t.Errorf("the fixes make it worse:\n%s\n%s", listed(report.Findings), listed(fixed.Report.Findings))
		}
	}
	holdVerdict(t, "crd.yaml", file, Options{Old: opts.Old})
	for _, g := range report.Findings {
		if g.Line < 1 || g.Column < 1 || g.Message == "" {
			t.Errorf("finding without a place or a message: %+v", g)
		}
	}
}

func fileResultOf(r FileReport) *fileResult {
	j := &fileResult{FileReport: r}
	for i := range r.Findings {
		j.found = append(j.found, draft{Finding: &r.Findings[i]})
	}
	return j
}
