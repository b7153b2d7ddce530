package celcost

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

const versionsFolder = "../../../testdata/cel/"

// recordedRule is a rule, and what each release said of it since when.
type recordedRule struct {
	Rule    string
	Answers []struct {
		Since int
		Cost  uint64
		Error string
	}
}

func (r *recordedRule) answer(minor int) string {
	answer := ""
	for _, a := range r.Answers {
		if a.Since <= minor {
			answer = fmt.Sprint(a.Cost, a.Error)
		}
	}
	return answer
}

var selfTypeNumber = regexp.MustCompile(`selfType\d+`)

// TestVersions holds what new rules cost, and why they are refused, against what each
// release of Kubernetes said of them; see testdata/cel/README.md.
func TestVersions(t *testing.T) {
	all := recordedRules(t)
	text, err := os.ReadFile(versionsFolder + "known-differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(text)), "\n")
	for minor := 25; minor <= kube.Latest.Minor; minor++ {
		version := fmt.Sprintf("1.%d", minor)
		t.Run(version, func(t *testing.T) {
			var differ []string
			// Other rules for each, of which there are more than versions tell apart.
			rules := all
			if !sweep.Thorough() {
				rules = sweep.Part(4, all[minor%4:])
			}
			asked := map[string]bool{}
			answers := answersOf(t, minor, rules)
			for i := range rules {
				want := rules[i].answer(minor)
				d := fmt.Sprintf("%s %q", version, rules[i].Rule)
				asked[d] = true
				if answers[i] == want {
					continue
				}
				differ = append(differ, d)
				if !slices.Contains(known, d) {
					t.Errorf("differs: %s\ngot  %s\nwant %s", d, answers[i], want)
				}
			}
			for _, k := range known {
				if asked[k] && !slices.Contains(differ, k) {
					t.Errorf("differs no more: %s; take it off the known differences", k)
				}
			}
		})
	}
}

func recordedRules(t *testing.T) []recordedRule {
	text, err := os.ReadFile(versionsFolder + "expressions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var rules []recordedRule
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var r recordedRule
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	return rules
}

// answersOf returns what this package says of the rules, as answer writes it.
func answersOf(t *testing.T, minor int, rules []recordedRule) []string {
	text, err := os.ReadFile(versionsFolder + "schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rules {
		s.OwnRare().XValidations = append(s.XValidations(), schema.ValidationRule{Rule: rules[i].Rule})
	}
	tree := schematree.New(s, finding.Root("root"))
	r := NewChecker(behaviour.Of(kube.Version{Minor: minor})).Check(tree, func(int32) bool { return true }, Options{})
	byPath := map[string]string{}
	for _, e := range r.Expressions {
		byPath[e.Path.Server()] = fmt.Sprint(e.Cost)
	}
	for _, f := range r.Failed {
		byPath[f.Path.Server()] = "0" + selfTypeNumber.ReplaceAllString(f.Detail, "selfType")
	}
	answers := make([]string, len(rules))
	for i := range rules {
		answers[i] = byPath[fmt.Sprintf("root.x-kubernetes-validations[%d].rule", i)]
	}
	return answers
}
