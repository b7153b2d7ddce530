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

	got := PruneDefaults(root)
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
	if again := PruneDefaults(got); again != got {
		t.Error("pruned defaults are pruned again")
	}
}

func TestPruneWithoutASchema(t *testing.T) {
	if got := PruneDefaults(nil); got != nil {
		t.Error(got)
	}
}

// TestRewrittenInMoreThanOnePlace: one copy of a node holds all that changes in it.
func TestRewrittenInMoreThanOnePlace(t *testing.T) {
	withUnknown := object()
	withUnknown.Default = map[string]any{"unknown": "x"}
	list := &schema.Schema{Type: "array", Items: &schema.Items{Schema: withUnknown}, Default: []any{map[string]any{"unknown": "x"}}}
	got := PruneDefaults(object(schema.Property{Name: "list", Schema: list})).Property("list")
	if want := []any{map[string]any{}}; !reflect.DeepEqual(got.Default, want) {
		t.Errorf("list: %v, want %v", got.Default, want)
	}
	if want := map[string]any{}; !reflect.DeepEqual(got.ItemSchema().Default, want) {
		t.Errorf("items: %v, want %v", got.ItemSchema().Default, want)
	}
}

// TestDefaultOfTheWholeObject: as of any resource, its metadata is coerced, and its
// kind stays, although no schema knows of them.
func TestDefaultOfTheWholeObject(t *testing.T) {
	root := object(schema.Property{Name: "a", Schema: &schema.Schema{Type: "string"}})
	root.Default = map[string]any{"apiVersion": int64(5), "kind": "Widget", "a": "x", "unknown": "x", "metadata": map[string]any{"name": "p", "unknown": "x"}}
	if got, want := PruneDefaults(root).Default, (map[string]any{"kind": "Widget", "a": "x", "metadata": map[string]any{"name": "p"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("pruned: %v, want %v", got, want)
	}
	root.Default = "odd"
	if got := PruneDefaults(root); got != root {
		t.Errorf("what is no object: %v", got.Default)
	}
}

func TestCoerce(t *testing.T) {
	withMetadata := func(apiVersion any) map[string]any {
		return map[string]any{"apiVersion": apiVersion, "metadata": map[string]any{"name": "p", "unknown": "x"}, "unknown": "x"}
	}
	coerced := map[string]any{"apiVersion": "v1", "metadata": map[string]any{"name": "p"}, "unknown": "x"}
	embedded := object()
	embedded.XEmbeddedResource, embedded.Default = true, withMetadata("v1")
	plain := object()
	plain.Default = withMetadata("v1")
	odd := object()
	odd.XEmbeddedResource, odd.Default = true, withMetadata(int64(1))
	root := object(schema.Property{Name: "embedded", Schema: embedded}, schema.Property{Name: "plain", Schema: plain}, schema.Property{Name: "odd", Schema: odd})
	root.Default = withMetadata("v1")

	got := Coerce(root)
	for _, test := range []struct {
		name string
		have *schema.Schema
		want any
	}{
		{"the whole object", got, coerced},
		{"an embedded resource", got.Property("embedded"), coerced},
		{"what is no resource", got.Property("plain"), withMetadata("v1")},
		{"what cannot be coerced stays", got.Property("odd"), withMetadata(int64(1))},
	} {
		if !reflect.DeepEqual(test.have.Default, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.have.Default, test.want)
		}
	}
}

// TestCoercedIsShared: a schema whose defaults need no coercion is the result itself.
func TestCoercedIsShared(t *testing.T) {
	embedded := object()
	embedded.XEmbeddedResource, embedded.Default = true, map[string]any{"kind": "Pod", "metadata": map[string]any{"name": "p"}}
	root := object(schema.Property{Name: "embedded", Schema: embedded}, schema.Property{Name: "text", Schema: &schema.Schema{Type: "string", Default: "x"}})
	if got := Coerce(root); got != root {
		t.Errorf("%v and %v were copied", got.Property("embedded").Default, got.Property("text").Default)
	}
}
