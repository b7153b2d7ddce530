package sample_test

import (
	"context"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/sample"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

// The search for a sample of a CRD whose expensive rules refuse all ends when these have cost what
// they may.
func TestExpensiveRules(t *testing.T) {
	rule := strings.Repeat("[1, 2, 3].all(x, ", 8) + "size(self.a) > 3 && self.a.startsWith('b') && self.c == self.a + 'd'" + strings.Repeat(")", 8)
	doubling := "[self.a]" + strings.Repeat(".map(x, x + x)", 30) + ".all(x, x == self.c)"
	exists := strings.Repeat("[1, 2].exists(x, ", 10) + "self.a == self.c + 'x'" + strings.Repeat(")", 10)
	for _, rule := range []string{rule, doubling, exists} {
		text := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n" +
			"spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, plural: things}\n" +
			"  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n" +
			"        required: [spec]\n        properties:\n          spec:\n            type: object\n            required: [a, c]\n" +
			"            properties: {a: {type: string}, c: {type: string}, e: {type: object, properties: {f: {type: string}, g: {type: string}}}}\n" +
			"            x-kubernetes-validations: [{rule: \"" + rule + "\"}]\n"
		c, flaws := crd.Decode(source.Read("crd.yaml", []byte(text)).Documents[0])
		if len(flaws) > 0 {
			t.Fatal(flaws)
		}
		o := rules()
		var cost int64
		compile := o.Rules
		o.Rules = func(tree *schema.Tree) dryrun.Rules {
			evaluate := compile(tree)
			return func(ctx context.Context, in dryrun.RuleInput) finding.List {
				if in.Meter == nil {
					t.Error("the rules of a search are evaluated without a meter")
				}
				before := in.Meter.Spent()
				defer func() { cost += in.Meter.Spent() - before }()
				return evaluate(ctx, in)
			}
		}
		g, err := sample.New(c, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Generate("v1", sample.Full)
		if err != nil {
			t.Fatal(err)
		}
		if s.Accepted || cost > 1_500_000 {
			t.Errorf("%s: %d tries, %d", rule, s.Tries, cost)
		}
	}
}
