package sample_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/sample"
	"github.com/crdtool/crdtool/internal/source"
)

// Up to the bounds there are samples, and behind them an error that says why not.
func TestLargeSchemas(t *testing.T) {
	const head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n" +
		"spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, plural: things}\n" +
		"  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n"
	fields := func(n int) string {
		var b strings.Builder
		b.WriteString("        properties:\n")
		for i := range n {
			fmt.Fprintf(&b, "          f%d: {type: string}\n", i)
		}
		return b.String()
	}
	for _, test := range []struct{ name, schema, refused string }{
		{"fields", fields(50_000), "more than 50000 fields"},
		{"fewer fields", fields(10_000), ""},
		{"defaults", "        properties:\n          a:\n            type: array\n            items: {type: string, nullable: true}\n            default: [" + strings.Repeat("null, ", 50_000) + "null]\n", "more than 50000 values in defaults"},
		{"deep defaults", "        properties:\n          a:\n            type: object\n            x-kubernetes-preserve-unknown-fields: true\n            default: {a: [" + strings.Repeat("{b: {c: {}}}, ", 17_000) + "]}\n", "more than 50000 values in defaults"},
		{"fewer values in defaults", "        properties:\n          a:\n            type: array\n            items: {type: string}\n            default: [" + strings.Repeat("b, ", 10_000) + "b]\n", ""},
		{"rules", "        x-kubernetes-validations:\n" + strings.Repeat("        - rule: has(self.kind)\n", 2001), "more than 2000 rules"},
		{"long rule", "        x-kubernetes-validations:\n" + strings.Repeat("        - rule: \"1"+strings.Repeat("+1", 20_000)+" > 0\"\n", 2), "rules of more than 60000 names"},
		{"fewer rules", "        x-kubernetes-validations:\n" + strings.Repeat("        - rule: has(self.kind)\n", 200), ""},
		{"patterns", "        oneOf:\n" + strings.Repeat("        - {pattern: a}\n", 1501), "more than 1500 patterns"},
		{"long pattern", "        properties:\n          a: {type: string, pattern: " + strings.Repeat("a", 200_001) + "}\n", "patterns of more than 200000 bytes"},
		{"branches", fields(1001) + "        allOf:\n" + strings.Repeat("        - required: [f1]\n", 1000), "more than 1000000 fields that branches"},
		{"nested branches", fields(1001) + "        allOf:\n" + strings.Repeat("        - anyOf: [{required: [f1]}]\n", 500), "more than 1000000 fields that branches"},
		{"branches of one value", "        allOf:\n" + strings.Repeat("        - required: [kind]\n", 2001), "more than 2000 branches"},
		{"fewer branches of one value", "        allOf:\n" + strings.Repeat("        - required: [kind]\n", 200), ""},
		{"fewer branches", fields(100) + "        allOf:\n" + strings.Repeat("        - required: [f1]\n", 100), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, flaws := crd.Decode(source.Read("crd.yaml", []byte(head+test.schema)).Documents[0])
			if len(flaws) > 0 {
				t.Fatal(flaws)
			}
			g, err := sample.New(c, rules())
			if err != nil {
				t.Fatal(err)
			}
			s, err := g.Generate("v1", sample.Full)
			switch {
			case test.refused == "" && (err != nil || !s.Accepted):
				t.Errorf("error %v", err)
			case test.refused != "" && (err == nil || !strings.Contains(err.Error(), test.refused)):
				t.Errorf("error %v, want %q", err, test.refused)
			}
		})
	}
}
