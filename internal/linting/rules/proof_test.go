package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

// TestRulesAreProved looks for each lint rule that claims something of a server in the
// test that is to prove it.
func TestRulesAreProved(t *testing.T) {
	texts := map[string]string{}
	proved := map[rules.ProvedBy]int{}
	for _, r := range rules.All() {
		p := r.Proof()
		proved[p.By]++
		if p.File == "" {
			continue
		}
		if texts[p.File] == "" {
			text, err := os.ReadFile("../../../" + p.File)
			if err != nil {
				t.Fatal(err)
			}
			texts[p.File] = string(text)
		}
		if p.File == "internal/linting/lint/changes_test.go" {
			continue // it goes through all changes, by no name
		}
		if !strings.Contains(texts[p.File], r.ID) {
			t.Errorf("%s does not speak of %s", p.File, r.ID)
		}
	}
	if proved[rules.ByDryRun] < 40 || proved[rules.ByWitness] < 8 || proved[rules.ByServer] < 8 {
		t.Errorf("proved are %v", proved)
	}
	for _, r := range rules.All() {
		if (r.Topic == rules.Convention) != (r.Proof() == rules.Proof{}) && r.ID != "negative-count" {
			t.Errorf("%s of the topic %s is proved %q", r.ID, r.Topic, r.Proof().By)
		}
	}
}
