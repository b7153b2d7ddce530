package tools

import (
	"math/rand/v2"
	"strings"
	"testing"

	conformance "github.com/crdtool/crdtool/conformance/others"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

// TestSettings runs crdify's cases with configurations at random, in its own form and in ours.
func TestSettings(t *testing.T) {
	cases, err := conformance.Cases()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	runs, warnings := 0, 0
	for i := range cases {
		c := &cases[i]
		if c.Old == nil {
			continue
		}
		for range 10 {
			s := others.Settings{Checks: map[string]others.Level{}}
			for _, check := range others.Checks(others.Crdify) {
				if n := r.IntN(5); n < 3 {
					s.Checks[check] = []others.Level{others.Error, others.Warning, others.Off}[n]
				}
			}
			for _, what := range others.Allowable() {
				if r.IntN(2) == 0 {
					s.Allow = append(s.Allow, what)
				}
			}
			runs++
			want, got := run(others.Crdify, s, c.Old, c.New), conformance.Ours(others.Crdify, s, c.Old, c.New)
			if !want.Equal(&got) {
				t.Errorf("%s: %+v: %s%s", c.ID(), s, want.Crash, want.Difference(&got))
			}
			warnings += strings.Count(strings.Join(want.Lines, "\n"), "| warning |")
		}
	}
	if warnings == 0 {
		t.Error("no setting makes a warning")
	}
	t.Logf("%d runs, %d warnings", runs, warnings)
}
