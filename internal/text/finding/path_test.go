package finding_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestFileAsSegments: a path is printed, and begins, as the way to its node says.
func TestFileAsSegments(t *testing.T) {
	spec := finding.Root("spec")
	for _, p := range []*finding.Path{
		nil, spec, finding.Root("spec", "versions").Index(1).Child("schema", "openAPIV3Schema").Key("a.b").Child("type"),
		spec.Child("validation").At(spec.Child("versions").Index(0).Child("schema")).Child("properties").Key(""), finding.Root("").Key("a"),
	} {
		all := p.Segments()
		want := ""
		for _, s := range all {
			switch {
			case s.IsIndex:
				want += fmt.Sprintf("[%d]", s.Index)
			case s.Quoted:
				want += "[" + s.Name + "]"
			default:
				want = strings.TrimPrefix(want+"."+s.Name, ".")
			}
		}
		if got := p.File(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for n := range len(all) + 2 {
			if got, want := p.First(n), all[:min(n, len(all))]; !slices.Equal(got, want) {
				t.Errorf("the first %d of %s are %v, want %v", n, p.File(), got, want)
			}
		}
	}
}
