package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/code"
)

// crdOf is a CRD with rules, each a line of its own from the fourth one on.
func crdOf(rules ...string) string {
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {versions: [{schema: {openAPIV3Schema: {properties: {spec: {x-kubernetes-validations: [\n" +
		strings.Join(rules, ",\n") + "\n]}}}}}]}\n"
}

func ruleOf(text string) string { return fmt.Sprintf("{rule: %q}", text) }

// TestTooManyRules holds that a CRD is not read whose rules are too many, and that each of the
// ways to have them is seen.
func TestTooManyRules(t *testing.T) {
	sum := ruleOf("1" + strings.Repeat("+1", 26_000) + " > 0") // 52,000 parts
	doubled := "self.?a" + strings.Repeat(".optMap(x, x)", 20) + ".hasValue()"
	many := func(n int, rule string) (all []string) {
		for range n {
			all = append(all, rule)
		}
		return all
	}
	for name, test := range map[string]struct {
		text string
		line int // of the problem; 0 for none
	}{
		"few":                  {crdOf(many(38, sum)...), 0},
		"many":                 {crdOf(many(40, sum)...), 42},
		"messages":             {crdOf(many(40, strings.Replace(sum, "{rule", "{rule: 'true', messageExpression", 1))...), 42},
		"doubled":              {crdOf(ruleOf("true"), ruleOf(doubled)), 5},
		"doubled in part":      {crdOf(many(60, ruleOf("self.?a"+strings.Repeat(".optMap(x, x)", 10)+".hasValue()"))...), 44},
		"doubled by escapes":   {crdOf(ruleOf("true"), strings.ReplaceAll(ruleOf(doubled), "optMap", "opt\\x4dap")), 5},
		"an alias":             {crdOf("&r " + sum + strings.Repeat(", *r", 40)), 4},
		"a key with an escape": {strings.Replace(crdOf(many(40, sum)...), "x-kubernetes-validations", `"x-kubernetes-valid\x61tions"`, 1), 42},
		"a list":               {"apiVersion: v1\nkind: List\nitems:\n- " + strings.ReplaceAll(strings.TrimSuffix(crdOf(many(40, sum)...), "\n"), "\n", "\n  ") + "\n", 45},
		"too long for a rule":  {crdOf(ruleOf("self.a == '" + strings.Repeat("a+", 400_000) + "'")), 0},
		"long words":           {crdOf(many(9, ruleOf("self."+strings.Repeat("a", 90_000)))...), 0},
		"no rules of a CRD":    {strings.Replace(crdOf(many(9, sum)...), "CustomResourceDefinition", "Thing", 1), 0},
	} {
		text := test.text
		if name == "no rules of a CRD" {
			text = strings.Replace(text, "apiextensions.k8s.io/v1", "example.com/v1", 1)
		}
		f := Read("crd.yaml", []byte(text))
		switch {
		case test.line == 0 && (len(f.Problems) > 0 || len(f.Documents) != 1):
			t.Errorf("%s: %d documents, problems %+v", name, len(f.Documents), f.Problems)
		case test.line > 0 && (len(f.Problems) != 1 || len(f.Documents) != 0):
			t.Errorf("%s: %d documents, problems %+v", name, len(f.Documents), f.Problems)
		case test.line > 0 && (f.Problems[0].Code != code.Limits || f.Problems[0].Pos.Line != test.line):
			t.Errorf("%s: %s at line %d, want %d", name, f.Problems[0].Code, f.Problems[0].Pos.Line, test.line)
		}
	}
}

// TestOneOfManyIsNotRead holds that only the CRD is left out that has too many.
func TestOneOfManyIsNotRead(t *testing.T) {
	few, doubled := crdOf(ruleOf("true")), crdOf(ruleOf("self.?a"+strings.Repeat(".optMap(x, x)", 20)+".hasValue()"))
	f := Read("crds.yaml", []byte(few+"---\n"+doubled+"---\n"+few))
	if len(f.Documents) != 2 || f.Documents[1].Index != 2 || len(f.Problems) != 1 {
		t.Errorf("%d documents, problems %+v", len(f.Documents), f.Problems)
	}
}
