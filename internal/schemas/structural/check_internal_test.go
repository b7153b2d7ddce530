package structural

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestWaysToCheck: all that is found is returned, or told one by one, or makes a schema unsound.
func TestWaysToCheck(t *testing.T) {
	bad := func() *schema.Schema { return &schema.Schema{Pattern: "("} }
	for want, s := range []*schema.Schema{
		{Type: "object"},
		{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: &schema.Schema{Type: "string", Pattern: "("}}})},
		{Type: "object", Branches: &schema.Branches{AllOf: []*schema.Schema{bad(), bad()}}},
		{Type: "object", Branches: &schema.Branches{AllOf: []*schema.Schema{bad(), bad()}}, Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: &schema.Schema{}}})},
	} {
		tree, checks := schematree.New(s, finding.Root("schema")), behaviour.Of(kube.Latest).Checks
		found := Check(tree, checks)
		var told finding.List
		Each(tree, checks, func(f finding.Finding) { told = append(told, f) })
		if len(found) != want || !reflect.DeepEqual(told, found) || Sound(tree, checks) != (want == 0) {
			t.Errorf("%d are found, %d told, sound %t, want %d", len(found), len(told), Sound(tree, checks), want)
		}
	}
}

// TestIsIntOrString: the branches say nothing but a type each, the integer first.
func TestIsIntOrString(t *testing.T) {
	integer, text := &schema.Schema{Type: "integer"}, &schema.Schema{Type: "string"}
	for _, test := range []struct {
		branches []*schema.Schema
		want     bool
	}{
		{[]*schema.Schema{integer, text}, true},
		{[]*schema.Schema{text, integer}, false},
		{[]*schema.Schema{integer}, false},
		{[]*schema.Schema{integer, text, text}, false},
		{[]*schema.Schema{integer, {Type: "string", Pattern: "a"}}, false},
		{[]*schema.Schema{{Type: "integer", Format: "int32"}, text}, false},
		{nil, false},
	} {
		if got := IsIntOrString(test.branches); got != test.want {
			t.Errorf("%d branches: %t", len(test.branches), got)
		}
	}
}
