package defaulting

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

func parse(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tree(t *testing.T, text string) *schematree.Tree {
	t.Helper()
	return schematree.New(parse(t, text), finding.Root("schema"))
}

func TestApplySaysWhatReplacedANull(t *testing.T) {
	s := parse(t, `
type: object
properties:
  absent: {type: integer, default: 1}
  "null": {type: integer, default: 2}
  here: {type: integer, default: 3}
  list: {type: array, items: {type: integer, default: 4}}
  map: {type: object, additionalProperties: {type: integer, default: 5}}
  bare: {type: array, items: {type: integer}}
`)
	object := map[string]any{
		"null": nil, "here": int64(7), "list": []any{nil, int64(7)}, "map": map[string]any{"k": nil, "l": int64(7)}, "bare": []any{nil},
	}
	var got []string
	for _, set := range Apply(object, s) {
		got = append(got, fmt.Sprint(set.At.Server(), " ", set.Value, " ", set.Null))
	}
	want := []string{"absent 1 false", "list[0] 4 true", "map.k 5 true", "null 2 true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFillSetsWhatApplyDoes fills objects in both ways.
func TestFillSetsWhatApplyDoes(t *testing.T) {
	s := parse(t, `
type: object
properties:
  a: {type: integer, default: 1}
  b: {type: object, default: {}, properties: {c: {type: string, default: x}}}
  list: {type: array, items: {type: object, properties: {d: {type: boolean, default: false}}}}
  bare: {type: array, items: {type: integer}}
`)
	for _, object := range []map[string]any{
		{}, {"a": nil, "b": map[string]any{}}, {"a": int64(2), "b": map[string]any{"c": "y"}},
		{"a": int64(1), "b": map[string]any{"c": "x"}, "list": []any{map[string]any{}}},
		{"a": int64(1), "b": map[string]any{"c": "x"}, "bare": []any{nil}},
	} {
		listed, filled := runtime.DeepCopyJSON(object), runtime.DeepCopyJSON(object)
		any, set := Fill(filled, s), Apply(listed, s)
		if any != (len(set) > 0) || !reflect.DeepEqual(filled, listed) {
			t.Errorf("%v: filled %v (%t), and with a list %v (%d)", object, filled, any, listed, len(set))
		}
	}
}
