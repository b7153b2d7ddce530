package rules

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// TestNodesOfARule: without saying so, a lint rule sees what stands for values
// of an object.
func TestNodesOfARule(t *testing.T) {
	doc := source.Read("a.yaml", []byte(Document(`
host:
  type: string
  anyOf:
  - pattern: ^a
  patternProperties:
    ^b: {type: string, not: {pattern: ^c}}
`))).Documents[0]
	c, _ := crd.Decode(doc)
	checked := crd.NewChecker(behaviour.Of(kube.Latest)).Check(c, nil)
	for _, tt := range []struct {
		name             string
		nested, unwalked bool
		want             []string
	}{
		{"neither", false, false, []string{"host"}},
		{"nested", true, false, []string{"host", "anyOf"}},
		{"unwalked", false, true, []string{"host", "patternProperties"}},
		{"all", true, true, []string{"host", "anyOf", "patternProperties", "not"}},
	} {
		var got []string
		rule := &Rule{ID: "test", Nested: tt.nested, Unwalked: tt.unwalked, Node: func(_ *Pass, v *Version, n *schematree.Node) {
			switch n.Role {
			case schematree.RoleProperty:
				if n.Name == "host" {
					got = append(got, n.Name)
				}
			case schematree.RoleAnyOf:
				got = append(got, "anyOf")
			case schematree.RoleNot:
				got = append(got, "not")
			case schematree.RolePatternProperty:
				got = append(got, "patternProperties")
			}
		}}
		Run(&Selection{Active: []Active{{Rule: rule}}}, Input{Doc: doc, CRD: c, Answer: &checked, WitnessServer: sample.Options{}, Versions: []kube.Version{kube.Latest}, ReportsUnknown: true})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: called for %q, want %q", tt.name, got, tt.want)
		}
	}
}
