package defaulting

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func object(properties ...schema.Property) *schema.Schema {
	return &schema.Schema{Type: "object", Properties: schema.NewProperties(properties)}
}

// TestPrune: a default loses what its schema does not know, in a copy that
// shares all else.
func TestPrune(t *testing.T) {
	text := &schema.Schema{Type: "string"}
	withUnknown := object(schema.Property{Name: "a", Schema: text})
	withUnknown.Default = map[string]any{"a": "x", "b": "y"}
	embedded := &schema.Schema{Type: "object", XEmbeddedResource: true, XPreserveUnknownFields: new(true)}
	embedded.Default = map[string]any{"kind": "Pod", "metadata": map[string]any{"name": "p", "unknown": "x"}, "other": "x"}
	good := object(schema.Property{Name: "a", Schema: text})
	good.Default = map[string]any{"a": "x"}
	root := object(
		schema.Property{Name: "list", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: withUnknown}}},
		schema.Property{Name: "map", Schema: &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: withUnknown}}},
		schema.Property{Name: "embedded", Schema: embedded},
		schema.Property{Name: "good", Schema: good},
	)

	got := Prune(root)
	for where, have := range map[string]any{
		"list": got.Property("list").ItemSchema().Default,
		"map":  got.Property("map").ValueSchema().Default,
	} {
		if want := map[string]any{"a": "x"}; !reflect.DeepEqual(have, want) {
			t.Errorf("%s: %v, want %v", where, have, want)
		}
	}
	want := map[string]any{"kind": "Pod", "metadata": map[string]any{"name": "p"}, "other": "x"}
	if have := got.Property("embedded").Default; !reflect.DeepEqual(have, want) {
		t.Errorf("embedded: %v, want %v", have, want)
	}
	if got.Property("good") != good {
		t.Error("a good default was copied")
	}
	if len(withUnknown.Default.(map[string]any)) != 2 {
		t.Error("the schema itself was changed")
	}
	if again := Prune(got); again != got {
		t.Error("pruned defaults are pruned again")
	}
}
