package lint_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

// Of what there is too much of, a baseline knows as many as were counted: some may go
// and come into sight, and more than there were are told.
func TestBaselineOfCounted(t *testing.T) {
	const lines = "          f%d: {}\n"
	ten := manyOf(lines)
	write := func(most int) *lint.Baseline {
		b := lint.NewBaseline(".")
		r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(ten)), lint.Options{Most: most})
		for i := range r.Findings {
			b.Add(&r.Findings[i])
		}
		read, err := lint.ReadBaseline(".", b.JSON())
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	twelve := ten + "          g: {}\n          h: {}\n"
	nine := ten[:len(ten)-len("          f9: {}\n")]
	moved := "          a: {}\n" // comes first, and another is counted for it
	at := len(ten) - 10*len("          f0: {}\n")
	for _, test := range []struct {
		name, text    string
		written, most int
		shown         int
	}{
		{"same", ten, 3, 3, 0},
		{"fewer", nine, 3, 3, 0},
		{"another first", nine[:at] + moved + nine[at:], 3, 3, 0},
		{"more", twelve, 3, 3, 9},
		{"written with all", ten, 0, 3, 0},
		{"more, written with all", twelve, 0, 3, 9},
		{"all are listed now", ten, 3, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := write(test.written)
			for _, b := range []*lint.Baseline{b.Copy(), b} {
				r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(test.text)), lint.Options{Most: test.most, Hide: b.Hides})
				shown := 0
				for i := range r.Findings {
					shown += r.Findings[i].Counts()
				}
				if shown != test.shown {
					t.Errorf("%d are shown, want %d: %v", shown, test.shown, r.Findings)
				}
			}
		})
	}
}
