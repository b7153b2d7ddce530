package code_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/codelist"
	"github.com/crdtool/crdtool/internal/text/code"
)

func TestKubectlHasWords(t *testing.T) {
	n := 0
	for _, c := range codelist.All(t) {
		if c.Rule() != "kubectl" {
			continue
		}
		n++
		if code.Kubectl(c, nil) == "" {
			t.Errorf("%s has no words", c)
		}
	}
	if n == 0 {
		t.Error("there are no codes of kubectl")
	}
	for _, d := range []code.Doing{code.Creating, code.Replacing, code.Patching, code.Applying, code.Retrieving, code.Comparing} {
		if got := code.KubectlDoing(d, map[string]string{"problem": "it", "source": "{problem}"}); !strings.Contains(got, "it") {
			t.Errorf("%s: %q", d, got)
		}
	}
}

// A fact that looks like a place for another is no such place.
func TestKubectlFactsAreFilledInOnce(t *testing.T) {
	got := code.KubectlDoing(code.Creating, map[string]string{"problem": `{"source"}`, "source": "{problem}"})
	if want := `error when creating "{problem}": {"source"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
