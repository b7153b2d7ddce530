package validate

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestWithin: what is found, and what becomes of resources, is the same if parts of a value are
// passed over in whose schemas there is nothing to look for.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 12))
	checks := kube.Latest.Behaviour().Checks
	lists, resources, refused := 0, 0, 0
	for range 3000 {
		s := someSchema(r, 4)
		value := someValue(r, s, 4)
		twice := Lists(nil, value, s)
		lists += len(twice)
		if got := ListsWithin(nil, value, s, MergedIn(s)); !reflect.DeepEqual(places(got), places(twice)) {
			t.Fatalf("%v of %v, want %v", places(got), value, places(twice))
		}
		wrong := Meta("x", nil, value, s, false, checks)
		resources += len(wrong)
		if got := EmbeddedMeta("x", value, s, checks, ResourcesIn(s)); !reflect.DeepEqual(places(got), places(wrong)) {
			t.Fatalf("%v of %v, want %v", places(got), value, places(wrong))
		}
		other := runtime.DeepCopyJSONValue(value)
		plain, known := MetaCoercer{Code: "x", Strict: true}, MetaCoercer{Code: "x", Strict: true, In: ResourcesIn(s)}
		a, b := plain.Coerce(nil, value, s, false), known.Coerce(nil, other, s, false)
		if a != nil {
			refused++
		}
		if (a == nil) != (b == nil) || a != nil && a.ServerMessage() != b.ServerMessage() || !reflect.DeepEqual(value, other) || !reflect.DeepEqual(plain.Unknown, known.Unknown) {
			t.Fatalf("%v becomes %v, %v", value, other, b)
		}
	}
	if lists < 300 || resources < 300 || refused < 30 {
		t.Errorf("only %d items twice, %d wrong resources, %d of them refused", lists, resources, refused)
	}
}

func places(found finding.List) []string {
	var all []string
	for i := range found {
		all = append(all, found[i].Path.Server()+" "+found[i].Path.File()+" "+found[i].ServerMessage())
	}
	return all
}

// someSchema is a schema with lists of all types and embedded resources.
func someSchema(r *rand.Rand, depth int) *schema.Schema {
	kind := r.IntN(6)
	if depth == 0 {
		kind = 5
	}
	switch kind {
	case 0:
		set := "set"
		return &schema.Schema{Type: "array", Rare: &schema.Rare{XListType: &set}, Items: &schema.Items{Schema: &schema.Schema{Type: "string"}}}
	case 1:
		of := &schema.Schema{Type: "array", Items: &schema.Items{Schema: someSchema(r, depth-1)}}
		if r.IntN(2) == 0 {
			m := "map"
			of.Rare = &schema.Rare{XListType: &m, XListMapKeys: []string{"a"}}
		}
		return of
	case 2:
		return &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: someSchema(r, depth-1)}}
	case 3, 4:
		s := &schema.Schema{Type: "object", XEmbeddedResource: r.IntN(3) == 0}
		s.Properties = schema.NewProperties([]schema.Property{{Name: "a", Schema: someSchema(r, depth-1)}, {Name: "b", Schema: someSchema(r, depth-1)}, {Name: "spec", Schema: someSchema(r, depth-1)}})
		return s
	}
	return &schema.Schema{Type: "string"}
}

// someValue is a value of about a schema.
func someValue(r *rand.Rand, s *schema.Schema, depth int) any {
	switch {
	case r.IntN(12) == 0 || s == nil:
		return []any{"x", int64(1), nil}[r.IntN(3)]
	case s.Type == "array":
		list := []any{}
		for range r.IntN(4) {
			list = append(list, someValue(r, s.ItemSchema(), depth-1))
		}
		return list
	case s.Type == "object":
		object := map[string]any{}
		for _, name := range []string{"a", "b", "spec"} {
			if of := schemaOf(s, name); r.IntN(3) > 0 && of != nil {
				object[name] = someValue(r, of, depth-1)
			}
		}
		if s.XEmbeddedResource {
			object["apiVersion"], object["kind"] = []any{"v1", "a/b/c", int64(1)}[r.IntN(3)], []any{"Kind", "", nil}[r.IntN(3)]
			object["metadata"] = map[string]any{"name": []any{"a", "/", int64(1)}[r.IntN(3)], "other": "x"}
		}
		return object
	}
	return string(rune('a' + r.IntN(3)))
}
