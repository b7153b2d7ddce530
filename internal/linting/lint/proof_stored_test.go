package lint

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What is proved here is about what is stored: dropped, kept, or set.

// statusNeedsIt proves that a status is refused without the field, and accepted without
// it where it has a default.
func statusNeedsIt(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.path[:2]
	status := at(t, object, field).(map[string]any)
	name := status["required"].([]any)[atoi(t, s.path[len(s.path)-1])]
	status["required"] = []any{name}
	if _, ok := send(resourceOf(t, whole), field, map[string]any{}); ok {
		t.Errorf("%s: {} is accepted", s.Message)
	}
	node := status["properties"].(map[string]any)[name.(string)].(map[string]any)
	node["default"] = map[any]any{"string": "x", "integer": 1}[node["type"]]
	if _, ok := send(resourceOf(t, whole), field, map[string]any{}); !ok {
		t.Errorf("%s: with a default {} is refused", s.Message)
	}
}

// contentIsDropped proves that objects within are stored empty.
func contentIsDropped(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	value, want := any(map[string]any{"a": "b", "c": map[string]any{}}), any(map[string]any{})
	if strings.HasPrefix(s.Message, "additionalProperties: true") {
		s.path = s.path[:len(s.path)-1]
		value, want = map[string]any{"a": map[string]any{"b": "c"}, "d": "e"}, map[string]any{"a": map[string]any{}, "d": "e"}
	}
	if stored, ok := send(r, s.field(), value); !ok || !reflect.DeepEqual(stored, want) {
		t.Errorf("%s: %v is stored as %v", s.Message, value, stored)
	}
}

// nameIsAnother proves that the field of the name that is written is dropped, and that of the name
// that YAML makes of it is kept.
func nameIsAnother(t *testing.T, s subject) {
	var read, written string
	if _, err := fmt.Sscanf(s.Message, "the name of the field is %q, not %s", &read, &written); err != nil {
		t.Fatal(err)
	}
	whole, object := s.decoded(t)
	field := s.field()
	values := map[string]any{"string": "x", "integer": int64(7), "object": map[string]any{"a": "b"}}
	value := values[at(t, object, field).(map[string]any)["type"].(string)]
	parent := field[:len(field)-2]
	sent := map[string]any{read: value, strings.TrimSuffix(written, ","): value}
	if stored, ok := send(resourceOf(t, whole), parent, sent); !ok || !reflect.DeepEqual(stored, map[string]any{read: value}) {
		t.Errorf("%s: %v is stored as %v", s.Message, sent, stored)
	}
}

// nullIsKept proves that null stays, and without nullable takes the default.
func nullIsKept(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	if stored, ok := send(resourceOf(t, whole), s.field(), nil); !ok || stored != nil {
		t.Errorf("%s: null is stored as %v", s.Message, stored)
	}
	node := at(t, object, s.field()).(map[string]any)
	delete(node, "nullable")
	if stored, _ := send(resourceOf(t, whole), s.field(), nil); stored == nil {
		t.Errorf("%s: without nullable null is kept", s.Message)
	}
}

// defaultsNeedTheObject proves that nothing is set without the object, something
// in an empty one, and the same without it once it has the default {}.
func defaultsNeedTheObject(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	parent, name := field[:len(field)-2], field[len(field)-1]
	r := resourceOf(t, whole)
	if stored, ok := send(r, parent, map[string]any{}); !ok || stored.(map[string]any)[name] != nil {
		t.Errorf("%s: left out, %s is stored as %v", s.Message, name, stored)
	}
	given, ok := send(r, field, map[string]any{})
	if o, is := given.(map[string]any); !ok || !is || len(o) == 0 {
		t.Errorf("%s: given as {}, it is stored as %v", s.Message, given)
	}
	at(t, object, field).(map[string]any)["default"] = map[string]any{}
	if stored, ok := send(resourceOf(t, whole), parent, map[string]any{}); !ok || !reflect.DeepEqual(stored.(map[string]any)[name], given) {
		t.Errorf("%s: with the default {} it is stored as %v", s.Message, stored)
	}
}

// defaultsDiffer proves that leaving the object out and giving it empty come to
// different values of the field.
func defaultsDiffer(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	field := s.path[:slices.Index(s.path, "default")]
	parent, name, inner := field[:len(field)-2], field[len(field)-1], s.path[len(s.path)-1]
	without, ok := send(r, parent, map[string]any{})
	given, alsoOK := send(r, field, map[string]any{})
	if !ok || !alsoOK || reflect.DeepEqual(without.(map[string]any)[name].(map[string]any)[inner], given.(map[string]any)[inner]) {
		t.Errorf("%s: %v, and given %v", s.Message, without, given)
	}
}

func unknownIsKept(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	want := map[string]any{"nmae": "x"}
	if stored, ok := send(resourceOf(t, whole), s.field(), want); len(s.field()) > 0 && (!ok || !reflect.DeepEqual(stored, want)) {
		t.Errorf("%s: %v is stored as %v", s.Message, want, stored)
	} else if o := stored.(map[string]any); o["nmae"] != "x" {
		t.Errorf("%s: %v is stored as %v", s.Message, want, stored)
	}
}
