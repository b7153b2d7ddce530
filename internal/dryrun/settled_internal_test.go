package dryrun

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

// TestSettledStays has all that is done to objects done to random ones that are settled, and
// counts those that nothing changes and that are not known to be settled.
func TestSettledStays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	settled, unknown, changed := 0, 0, 0
	for range 20000 {
		s := someSchema(random, 3)
		s["type"] = "object"
		parsed, err := schema.FromValue(s)
		if err != nil {
			t.Fatal(err)
		}
		u, ok := someObject(random, s, 3).(map[string]any)
		if !ok {
			continue
		}
		u["apiVersion"], u["kind"], u["metadata"] = "g/v1", "W", map[string]any{"name": "a"}
		after := runtime.DeepCopyJSON(u)
		prune.Unknown(after, parsed, true)
		prune.Nulls(after, parsed)
		c := validate.MetaCoercer{Code: code.EmbeddedMetadata, Drop: true}
		c.Coerce(nil, after, parsed, false)
		defaulting.Fill(after, parsed)
		stored(after)
		same := reflect.DeepEqual(u, after)
		switch {
		case settledObject(u, parsed):
			if !same {
				t.Fatalf("%v with %v is said to be settled, and becomes %v", u, s, after)
			}
			settled++
		case same:
			unknown++
		default:
			changed++
		}
	}
	if settled < 3000 || changed < 1000 {
		t.Errorf("%d were settled, %d not known to be, %d changed", settled, unknown, changed)
	}
}

// TestLooseIsEnough reads random objects whose settled parts are shared: what becomes of them is
// what becomes of a copy of all, and they stay as they are.
func TestLooseIsEnough(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	shared, copied, loose := 0, 0, 0
	for range 8000 {
		s := someSchema(random, 3)
		s["type"] = "object"
		parsed, err := schema.FromValue(s)
		if err != nil {
			t.Fatal(err)
		}
		u, ok := someObject(random, s, 3).(map[string]any)
		if !ok {
			continue
		}
		u["apiVersion"], u["kind"], u["metadata"] = "g/v1", "W", map[string]any{"name": "a"}
		if properties, _ := s["properties"].(map[string]any); properties["metadata"] != nil {
			if metadata, ok := someObject(random, properties["metadata"], 2).(map[string]any); ok {
				metadata["name"] = "a"
				u["metadata"] = metadata
			}
		}
		if random.IntN(20) == 0 {
			u["kind"] = "V"
		}
		v := &served{name: "v1", schema: parsed, hasEmbedded: true, hasDefaults: true}
		r := &Resource{group: "g", kind: "W", versions: map[string]*served{"v1": v}, preserve: random.IntN(20) == 0}
		for _, how := range []coercion{{}, {stored: true}} {
			before := runtime.DeepCopyJSON(u)
			got, want := r.loose(u), runtime.DeepCopyJSON(u)
			if !reflect.DeepEqual(got, u) {
				t.Fatalf("of %v with %v, %v is loose", u, s, got)
			}
			for name, v := range got {
				if was, ok := u[name].(map[string]any); ok && len(was) > 0 {
					if reflect.ValueOf(was).Pointer() == reflect.ValueOf(v).Pointer() {
						shared++
					} else {
						copied++
					}
				}
			}
			for _, object := range []map[string]any{got, want} {
				if _, err := r.coerce(object, how, nil); err != nil {
					continue
				}
				r.applyDefaults(object, nil)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v with %v becomes %v, not %v", u, s, got, want)
			}
			if !reflect.DeepEqual(u, before) {
				t.Fatalf("%v with %v is changed to %v", before, s, u)
			}
			if !reflect.DeepEqual(got, before) {
				loose++
			}
			if with := r.defaulted(u); !reflect.DeepEqual(u, before) || random.IntN(4) == 0 && !reflect.DeepEqual(with, filled(r, before)) {
				t.Fatalf("%v with %v is %v with defaults", u, s, with)
			}
		}
	}
	if shared < 500 || copied < 500 || loose < 500 {
		t.Errorf("%d were shared, %d copied, %d objects changed", shared, copied, loose)
	}
}

// filled is an object that has its defaults set in a copy of all of it.
func filled(r *Resource, u map[string]any) map[string]any {
	u = runtime.DeepCopyJSON(u)
	r.applyDefaults(u, nil)
	return u
}

var someFields = [...]string{"a", "b", "metadata", "kind"}

func someSchema(random *rand.Rand, depth int) map[string]any {
	s := map[string]any{"nullable": random.IntN(3) == 0}
	if random.IntN(8) == 0 {
		s["default"] = "x"
	}
	if random.IntN(8) == 0 {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	if random.IntN(16) == 0 {
		s["x-kubernetes-embedded-resource"] = true
	}
	if depth == 0 {
		s["type"] = "string"
		return s
	}
	switch random.IntN(6) {
	case 0:
		s["type"] = "string"
	case 1:
		s["type"], s["items"] = "array", someSchema(random, depth-1)
	case 2:
		s["type"], s["additionalProperties"] = "object", someSchema(random, depth-1)
	case 3:
		s["type"], s["additionalProperties"] = "object", random.IntN(2) == 0
	default:
		properties := map[string]any{}
		for range 1 + random.IntN(3) {
			properties[someFields[random.IntN(len(someFields))]] = someSchema(random, depth-1)
		}
		s["type"], s["properties"] = "object", properties
	}
	return s
}

// someObject is a value of a schema, most often.
func someObject(random *rand.Rand, s any, depth int) any {
	of, _ := s.(map[string]any)
	typ, _ := of["type"].(string)
	if random.IntN(20) == 0 || typ == "" {
		typ = []string{"string", "object", "array", "number", "null"}[random.IntN(5)]
	}
	if depth < 0 {
		typ = "string"
	}
	switch typ {
	case "object":
		out := map[string]any{}
		properties, _ := of["properties"].(map[string]any)
		for name, p := range properties {
			if random.IntN(4) > 0 {
				out[name] = someObject(random, p, depth-1)
			}
		}
		if more := of["additionalProperties"]; more != nil || random.IntN(12) == 0 {
			for i := range random.IntN(3) {
				out[fmt.Sprint("k", i)] = someObject(random, more, depth-1)
			}
		}
		return out
	case "array":
		out := make([]any, random.IntN(3))
		for i := range out {
			out[i] = someObject(random, of["items"], depth-1)
		}
		return out
	case "number":
		return []any{int64(1), 1.0, 1.5}[random.IntN(3)]
	case "null":
		return nil
	}
	return "x"
}
