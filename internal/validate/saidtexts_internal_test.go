package validate

import (
	"slices"
	"testing"
)

// TestSaidTexts: each text is new once, whichever comes first.
func TestSaidTexts(t *testing.T) {
	var s saidTexts
	var got []string
	for _, text := range []string{"", "", "a", "b", "a", "", "b", "c"} {
		if s.add(text) {
			got = append(got, text)
		}
	}
	if want := []string{"", "a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("%q are new, want %q", got, want)
	}
}
