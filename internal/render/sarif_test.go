package render

import (
	"encoding/json"
	"testing"

	"github.com/crdtool/crdtool/lint/rules"
)

// TestSARIFPrecision holds each rule to the precision that GitHub sorts by: the
// server's own findings, and those about comments, are certain, those of a profile the less so the more it
// asks for.
func TestSARIFPrecision(t *testing.T) {
	want := map[string]string{}
	byProfile := map[rules.Profile]string{rules.Server: "very-high", rules.Default: "high", rules.Strict: "medium", rules.APIReview: "low"}
	for _, r := range aboutTest(t).Rules {
		want[r.Rule.ID] = byProfile[r.Rule.Profile]
	}
	for _, r := range append(rules.ServerRules(), rules.CommentRules()...) {
		want[r.ID] = "very-high"
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID         string
						Properties struct{ Precision string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(render(t, SARIF), &log); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		seen[r.Properties.Precision] = true
		if r.Properties.Precision != want[r.ID] {
			t.Errorf("%s: precision %s, want %s", r.ID, r.Properties.Precision, want[r.ID])
		}
	}
	if len(seen) < 3 {
		t.Errorf("only the precisions %v occur", seen)
	}
}
