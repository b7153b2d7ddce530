package prune_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/schema"
)

// TestKnownStays: of random values, those are known that lose nothing to random schemas.
func TestKnownStays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	names := [...]string{"a", "b", "metadata", "kind"}
	var value func(depth int) any
	value = func(depth int) any {
		switch kind := r.IntN(6); {
		case kind < 3 && depth > 0:
			m := map[string]any{}
			for range r.IntN(3) {
				m[names[r.IntN(len(names))]] = value(depth - 1)
			}
			return m
		case kind < 5 && depth > 0:
			l := []any{}
			for range r.IntN(3) {
				l = append(l, value(depth-1))
			}
			return l
		}
		return int64(r.IntN(3))
	}
	var node func(depth int) map[string]any
	node = func(depth int) map[string]any {
		s := map[string]any{"type": "object"}
		if r.IntN(4) == 0 {
			s["x-kubernetes-preserve-unknown-fields"] = true
		}
		if r.IntN(8) == 0 {
			s["x-kubernetes-embedded-resource"] = true
		}
		switch kind := r.IntN(6); {
		case depth == 0:
		case kind == 0:
			s["items"] = node(depth - 1)
		case kind == 1:
			s["additionalProperties"] = node(depth - 1)
		case kind == 2:
			s["additionalProperties"] = true
		default:
			p := map[string]any{}
			for range 1 + r.IntN(4) {
				p[names[r.IntN(len(names))]] = node(depth - 1)
			}
			s["properties"] = p
		}
		return s
	}
	count := map[bool]int{}
	tries := sweep.Times(5000, 50000)
	for range tries {
		s, err := schema.FromValue(node(3))
		if err != nil {
			t.Fatal(err)
		}
		resource, x := r.IntN(2) == 0, value(3)
		listed, dropped := runtime.DeepCopyJSONValue(x), runtime.DeepCopyJSONValue(x)
		prune.Unknown(listed, s, resource)
		prune.Drop(dropped, s, resource)
		known := prune.Known(x, s, resource)
		if !reflect.DeepEqual(dropped, listed) || known != reflect.DeepEqual(x, listed) {
			t.Fatalf("%v of %v: known %t, dropped to %v, and listed to %v", x, s, known, dropped, listed)
		}
		if m, _ := x.(map[string]any); len(m) > 0 {
			count[known]++
		}
	}
	if count[true] < tries/20 || count[false] < tries/20 {
		t.Errorf("values are known: %v", count)
	}
}
