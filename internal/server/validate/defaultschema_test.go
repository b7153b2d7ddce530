package validate

import (
	"fmt"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// TestDefaultSchema: a default is held to the range of its format by servers that tell
// formats by type, and to the formats of names by those that know them, wherever it stands.
func TestDefaultSchema(t *testing.T) {
	leaf := func() *schema.Schema { return &schema.Schema{Type: "integer", Format: "k8s-short-name"} }
	branch := func() []*schema.Schema { return []*schema.Schema{{}, {Items: &schema.Items{Schema: leaf()}}} }
	s := leaf()
	s.Branches, s.Not = &schema.Branches{AllOf: branch(), AnyOf: branch(), OneOf: branch()}, branch()[1]
	s.Items = &schema.Items{Schema: leaf()}
	s.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: leaf()}
	s.Properties = schema.NewProperties([]schema.Property{{Name: "a", Schema: leaf()}, {Name: "b", Schema: leaf()}})
	for _, f := range []behaviour.Formats{{}, {ByType: true}, {NamesInDefaults: true}, {ByType: true, NamesInDefaults: true}} {
		want := "[integer integer]"
		if f.ByType {
			want = "[integer]"
		}
		if f.NamesInDefaults {
			want += " k8s-short-name"
		} else {
			want += " "
		}
		out := DefaultSchema(s, &f)
		a, b := out.Properties["a"], out.Properties["b"]
		for i, got := range []*spec.Schema{out, out.AllOf[1].Items.Schema, out.AnyOf[1].Items.Schema, out.OneOf[1].Items.Schema, out.Not.Items.Schema,
			out.Items.Schema, out.AdditionalProperties.Schema, &a, &b} {
			if got := kindOf(got); got != want {
				t.Errorf("%+v: schema %d is %s, want %s", f, i, got, want)
			}
		}
	}
	other := &schema.Schema{Type: "string", Format: "date"}
	if got := kindOf(DefaultSchema(other, &behaviour.Formats{})); got != "[string] date" {
		t.Errorf("a date becomes %s", got)
	}
}

func kindOf(s *spec.Schema) string { return fmt.Sprint([]string(s.Type), " ", s.Format) }
