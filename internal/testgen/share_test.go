package testgen

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/source"
)

// withRules is a CRD of a spec with many texts and some rules.
func withRules(t *testing.T, rules ...string) *crd.CustomResourceDefinition {
	t.Helper()
	var b strings.Builder
	b.WriteString("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n" +
		"spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, plural: things}\n" +
		"  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n" +
		"        properties:\n          spec:\n            type: object\n            properties:\n              l: {type: array, maxItems: 5, items: {type: string}}\n")
	for i := range 60 {
		fmt.Fprintf(&b, "              f%d: {type: string, maxLength: 20}\n", i)
	}
	b.WriteString("            x-kubernetes-validations:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "            - rule: %q\n", r)
	}
	c, flaws := crd.Decode(source.Read("crd.yaml", []byte(b.String())).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	return c
}

// The tests of a CRD with expensive rules cost no more than those of others may, and are the same
// on any machine.
func TestExpensiveRules(t *testing.T) {
	const depth = 10
	loops := strings.Repeat("[1, 2, 3].all(x, ", depth) + "!has(self.f3) || self.f3 != 'cd'" + strings.Repeat(")", depth)
	some := strings.Repeat("[1, 2, 3].all(x, ", depth-2) + "!has(self.f3) || self.f3 != 'cd'" + strings.Repeat(")", depth-2)
	for name, rules := range map[string][]string{
		"very expensive":      {loops},
		"expensive":           {some},
		"several":             {some, some, loops, some},
		"doubling":            {"[self.f3]" + strings.Repeat(".map(x, x + x)", 30) + ".all(x, x != '')"},
		"making":              {"self.f3" + strings.Repeat(".replace('', self.f3)", 30) + " != ''"},
		"expensive elsewhere": {"!has(self.f59) || self.f59 == 'ab' || " + loops},
	} {
		c := withRules(t, rules...)
		var first []byte
		for _, processors := range [...]int{1, 4} {
			before := runtime.GOMAXPROCS(processors)
			s, err := Generate(t.Context(), c, Options{})
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			// Each test may end in an evaluation that costs more than is left.
			const most = mostForTests + 2*mostTogether*400_000
			if cost := s.cost.Load(); cost > most {
				t.Errorf("%s: the rules cost %d, which is more than %d", name, cost, most)
			}
			var b bytes.Buffer
			if err := s.Write(&b, nil); err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(b.Bytes(), first) {
				t.Errorf("%s: the tests are others on more processors", name)
			}
			first = b.Bytes()
		}
	}
}

// What the rules of a CRD cost that are not expensive does not count.
func TestUsualRules(t *testing.T) {
	s, err := Generate(t.Context(), withRules(t, "!has(self.l) || self.l.all(x, x != 'no')", "!has(self.f3) || self.f3 != 'cd'"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if cost := s.cost.Load(); cost > 0 || s.Missing > 1 {
		t.Errorf("they cost %d, and %d tests are missing", cost, s.Missing)
	}
}
