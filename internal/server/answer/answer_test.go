package answer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func ExampleWarnings() {
	var w answer.Warnings
	w.Add("a", "b", "a", "no\nheader", "")
	fmt.Println(w.Texts())
	// Output: [a b]
}

// TestEqualCauses: equal causes are listed each, and named once.
func TestEqualCauses(t *testing.T) {
	f := finding.Required("required", nil, "")
	var a answer.APIServer
	answer.Invalid(&a, "Widget", "web", finding.List{f, f})
	if want := `Widget "web" is invalid: <nil>: Required value`; a.Message != want || len(a.Causes) != 2 {
		t.Errorf("got %q and %d causes, want %q and 2", a.Message, len(a.Causes), want)
	}
}

// TestLongWarnings: once all warnings are longer than 4096 characters, each is
// cut to 256, also those that came before.
func TestLongWarnings(t *testing.T) {
	var w answer.Warnings
	text := func(r string) string { return strings.Repeat(r, 1500) }
	w.Add(text("ä"), text("b"))
	if got := w.Texts(); !slices.Equal(got, []string{text("ä"), text("b")}) {
		t.Errorf("before the limit: %d warnings are changed", len(got))
	}
	w.Add(text("c"))
	for i, got := range w.Texts() {
		if n := len([]rune(got)); n != 256 {
			t.Errorf("warning %d has %d characters", i, n)
		}
	}
	for i := range 100 {
		w.Add(fmt.Sprint(i, text("d")))
	}
	if got := len(w.Texts()); got != 16 {
		t.Errorf("%d warnings of 256 characters are sent, want 16", got)
	}
}
