package lint

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// What is proved here is that values are refused.

// nothingPasses proves that a field takes no value; for a branch, if it were the
// only one.
func nothingPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	where := onlyBranches(t, object, s.path)
	field := meant(where)
	r := resourceOf(t, whole)
	for _, v := range values(at(t, object, field)) {
		if stored, ok := send(r, field, v); ok {
			t.Errorf("%s: %#v is accepted in %v and stored as %#v", s.Message, v, field, stored)
		}
	}
	if strings.Contains(s.Message, "every value of") || strings.Contains(s.Message, "no value of") {
		_, ok := send(r, field, nil)
		said := strings.HasSuffix(s.Message, "except null is refused")
		branch := strings.HasSuffix(s.Message, "this branch")   // none is asked about null
		if ok && !said && !branch || said && !ok && !s.random { // there, other schemas may refuse null
			t.Errorf("%s: null is stored: %v", s.Message, ok)
		}
	}
}

// everyFieldPasses proves that each field of the spec of a good CRD takes some
// of the same values, so that nothingPasses can fail.
func everyFieldPasses(t *testing.T, text []byte) {
	whole, object := subject{crd: text}.decoded(t)
	r := resourceOf(t, whole)
	fields := at(t, object, []string{"properties", "spec", "properties"}).(map[string]any)
	for name, node := range fields {
		field := []string{"properties", "spec", "properties", name}
		if !slices.ContainsFunc(values(node), func(v any) bool { _, ok := send(r, field, v); return ok }) {
			t.Errorf("spec.%s takes none of the values", name)
		}
	}
}

func valueIsRefused(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	where := onlyBranches(t, object, s.path)
	value := at(t, object, where)
	if _, ok := send(resourceOf(t, whole), meant(where), value); ok {
		t.Errorf("%s: %#v is stored", s.Message, value)
	}
}

func nullIsRefused(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	if _, ok := send(resourceOf(t, whole), s.field(), nil); ok {
		t.Errorf("%s: null is accepted", s.Message)
	}
	if s.Help == "remove nullable" {
		return
	}
	// The help says that without nullable it is no error.
	delete(at(t, object, s.field()).(map[string]any), "nullable")
	node := at(t, object, s.field()).(map[string]any)
	stored, _ := send(resourceOf(t, whole), s.field(), nil)
	if !reflect.DeepEqual(stored, node["default"]) {
		t.Errorf("without nullable null is stored as %#v", stored)
	}
}

func onlyEmptyPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	r := resourceOf(t, whole)
	if strings.HasPrefix(s.Message, "with additionalProperties") {
		s.path = s.path[:len(s.path)-1]
	}
	field, passed := s.field(), false
	for _, v := range values(at(t, object, field)) {
		if stored, ok := send(r, field, v); ok {
			passed = true
			if reflect.ValueOf(stored).Len() > 0 {
				t.Errorf("%s: %v is accepted", s.Message, stored)
			}
		}
	}
	if !passed {
		t.Error("not even the empty value passes")
	}
}

// nothingIsCreated proves that no object is, with or without a status.
func nothingIsCreated(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	r := resourceOf(t, whole)
	for _, v := range values(object) {
		if stored, ok := send(r, []string{"properties", "status"}, v); ok {
			t.Errorf("%s: created as %v", s.Message, stored)
		}
	}
	object["required"] = []any{}
	if _, ok := send(resourceOf(t, whole), nil, map[string]any{}); !ok {
		t.Error("nothing is created without required, either")
	}
}

// boundIsUnreadable proves that no number passes, or for a bound that only whole
// numbers meet, what becomes of those on the processor that the message names.
func boundIsUnreadable(t *testing.T, s subject) {
	_, claim, some := strings.Cut(s.Message, "on amd64 it ")
	if !some {
		nothingPasses(t, s)
		return
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the claim is about amd64")
	}
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	for i := -5; i <= 5; i++ {
		if _, ok := send(r, s.field(), i); ok != (claim == "accepts all integers") {
			t.Errorf("%s: %d: accepted: %v", s.Message, i, ok)
		}
	}
}
