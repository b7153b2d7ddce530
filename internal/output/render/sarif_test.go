package render

import (
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

// TestPrecision: the fewer profiles a rule is in, the less its findings weigh. What
// the server says is beyond doubt.
func TestPrecision(t *testing.T) {
	for profile, want := range map[rules.Profile]string{
		rules.Server:    "very-high",
		rules.Default:   "high",
		rules.Strict:    "medium",
		rules.APIReview: "low",
		rules.ByName:    "low",
	} {
		if got := precision(&rules.Rule{Profile: profile}); got != want {
			t.Errorf("%v: %s, want %s", profile, got, want)
		}
	}
	for _, r := range rules.ServerRules() {
		if got := precision(r); got != "very-high" {
			t.Errorf("%s, of the server: %s", r.ID, got)
		}
	}
}
