package docgen

import (
	"slices"
	"testing"
)

func TestAnchors(t *testing.T) {
	taken := anchors{}
	var got []string
	for _, name := range []string{"v1 spec.a", "v1/spec.a", "v1 spec.b_c", "v1 spec.ä", "v1 spec.ö", "v1-spec.a-"} {
		got = append(got, taken.of(name))
	}
	want := []string{"v1-spec.a", "v1-spec.a-", "v1-spec.b_c", "v1-spec.-", "v1-spec.--", "v1-spec.a--"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
