package diffrun

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
)

// TestPlaceShowsLine: a place has the first characters of its own line, also if the place before
// it was in another one.
func TestPlaceShowsLine(t *testing.T) {
	lines := []string{
		"a: b", "# " + strings.Repeat("x", mostText-2), "# " + strings.Repeat("x", mostText-1), "# " + strings.Repeat("é世", mostText), "#", "b: c # é",
	}
	f := source.Read("crd.yaml", []byte(strings.Join(lines, "\n")+"\n"))
	var shown shownLine
	for _, line := range []int{1, 1, 2, 3, 4, 4, 6, 5, 1} {
		want := []rune(lines[line-1])
		want = want[:min(len(want), mostText)]
		if p := shown.placeOf(f, finding.Pos{Line: line, Column: 2}); p.Text != string(want) || p.Line != line || p.Column != 2 {
			t.Errorf("the place in line %d is %+v, want %s", line, p, string(want))
		}
	}
	if p := shown.placeOf(f, finding.Pos{}); p != nil {
		t.Errorf("no place is %+v", p)
	}
}
