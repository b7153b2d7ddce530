package defaulting

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/schema"
)

// TestSharedDefaultsAreTheSame sets the defaults of random schemas in random objects, shared
// and not.
func TestSharedDefaultsAreTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var someSchema func(depth int) map[string]any
	var some func(depth int) any
	some = func(depth int) any {
		switch kind := r.IntN(8); {
		case kind < 4 && depth > 0:
			m := map[string]any{}
			for range r.IntN(3) {
				m[[...]string{"a", "b", "c"}[r.IntN(3)]] = some(depth - 1)
			}
			return m
		case kind < 6 && depth > 0:
			l := []any{}
			for range r.IntN(4) {
				l = append(l, some(depth-1))
			}
			return l
		case kind == 6:
			return nil
		}
		return int64(r.IntN(3))
	}
	someSchema = func(depth int) map[string]any {
		s := map[string]any{"nullable": r.IntN(4) == 0}
		if r.IntN(2) == 0 {
			if d := some(2); d != nil {
				s["default"] = d
			}
		}
		switch kind := r.IntN(8); {
		case depth == 0 || kind == 0:
			s["type"] = "integer"
		case kind == 1:
			s["type"], s["items"] = "array", someSchema(depth-1)
		case kind == 2:
			s["type"], s["additionalProperties"] = "object", someSchema(depth-1)
		default:
			p := map[string]any{}
			for range 1 + r.IntN(3) {
				p[[...]string{"a", "b", "c"}[r.IntN(3)]] = someSchema(depth - 1)
			}
			s["type"], s["properties"] = "object", p
		}
		return s
	}
	within := 0
	tries := sweep.Times(1500, 4000)
	for range tries {
		list := map[string]any{"type": "array", "items": someSchema(3)}
		s, err := schema.FromValue(map[string]any{"type": "object", "properties": map[string]any{"l": list, "m": someSchema(3)}})
		if err != nil {
			t.Fatal(err)
		}
		items := make([]any, 2)
		for i := range items {
			items[i] = some(3)
		}
		object := map[string]any{"l": items, "m": some(2)}
		most := r.IntN(6)
		apart, shared, filled := runtime.DeepCopyJSON(object), runtime.DeepCopyJSON(object), runtime.DeepCopyJSON(object)
		first, others := ApplyFirst(apart, s, most)
		firstShared, othersShared := ApplyFirstShared(shared, s, most)
		any := FillShared(filled, s)
		if !reflect.DeepEqual(first, firstShared) || others != othersShared || !reflect.DeepEqual(apart, shared) || !reflect.DeepEqual(apart, filled) || any != (len(first) > 0) {
			t.Fatalf("%v of %v with %v:\n%v %v\n%v, shared\n%v %v\n%v and %v", object, s, most, first, others, apart, firstShared, othersShared, shared, filled)
		}
		for i := range first {
			if len(first[i].At.Segments()) > 3 {
				within++
			}
		}
	}
	if within < tries/20 {
		t.Errorf("%d defaults are within others", within)
	}
}

// TestDefaultsAreShared: only by those who ask for that.
func TestDefaultsAreShared(t *testing.T) {
	s := parse(t, `{type: array, items: {type: object, properties: {a: {type: object, default: {}, properties: {b: {type: integer, default: 1}}}}}}`)
	one := func(fill func(any, *schema.Schema) bool) bool {
		l := []any{map[string]any{}, map[string]any{}}
		fill(l, s)
		at := func(i int) string { return fmt.Sprintf("%p", l[i].(map[string]any)["a"]) }
		return at(0) == at(1)
	}
	if one(Fill) || !one(FillShared) {
		t.Errorf("shared are %t and %t", one(Fill), one(FillShared))
	}
}
