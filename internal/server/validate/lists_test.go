package validate_test

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestLists looks for repetitions in values of many forms. The words are those of
// the recorded cases testdata/dryrun/lists.
func TestLists(t *testing.T) {
	const (
		set     = `{"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}`
		byK     = `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object"}}`
		byKAndL = `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", "l"], "items": {"type": "object"}}`
	)
	item := func(key string, value any) map[string]any { return map[string]any{key: value, "v": "x"} }
	for _, test := range []struct {
		name, schema string
		value        any
		want         []string
	}{
		{"nothing twice", set, []any{"a", "b"}, nil},
		{"one item", set, []any{"a"}, nil},
		{"something twice", set, []any{"a", "b", "a"}, []string{`x[2]: Duplicate value: "a"`}},
		{"something three times", set, []any{"a", "a", "a"}, []string{`x[1]: Duplicate value: "a"`}},
		{"two things twice", set, []any{"a", "b", "b", "a"}, []string{`x[2]: Duplicate value: "b"`, `x[3]: Duplicate value: "a"`}},
		{"an object twice", set, []any{map[string]any{"a": "b"}, map[string]any{"a": "b"}}, []string{`x[1]: Duplicate value: {"a":"b"}`}},
		{"a list twice", set, []any{[]any{"a"}, []any{"a"}, []any{"b"}}, []string{`x[1]: Duplicate value: ["a"]`}},
		{"an object and its text", set, []any{map[string]any{"a": "b"}, `{"a":"b"}`}, nil},
		{"different objects", set, []any{map[string]any{"a": "b"}, map[string]any{"a": "c"}}, nil},
		{"an atomic list", `{"type": "array", "x-kubernetes-list-type": "atomic", "items": {"type": "string"}}`, []any{"a", "a"}, nil},
		{"a list", `{"type": "array", "items": {"type": "string"}}`, []any{"a", "a"}, nil},
		{"different keys", byK, []any{item("k", "a"), item("k", "b")}, nil},
		{"a key twice", byK, []any{item("k", "a"), item("k", "a")}, []string{`x[1]: Duplicate value: {"k":"a"}`}},
		{"no key twice", byK, []any{item("o", "a"), item("o", "b")}, []string{`x[1]: Duplicate value: {}`}},
		{"null twice", byK, []any{nil, nil}, []string{`x[1]: Duplicate value: {}`}},
		{"keys that are numbers", byK, []any{item("k", int64(1)), item("k", 1.0)}, nil},
		{"one of two keys", byKAndL, []any{item("k", "a"), item("k", "a"), item("l", "a")}, []string{`x[1]: Duplicate value: {"k":"a"}`}},
		{"other values of the second key", byKAndL, []any{map[string]any{"k": "a", "l": "a"}, map[string]any{"k": "a", "l": "b"}}, nil},
		{"no object", byK, []any{item("k", "a"), item("k", "a"), "b"}, []string{`x[2]: Invalid value: "b": must be an object for an array of list-type map`}},
		{"below a field", `{"type": "object", "properties": {"a": ` + set + `, "b": ` + set + `}}`, map[string]any{"a": []any{"a", "a"}, "b": []any{"b", "b"}},
			[]string{`x.a[1]: Duplicate value: "a"`, `x.b[1]: Duplicate value: "b"`}},
		{"below a value of a map", `{"type": "object", "additionalProperties": ` + set + `}`, map[string]any{"a": []any{"a", "a"}}, []string{`x[a][1]: Duplicate value: "a"`}},
		{"below items", `{"type": "array", "items": ` + set + `}`, []any{[]any{"a"}, []any{"a", "a"}}, []string{`x[1][1]: Duplicate value: "a"`}},
		{"below what has no schema", `{"type": "object"}`, map[string]any{"a": map[string]any{"b": []any{"a", "a"}}}, nil},
		{"below items without a schema", `{"type": "array"}`, []any{map[string]any{"b": "c"}, []any{"a", "a"}}, nil},
		{"no list", set, "a", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := validate.Lists(finding.Root("x"), test.value, parse(t, test.schema))
			if got := words(found); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// words are findings as the server prints them.
func words(list finding.List) []string {
	var out []string
	for i := range list {
		out = append(out, list[i].Path.Server()+": "+list[i].ServerMessage())
	}
	return out
}
