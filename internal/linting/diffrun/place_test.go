package diffrun

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestPlaceShowsLine: a place has the first characters of its own line.
func TestPlaceShowsLine(t *testing.T) {
	lines := []string{
		"a: b", "# " + strings.Repeat("x", maxLineRunes-2), "# " + strings.Repeat("x", maxLineRunes-1), "# " + strings.Repeat("é世", maxLineRunes), "#", "b: c # é",
	}
	f := source.Read("crd.yaml", []byte(strings.Join(lines, "\n")+"\n"))
	for _, line := range []int{1, 1, 2, 3, 4, 4, 6, 5, 1} {
		want := []rune(lines[line-1])
		want = want[:min(len(want), maxLineRunes)]
		if p := placeAt(f, finding.Pos{Line: line, Column: 2}); p.Text != string(want) || p.Line != line || p.Column != 2 {
			t.Errorf("the place in line %d is %+v, want %s", line, p, string(want))
		}
	}
	if p := placeAt(f, finding.Pos{}); p != nil {
		t.Errorf("no place is %+v", p)
	}
}
