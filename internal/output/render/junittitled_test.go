package render

import (
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/report"
)

// TestTitled compares the documents that findings belong to with those that a look at each
// document finds.
func TestTitled(t *testing.T) {
	belongs := func(f *report.Finding, docs []*report.Document) int {
		at := len(docs)
		for k, d := range docs {
			about := f.CRD
			if d.Kind != "" {
				about = f.Object
			}
			if d.Title() == about && (at == len(docs) || d.Line <= f.Line) {
				at = k
			}
		}
		return at
	}
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"", "a", "b", "c"}
	for range 300 {
		var docs []*report.Document
		for range r.IntN(8) {
			d := &report.Document{Line: r.IntN(10), Name: names[r.IntN(len(names))]}
			if r.IntN(3) == 0 {
				d.Kind = "Thing"
			}
			docs = append(docs, d)
		}
		titled := titledOf(docs)
		for range 20 {
			f := &report.Finding{CRD: names[r.IntN(len(names))], Line: r.IntN(11)}
			if r.IntN(2) == 0 {
				f.Object = "Thing " + names[r.IntN(len(names))]
			}
			if got, want := titled.of(f), belongs(f, docs); got != want {
				t.Fatalf("%+v: document %d, want %d", f, got, want)
			}
		}
	}
}
