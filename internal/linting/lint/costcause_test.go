package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

const costly = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [listeners]
            properties:
              listeners:
                type: array
                items:
                  type: object
                  required: [name, host]
                  properties:
                    name:
                      type: string
                      x-kubernetes-validations:
                      - rule: self.matches('^[a-z]+$')
                    host:
                      type: string
                      x-kubernetes-validations:
                      - rule: self.matches('^[a-z]+$')
                      - rule: self.contains('a')
                  x-kubernetes-validations:
                  - rule: self.name.contains(self.host)
            x-kubernetes-validations:
            - rule: self.listeners.all(a, self.listeners.exists_one(b, a.name == b.name))
`

func costFindings(t *testing.T, text string) (report.Document, []report.Finding) {
	t.Helper()
	r := linter.File(source.Read("a.yaml", []byte(text)), Options{})
	if len(r.Documents) != 1 {
		t.Fatalf("%d documents: %s", len(r.Documents), listed(r.Findings))
	}
	return r.Documents[0], r.Findings
}

// A list without a bound that five rules go through is one finding at the list, and
// the server's answer has all that it had.
func TestOneCauseIsOneFinding(t *testing.T) {
	d, found := costFindings(t, costly)
	if len(found) != 1 {
		t.Fatalf("%d findings:\n%s", len(found), listed(found))
	}
	f := &found[0]
	if f.Line != 21 || f.Message != "spec.listeners has no maxItems, so that 5 rules cost too much" || !strings.HasSuffix(f.Path, ".properties[listeners]") {
		t.Errorf("line %d, %s: %s", f.Line, f.Path, f.Message)
	}
	if !strings.HasPrefix(f.Help, "fits with: maxItems: 256 on spec.listeners (line 21), maxLength: ") {
		t.Error(f.Help)
	}
	if !strings.HasSuffix(f.ServerPath, "x-kubernetes-validations[0].rule") || !strings.Contains(f.ServerMessage, "estimated rule cost exceeds budget") {
		t.Errorf("the server's words are %s: %s", f.ServerPath, f.ServerMessage)
	}
	if n := len(f.Related); n != 6 {
		t.Errorf("%d related places", n)
	}
	if n := len(d.APIServer.Causes); n != 10 {
		t.Errorf("the server has 5 causes for rules, 4 for what they contribute and 1 for all, not %d", n)
	}
}

// The bounds that are named are enough, without any other change.
func TestNamedBoundsAreEnough(t *testing.T) {
	_, found := costFindings(t, costly)
	lines := strings.Split(costly, "\n")
	added := map[int]string{}
	for bound := range strings.SplitSeq(strings.ReplaceAll(strings.TrimPrefix(found[0].Help, "fits with: "), " and ", ", "), ", ") {
		var keyword, field string
		var value, line int
		if _, err := fmt.Sscanf(bound, "%s %d on %s (line %d)", &keyword, &value, &field, &line); err != nil {
			t.Fatalf("%s: %v", bound, err)
		}
		added[line] = fmt.Sprintf("%s%s %d", lines[line][:len(lines[line])-len(strings.TrimLeft(lines[line], " "))], keyword, value)
	}
	var text []string
	for i, line := range lines {
		text = append(text, line)
		if add, ok := added[i+1]; ok {
			text = append(text, add)
		}
	}
	if d, found := costFindings(t, strings.Join(text, "\n")); !d.APIServer.Accepted {
		t.Errorf("with %v:\n%s", added, listed(found))
	}
}

// Where versions share the schema, a bound must be written in each.
func TestBoundsOfEveryVersion(t *testing.T) {
	schema := costly[strings.Index(costly, "    schema:"):]
	text := costly + "  - name: v1beta1\n    served: true\n    storage: false\n" + schema
	_, found := costFindings(t, text)
	if len(found) != 1 || !strings.Contains(found[0].Help, "maxItems: 256 on spec.listeners (lines 21 and 51), ") {
		t.Errorf("found:\n%s", listed(found))
	}
	text = strings.Replace(costly, "    schema:", "    schema: &same", 1) + "  - {name: v1beta1, served: true, storage: false, schema: *same}\n"
	if _, found = costFindings(t, text); len(found) != 1 || !strings.Contains(found[0].Help, "maxItems: 256 on spec.listeners (line 21), ") {
		t.Errorf("found:\n%s", listed(found))
	}
	text = costly + "  - name: v1beta1\n    served: true\n    storage: false\n" + strings.Replace(schema, "type: object\n", "type: object\n        description: another\n", 1)
	if _, found = costFindings(t, text); len(found) != 2 {
		t.Errorf("found:\n%s", listed(found))
	}
}

// A bound that is there, but too high.
func TestBoundTooHigh(t *testing.T) {
	_, found := costFindings(t, strings.Replace(costly, "                type: array\n", "                type: array\n                maxItems: 100000\n", 1))
	if len(found) == 0 || found[0].Message != "maxItems of spec.listeners is 100000, so that 5 rules cost too much" || found[0].Line != 23 {
		t.Errorf("found:\n%s", listed(found))
	}
}

// Many rules that fit by themselves are too expensive together: one finding.
func TestSumIsOneFinding(t *testing.T) {
	head := costly[:strings.Index(costly, "                items:")]
	var b strings.Builder
	b.WriteString(head + "                maxItems: 1000\n                items:\n                  type: string\n                  maxLength: 20000\n                  x-kubernetes-validations:\n")
	for i := range 80 {
		fmt.Fprintf(&b, "                  - rule: self.contains('%02d')\n", i)
	}
	d, found := costFindings(t, b.String())
	if len(found) != 1 || found[0].Rule != "cel-cost-total" || len(found[0].Related) == 0 || !strings.HasPrefix(found[0].Help, "fits with: ") {
		t.Errorf("found:\n%s", listed(found))
	}
	if len(d.APIServer.Causes) != 1+len(found[0].Related) {
		t.Errorf("%d causes, but %d related places", len(d.APIServer.Causes), len(found[0].Related))
	}
}

// oldSelf where there is none is the first thing to change: what the rule costs says
// nothing then, and bounds for it are not named.
func TestOldSelfComesBeforeItsCost(t *testing.T) {
	_, found := costFindings(t, costly[:strings.Index(costly, "                items:")]+`                x-kubernetes-list-type: set
                items:
                  type: string
                  x-kubernetes-validations:
                  - rule: self == oldSelf
`)
	if len(found) != 1 || found[0].Rule != "cel-old-self" {
		t.Fatalf("found:\n%s", listed(found))
	}
	f := &found[0]
	if !strings.HasPrefix(f.Message, "oldSelf is not available here: spec.listeners is a set") || f.Help != "move the rule to spec.listeners, where oldSelf is the whole list" {
		t.Errorf("%s\n%s", f.Message, f.Help)
	}
	if !slices.ContainsFunc(f.Related, func(r report.Related) bool { return strings.Contains(r.Message, "costs") }) {
		t.Error("the cost is not told")
	}
}

// No cause of the server is left out of the findings about costs: each stands for
// itself or as a related place.
func TestCostCausesAreTold(t *testing.T) {
	told := 0
	for _, c := range readCases(t) {
		r := caseReport(c)
		for _, d := range r.Documents {
			for _, cause := range d.APIServer.Causes {
				if !strings.Contains(cause.Message, "budget by factor") {
					continue
				}
				told++
				rule := cause.Field[strings.Index(cause.Field, "openAPIV3Schema"):]
				if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
					return f.Severity == finding.Error && (strings.HasSuffix(f.ServerPath, rule) ||
						slices.ContainsFunc(f.Related, func(r report.Related) bool { return strings.HasSuffix(r.Path, rule) }))
				}) {
					t.Errorf("%s: nothing is said of %s", c.Name, cause.Field)
				}
			}
		}
	}
	if told < 10 {
		t.Errorf("only %d causes were looked for", told)
	}
}
