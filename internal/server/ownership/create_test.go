package ownership

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestCreateIsTheFieldManagers applies random objects where none is stored: create answers what
// the server's field manager does.
func TestCreateIsTheFieldManagers(t *testing.T) {
	types := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return runtime.DeepCopyJSON(object) })
	rounds, seed := 300, uint64(8)
	if sweep.Thorough() {
		rounds, seed = 20000, rand.Uint64()
	}
	r := rand.New(rand.NewPCG(3, seed))
	created := 0
	for range rounds {
		m, err := types.Manager([]string{"v1", "v2"}[r.IntN(2)], "")
		if err != nil {
			t.Fatal(err)
		}
		object := randomWidget(r, m.version, r.IntN(12) == 0)
		if r.IntN(12) == 0 {
			damage(r, object["spec"])
		}
		who, now, before := []string{"", "a", "kubectl"}[r.IntN(3)], time.Unix(int64(r.IntN(1000)), 0), asJSON(object)
		got, ok := m.create(object, who, now)
		if asJSON(object) != before {
			t.Fatalf("what is sent is changed: %s to %s", before, asJSON(object))
		}
		if !ok {
			continue
		}
		created++
		want, err := m.fields.Apply(&unstructured.Unstructured{Object: m.New()}, &unstructured.Unstructured{Object: object}, who, false)
		if err != nil {
			t.Fatalf("%s: %v", before, err)
		}
		u := want.(*unstructured.Unstructured)
		stamp(u, nil, now)
		if !reflect.DeepEqual(got, u.Object) {
			t.Fatalf("apply %s by %s:\n%s\nnot\n%s", before, who, asJSON(got), asJSON(u.Object))
		}
	}
	t.Logf("seed %d: %d of %d objects created", seed, created, rounds)
	if created < rounds/2 {
		t.Errorf("%d of %d objects created", created, rounds)
	}
}

// TestUnownedStays: of an object that is there and that nobody owns, the server's field manager
// notes nothing when it is written, so that a request need not ask.
func TestUnownedStays(t *testing.T) {
	types := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object })
	r := rand.New(rand.NewPCG(4, 8))
	for range 200 {
		m, err := types.Manager([]string{"v1", "v2"}[r.IntN(2)], []string{"", "status"}[r.IntN(2)])
		if err != nil {
			t.Fatal(err)
		}
		live, object := randomWidget(r, "v1", true), randomWidget(r, m.version, true)
		if r.IntN(3) == 0 {
			damage(r, object["spec"])
		}
		live["metadata"].(map[string]any)["uid"] = "u"
		if out := m.Update(live, object, "a", time.Unix(1, 0)); !reflect.DeepEqual(out, object) {
			t.Fatalf("%s at %s becomes %s", asJSON(object), m.version, asJSON(out))
		}
	}
}

// What is applied equals what is there, and is written otherwise: what is there stays.
func TestEqualNumbersStay(t *testing.T) {
	m, err := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object }).Manager("v1", "")
	if err != nil {
		t.Fatal(err)
	}
	port := func(n any) map[string]any {
		return map[string]any{
			"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"},
			"spec": map[string]any{"list": []any{map[string]any{"name": "a", "port": n}}},
		}
	}
	live, err := m.Apply(m.New(), port(int64(1)), "a", false, time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	live["metadata"].(map[string]any)["uid"] = "u"
	was := runtime.DeepCopyJSON(live)
	got, err := m.Apply(live, port(1.0), "a", false, time.Unix(5, 0))
	if err != nil || !reflect.DeepEqual(got, was) {
		t.Errorf("%#v\n%v\nnot\n%#v", got, err, was)
	}
}

// damage puts another value somewhere in one.
func damage(r *rand.Rand, v any) {
	other := func() any {
		return []any{"x", int64(7), 1.5, true, nil, []any{"a"}, []any{}, map[string]any{"name": "a"}, map[string]any{}}[r.IntN(9)]
	}
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 || r.IntN(6) == 0 {
			v["odd"] = other()
			return
		}
		k := keys[r.IntN(len(keys))]
		if r.IntN(3) == 0 {
			v[k] = other()
			return
		}
		damage(r, v[k])
	case []any:
		if len(v) == 0 {
			return
		}
		i := r.IntN(len(v))
		if r.IntN(3) == 0 {
			v[i] = other()
			return
		}
		damage(r, v[i])
	}
}

// widgets is a CRD with all that objects are merged by.
func widgets(t *testing.T) *crd.CustomResourceDefinition {
	t.Helper()
	const text = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
`
	const version = `  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              a: {type: string}
              map: {type: object, additionalProperties: {type: string}}
              set: {type: array, x-kubernetes-list-type: set, items: {x-kubernetes-int-or-string: true}}
              atomic: {type: array, items: {type: string}}
              any: {type: object, x-kubernetes-preserve-unknown-fields: true}
              list:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name, port]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    port: {type: integer, default: 1}
                    a: {type: string}
                    more: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}, v: {type: integer}}}}
                    set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
`
	c, flaws := crd.Decode(source.Read("crd.yaml", []byte(text+version+strings.NewReplacer("v1", "v2", "storage: true", "storage: false").Replace(version))).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	return c
}

func asJSON(object map[string]any) string {
	text, _ := json.Marshal(object)
	return string(text)
}

// randomWidget is an object of few values, so that many meet; twice lets lists have items
// twice, and has some that nothing tells apart.
func randomWidget(r *rand.Rand, version string, twice bool) map[string]any {
	letter := func() string { return string(rune('a' + r.IntN(5))) }
	some := func(n int, add func()) {
		for range r.IntN(n) {
			add()
		}
	}
	spec := map[string]any{}
	if r.IntN(2) == 0 {
		spec["a"] = letter()
	}
	if r.IntN(2) == 0 {
		m := map[string]any{}
		some(5, func() { m[letter()] = letter() })
		spec["map"] = m
	}
	if r.IntN(3) == 0 {
		m := map[string]any{}
		some(5, func() {
			m[letter()] = []any{letter(), map[string]any{letter(): nil, letter(): []any{int64(1), 1.0}[r.IntN(2)], "z": 1.5}}
		})
		spec["any"] = m
	}
	if r.IntN(3) == 0 {
		list := []any{}
		some(4, func() { list = append(list, letter()) })
		spec["atomic"] = list
	}
	unique := func(n int, item func() (any, string)) []any {
		list, seen := []any{}, map[string]bool{}
		some(n, func() {
			v, key := item()
			if twice || !seen[key] {
				seen[key] = true
				list = append(list, v)
			}
		})
		return list
	}
	set := func() []any {
		return unique(6, func() (any, string) {
			v := letter()
			return v, v
		})
	}
	if r.IntN(2) == 0 {
		spec["set"] = unique(6, func() (any, string) {
			if r.IntN(3) == 0 {
				n := int64(r.IntN(12))
				return n, string(rune(n))
			}
			v := letter()
			return v, v
		})
	}
	if r.IntN(4) > 0 {
		spec["list"] = unique(9, func() (any, string) {
			item := map[string]any{"name": letter()}
			key := item["name"].(string) + "1"
			if r.IntN(2) == 0 {
				n := int64(1 + r.IntN(2))
				item["port"] = n
				key = item["name"].(string) + string(rune('0'+n))
			}
			if twice && r.IntN(9) == 0 {
				delete(item, "name")
			}
			if r.IntN(2) == 0 {
				item["a"] = letter()
			}
			if r.IntN(2) == 0 {
				item["set"] = set()
			}
			if r.IntN(2) == 0 {
				item["more"] = unique(6, func() (any, string) {
					k := letter()
					return map[string]any{"k": k, "v": int64(r.IntN(3))}, k
				})
			}
			return item, key
		})
	}
	return map[string]any{
		"apiVersion": "example.com/" + version, "kind": "Widget",
		"metadata": map[string]any{"name": "w", "labels": map[string]any{letter(): letter(), letter(): "x"}}, "spec": spec,
	}
}
