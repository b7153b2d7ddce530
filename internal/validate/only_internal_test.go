package validate

import (
	apiservercel "k8s.io/apiserver/pkg/cel"

	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// TestHolds: rules hold those of their own schema and of the schemas within it.
func TestHolds(t *testing.T) {
	leaf := &schema.Schema{Type: "string"}
	pair := &schema.Schema{Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: leaf}, {Name: "b", Schema: leaf}})}
	tree := schema.NewTree(&schema.Schema{Properties: schema.NewProperties([]schema.Property{
		{Name: "a", Schema: pair}, {Name: "b", Schema: &schema.Schema{Items: &schema.Items{Schema: pair}}}, {Name: "c", Schema: leaf},
	})}, nil)
	for i := range tree.Nodes {
		for j := range tree.Nodes {
			above := int32(j)
			for above > int32(i) {
				above = tree.Nodes[above].Parent
			}
			want := above == int32(i)
			if got := (&Rules{tree: tree, id: int32(i)}).holds(&Rules{tree: tree, id: int32(j)}); got != want {
				t.Errorf("node %d holds node %d: %t", i, j, got)
			}
		}
	}
}

// TestFind: a place in the CRD leads to the rules of its schema, or to none.
func TestFind(t *testing.T) {
	word := &schema.Schema{Type: "string"}
	r := rulesOf(&schema.Schema{Properties: schema.NewProperties([]schema.Property{
		{Name: "l", Schema: &schema.Schema{Items: &schema.Items{Schema: word}}},
		{Name: "m", Schema: &schema.Schema{AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: word}}},
	})})
	for _, test := range []struct {
		at   *finding.Path
		want *Rules
	}{
		{finding.Root(), r},
		{finding.Root("properties", "l"), r.properties["l"]},
		{finding.Root("properties", "l", "items"), r.properties["l"].items},
		{finding.Root("properties", "m", "additionalProperties"), r.properties["m"].values},
		{finding.Root("properties", "a"), nil},
		{finding.Root("properties", "a", "properties", "b"), nil},
		{finding.Root("items", "items"), nil},
		{finding.Root("additionalProperties", "properties", "a"), nil},
		{finding.Root("allOf").Index(0), nil},
	} {
		for _, above := range []*finding.Path{finding.Root(), finding.Root("spec", "versions").Index(1).Child("schema", "openAPIV3Schema")} {
			at := above
			for _, s := range test.at.Segments() {
				if s.IsIndex {
					at = at.Index(s.Index)
				} else {
					at = at.Child(s.Name)
				}
			}
			at = at.Child("x-kubernetes-validations").Index(7)
			if got, i := r.find(at); got != test.want || got != nil && i != 7 {
				t.Errorf("%s leads to %p and %d, want %p", at.File(), got, i, test.want)
			}
		}
	}
	if got, _ := (*Rules)(nil).find(finding.Root("items", "x-kubernetes-validations").Index(0)); got != nil {
		t.Errorf("in no rules are %p", got)
	}
}
func rulesOf(s *schema.Schema) *Rules {
	r := &Rules{schema: s}
	if len(s.XValidations()) > 0 {
		r.decl = apiservercel.AnyType
	}
	if items := s.ItemSchema(); items != nil {
		r.items = rulesOf(items)
	}
	if values := s.ValueSchema(); values != nil {
		r.values = rulesOf(values)
	}
	for _, p := range s.Properties.All() {
		if r.properties == nil {
			r.properties = map[string]*Rules{}
		}
		r.properties[p.Name] = rulesOf(p.Schema)
	}
	return r
}
