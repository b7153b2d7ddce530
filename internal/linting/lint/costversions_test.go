package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
)

// What is said of several versions is what costs the most on one of them, and the bounds
// that are suggested make a rule fit on each.
func TestCostsOfVersions(t *testing.T) {
	asked := kube.Versions()
	for name, schema := range map[string]string{
		"within the limits":   `a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self.size() > 1}]}`,
		"a list":              `a: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: "self.all(x, self.all(y, x == y))"}]}`,
		"an enum":             `a: {type: array, items: {type: string, enum: [a, b]}, x-kubernetes-validations: [{rule: "self.all(x, self.exists(y, x.contains(y)))"}]}`,
		"filtered":            `a: {type: array, items: {type: string, maxLength: 9}, x-kubernetes-validations: [{rule: "self.filter(x, x != '').all(x, x.contains('a'))"}]}`,
		"a rule in an item":   `a: {type: array, items: {type: string, x-kubernetes-validations: [{rule: "self.matches('a+b')"}]}}`,
		"int or string":       `a: {type: array, items: {x-kubernetes-int-or-string: true, maxLength: 9, x-kubernetes-validations: [{rule: "type(self) == int || self.contains('a')"}]}}`,
		"joined and compared": `a: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: "self.join('') == self.map(x, x + 'a').join('')"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			text := rules.Document(schema)
			got := NewFor(asked).Costs(source.Read("crd.yaml", []byte(text)), false, Options{})
			if len(got.Expressions) != 1 || len(got.CRDs) != 1 {
				t.Fatalf("%+v", got)
			}
			x := &got.Expressions[0]
			var most, total uint64
			unfit := false // on a version
			for _, v := range asked {
				one := New(v).Costs(source.Read("crd.yaml", []byte(text)), false, Options{})
				if len(one.Expressions) == 0 {
					continue
				}
				unfit = unfit || one.Expressions[0].Total > celcost.ExpressionLimit && len(one.Expressions[0].Bounds) == 0
				most, total = max(most, one.Expressions[0].Total), max(total, one.CRDs[0].Total)
				if v.String() == x.KubeVersion && (one.Expressions[0].Total != x.Total || one.Expressions[0].Cost != x.Cost) {
					t.Errorf("%s says %d, of %s %d", v, one.Expressions[0].Total, x.KubeVersion, x.Total)
				}
			}
			if x.Total != most || got.CRDs[0].Total != total || x.KubeVersion == "" || got.CRDs[0].KubeVersion == "" {
				t.Errorf("total %d on %q and %d on %q, want %d and %d", x.Total, x.KubeVersion, got.CRDs[0].Total, got.CRDs[0].KubeVersion, most, total)
			}
			if x.Total <= celcost.ExpressionLimit {
				if x.Suggestion != "" {
					t.Errorf("suggests %s", x.Suggestion)
				}
				return
			}
			if len(x.Bounds) == 0 {
				if !unfit {
					t.Error("suggests nothing")
				}
				return
			}
			if unfit {
				t.Errorf("suggests %s, with which it does not fit on all versions", x.Suggestion)
			}
			bounded := schema
			for _, b := range x.Bounds {
				switch {
				case strings.Contains(b.Path, ".items."):
					bounded = strings.Replace(bounded, "items: {", fmt.Sprintf("items: {%s: %d, ", b.Keyword, b.Value), 1)
				default:
					bounded = strings.Replace(bounded, "a: {", fmt.Sprintf("a: {%s: %d, ", b.Keyword, b.Value), 1)
				}
			}
			for _, v := range asked {
				for _, one := range New(v).Costs(source.Read("crd.yaml", []byte(rules.Document(bounded))), false, Options{}).Expressions {
					if one.Total > celcost.ExpressionLimit {
						t.Errorf("with %s it costs %d on %s", x.Suggestion, one.Total, v)
					}
				}
			}
		})
	}
}
