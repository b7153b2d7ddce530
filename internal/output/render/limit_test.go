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

// Labels are one place, as are the properties of a schema in either form of a path.
func TestLimitByPlace(t *testing.T) {
	for _, path := range []string{"metadata.labels.-a%d/b.c", "spec.properties.f%d.format", "spec.properties[f%d].format", "spec.properties.f%d"} {
		l := NewLimit(2)
		for i := range 5 {
			l.Take(&report.Finding{Rule: "a", Path: fmt.Sprintf(path, i)})
		}
		if want := []string{"… and 3 more [a]"}; !slices.Equal(l.Rest(), want) {
			t.Errorf("%s: %q", path, l.Rest())
		}
	}
}

// A finding that stands for others is not shown, and counts for as many.
func TestLimitOfMore(t *testing.T) {
	l := NewLimit(2)
	if l.Take(&report.Finding{Rule: "a", CRD: "x", More: 1000}) || l.Take(&report.Finding{Rule: "b", CRD: "x", More: 7}) {
		t.Error("what stands for others is shown")
	}
	for range 5 {
		l.Take(&report.Finding{Rule: "a", CRD: "x", Path: "spec"})
	}
	if want := []string{"… and 1,003 more [a]", "… and 7 more [b]"}; !slices.Equal(l.Rest(), want) {
		t.Errorf("%q, want %q", l.Rest(), want)
	}
}
