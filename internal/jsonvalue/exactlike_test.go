package jsonvalue_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// TestExactLike changes parts of values that are exact: whether what shares the rest is, is
// what is found without them.
func TestExactLike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scalars := []any{nil, true, "a", "é", int64(1), 1.5}
	others := []any{1.0, "\xff", 7, map[string]any(nil), []any(nil), map[string]any{"\xff": nil}, []any{2.0}}
	var value func(depth int) any
	value = func(depth int) any {
		switch kind := r.IntN(4); {
		case depth == 0 || kind == 0:
			return scalars[r.IntN(len(scalars))]
		case kind == 1:
			list := []any{}
			for range r.IntN(3) {
				list = append(list, value(depth-1))
			}
			return list
		}
		m := map[string]any{}
		for _, k := range []string{"a", "b", "c"} {
			if r.IntN(3) > 0 {
				m[k] = value(depth - 1)
			}
		}
		return m
	}
	var changed func(v any) any
	changed = func(v any) any {
		switch of := v.(type) {
		case map[string]any:
			of = maps.Clone(of)
			for k, v := range of {
				if r.IntN(4) == 0 {
					of[k] = changed(v)
				}
			}
			return of
		case []any:
			of = slices.Clone(of)
			for i, v := range of {
				if r.IntN(4) == 0 {
					of[i] = changed(v)
				}
			}
			if r.IntN(4) == 0 {
				of = append(of, value(1))
			}
			return of
		}
		if r.IntN(2) == 0 {
			return value(1)
		}
		return others[r.IntN(len(others))]
	}
	exact, not := 0, 0
	for range 3000 {
		like := value(4)
		v := changed(like)
		want := jsonvalue.Exact(v)
		if got := jsonvalue.ExactLike(v, like); got != want {
			t.Fatalf("%#v, like %#v: %t", v, like, got)
		}
		if want {
			exact++
		} else {
			not++
		}
	}
	if exact < 500 || not < 500 {
		t.Errorf("%d are exact, %d are not", exact, not)
	}
	object := map[string]any{"a": map[string]any{"b": 1.0}}
	if !jsonvalue.ExactLike(object, object) || jsonvalue.ExactLike(maps.Clone(object), nil) {
		t.Error("what is known to be exact is looked at, or what is not known is not")
	}
}
