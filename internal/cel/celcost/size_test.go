package celcost

import (
	"testing"

	"github.com/google/cel-go/checker"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
)

// place is a part of an expression of which only the path matters.
type place struct {
	checker.AstNode
	path []string
}

func (p place) Path() []string { return p.path }

func TestSizesFollowTheTypes(t *testing.T) {
	tree := parse(t, `
type: object
x-kubernetes-validations: [{rule: "true"}]
properties:
  list: {type: array, maxItems: 5, items: {type: array, maxItems: 6, items: {type: string, maxLength: 7}}}
  map: {type: object, maxProperties: 8, additionalProperties: {type: string, maxLength: 9}}
  port: {x-kubernetes-int-or-string: true, maxLength: 3}
`)
	self, err := celrule.NewCompiler(behaviour.Of(kube.Latest).CEL).Types(tree).Self(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path []string
		want int64 // -1 for not known
	}{
		{nil, -1},
		{[]string{"self", "list"}, 5},
		{[]string{"oldSelf", "list"}, 5},
		{[]string{"self", "list", "@items"}, 6},
		{[]string{"self", "list", "@items", "@items"}, 7 * 4},
		{[]string{"self", "list", "@indices"}, -1},
		{[]string{"self", "map"}, 8},
		{[]string{"self", "map", "@keys"}, 0},
		{[]string{"self", "map", "@values"}, 9 * 4},
		{[]string{"self", "port"}, 3 * 4},
		{[]string{"self", "port", "@items"}, -1},
		{[]string{"self", "nothing"}, -1},
	} {
		got := int64(-1)
		if size := (sizes{self.Decl}).EstimateSize(place{path: test.path}); size != nil {
			got = int64(size.Max)
		}
		if got != test.want {
			t.Errorf("%q: %d, want %d", test.path, got, test.want)
		}
	}
}
