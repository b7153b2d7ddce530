package prune_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/prune"
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

func TestNullsAreSorted(t *testing.T) {
	s := parse(t, `
type: object
additionalProperties: {type: string}
`)
	// Two of a map are in order by chance half of the time.
	for range 20 {
		var got []string
		for _, at := range prune.Nulls(map[string]any{"a": nil, "b": nil}, s) {
			got = append(got, at.Server())
		}
		if want := []string{"a", "b"}; !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// TestTypeMetaGoesUnnamed: what a value that is not to be a resource has of one is
// taken out without a word, as by the server, but only at its top.
func TestTypeMetaGoesUnnamed(t *testing.T) {
	s := parse(t, `
type: object
properties:
  a: {type: object, properties: {b: {type: string}}}
`)
	object := map[string]any{
		"kind": "Widget", "apiVersion": "v1", "metadata": map[string]any{}, "other": true,
		"a": map[string]any{"b": "x", "kind": "Widget"},
	}
	var got []string
	for _, r := range prune.Unknown(object, s, false) {
		got = append(got, r.Path)
	}
	if want := []string{"a.kind", "other"}; !slices.Equal(got, want) {
		t.Errorf("named are %q, want %q", got, want)
	}
	if want := map[string]any{"a": map[string]any{"b": "x"}}; !reflect.DeepEqual(object, want) {
		t.Errorf("left is %v, want %v", object, want)
	}
}

func TestNullsInListsAreNamedByTheirPlace(t *testing.T) {
	s := parse(t, `
type: object
properties:
  list: {type: array, items: {type: object, properties: {a: {type: string}}}}
`)
	var got []string
	for _, at := range prune.Nulls(map[string]any{"list": []any{map[string]any{"a": nil}, map[string]any{"a": nil}}}, s) {
		got = append(got, at.Server())
	}
	if want := []string{"list[0].a", "list[1].a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestListsThatKeepAllHoldAnything(t *testing.T) {
	s := parse(t, `{type: array, x-kubernetes-preserve-unknown-fields: true}`)
	if got := prune.Unknown([]any{map[string]any{"a": map[string]any{"b": true}}}, s, false); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}
