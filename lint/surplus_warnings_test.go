package lint_test

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

// TestSurplusOfWarnings: of many warnings some are listed, the rest is counted, and the server sends
// what it sends of all of them.
func TestSurplusOfWarnings(t *testing.T) {
	const most, another = 3, "          last: {type: string, format: b}\n"
	for _, c := range []struct {
		name, text   string
		listed, many int
	}{
		{"one format", manyOf("          f%d: {type: string, format: a}\n"), most, 10},
		{"another one at last", manyOf("          f%d: {type: string, format: a}\n") + another, most + 1, 11},
		{"others everywhere", manyOf("          f%[1]d: {type: string, format: f%[1]d}\n") + another, 11, 11},
	} {
		report := func(most int) (listed, rest int, sent []string) {
			r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(c.text)), lint.Options{Most: most})
			for i := range r.Findings {
				switch found := &r.Findings[i]; {
				case found.Code != "unknown-format":
				case found.More > 0:
					rest += found.More
				default:
					listed++
				}
			}
			return listed, rest, r.Documents[0].APIServer.Warnings
		}
		listed, rest, sent := report(most)
		all, none, want := report(0)
		if all != c.many || none != 0 || len(want) == 0 {
			t.Fatalf("%s: of all, %d are listed and %d counted, %d sent", c.name, all, none, len(want))
		}
		if listed != c.listed || listed+rest != all || !slices.Equal(sent, want) {
			t.Errorf("%s: %d are listed, want %d, and %d counted; sent are %q, want %q", c.name, listed, c.listed, rest, sent, want)
		}
	}
}
