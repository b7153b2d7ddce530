package render

import (
	"fmt"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/report"
)

func TestLimit(t *testing.T) {
	for _, most := range []int{20, 0} {
		l := NewLimit(most)
		shown := 0
		for i := range 12_000 {
			for _, f := range []report.Finding{
				{Rule: "structural-type", Path: fmt.Sprintf("spec.properties[f%d].type", i)},
				{Rule: "required", Path: fmt.Sprintf("spec.list[%d].name", i), Object: "Widget web", SchemaLine: 12},
			} {
				if l.Take(&f) {
					shown++
				}
			}
		}
		if !l.Take(&report.Finding{Rule: "structural-type", Path: "spec.type"}) {
			t.Error("another place is not shown")
		}
		want, rest := 40, []string{"… and 11,980 more [structural-type]", "… and 11,980 more [required]"}
		if most == 0 {
			want, rest = 24_000, nil
		}
		if shown != want || !slices.Equal(l.Rest(), rest) {
			t.Errorf("at most %d: %d shown, %q", most, shown, l.Rest())
		}
	}
}
