package ownership

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// A searching converter leaves all to the library.
type searching struct{ stableConverter }

func (s searching) ObjectToTyped(object runtime.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	v, err := s.TypeConverter.ObjectToTyped(object, options...)
	var found typed.ValidationErrors
	if !errors.As(err, &found) {
		return v, err
	}
	return nil, reported(s.searched(object.(*unstructured.Unstructured).Object, options...))
}

// TestDirectIsTheLibrary makes random requests of managers that answer usual requests directly, and
// of the server's field manager alone: they answer the same, and store the same.
func TestDirectIsTheLibrary(t *testing.T) {
	types := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object })
	manager := func(version string, own bool) *Manager {
		if own {
			m, err := types.Manager(version, "")
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		converter, err := types.converter()
		if err != nil {
			t.Fatal(err)
		}
		m := &Manager{types: types, version: version} // nothing is usual
		if m.fields, err = m.manager(searching{converter}); err != nil {
			t.Fatal(err)
		}
		return m
	}
	mistakes := func(object map[string]any) typed.ValidationErrors {
		converter, err := types.converter()
		if err != nil {
			t.Fatal(err)
		}
		return converter.mistakes(object)
	}
	rounds, seed := 120, uint64(8)
	if os.Getenv("CRDTOOL_THOROUGH") != "" {
		rounds, seed = 6000, rand.Uint64()
	}
	r := rand.New(rand.NewPCG(3, seed))
	accepted, conflicts, refused, direct, faulty, unowned, damaged, sets := 0, 0, 0, 0, 0, 0, 0, 0
	for i := range rounds {
		var live map[string]any
		for range 6 {
			version := []string{"v1", "v1", "v1", "v2"}[r.IntN(4)]
			if i%3 > 0 {
				version = "v1" // so that all is of one
			}
			object := randomWidget(r, version, r.IntN(12) == 0)
			if r.IntN(12) == 0 {
				damage(r, object["spec"])
			}
			who, force := []string{"a", "b", "kubectl"}[r.IntN(3)], r.IntN(3) == 0
			apply := r.IntN(3) > 0
			if !apply && live != nil && r.IntN(2) == 0 {
				object["metadata"].(map[string]any)["managedFields"] = otherOwners(r, live)
			}
			now := time.Unix(int64(r.IntN(1000)), 0)
			was, before := asJSON(live), asJSON(object)
			var results [2]map[string]any
			var errs [2]error
			for j, own := range [...]bool{true, false} {
				m := manager(version, own)
				from := m.New()
				if live != nil {
					from = runtime.DeepCopyJSON(live)
					from["apiVersion"] = "example.com/" + version
				}
				sent := runtime.DeepCopyJSON(object)
				if d := m.newDirect(from, sent, now); own && d != nil {
					var ok bool
					if apply {
						_, ok, _ = d.apply(from, sent, who, force)
					} else {
						_, ok = d.update(from, sent, who)
					}
					if _, has := managedFields(object); ok && has {
						sets++
					}
					if ok {
						direct++
					}
				}
				if apply {
					results[j], errs[j] = m.Apply(from, sent, who, force, now)
				} else {
					results[j] = m.Update(from, sent, who, now)
				}
				if asJSON(sent) != before {
					t.Fatalf("what is sent is changed: %s to %s", before, asJSON(sent))
				}
			}
			if asJSON(live) != was {
				t.Fatal("the live object is changed")
			}
			conflict := apierrors.IsConflict(errs[1])
			if (errs[0] == nil) != (errs[1] == nil) || conflict && errs[0].Error() != errs[1].Error() || conflict != apierrors.IsConflict(errs[0]) {
				t.Fatalf("apply %s to %s by %s, force %t:\n%v\nnot\n%v", before, was, who, force, errs[0], errs[1])
			}
			if errs[1] != nil && saidTheSame(object, mistakes(object)) && (live == nil || saidTheSame(live, mistakes(live))) {
				if errs[0].Error() != errs[1].Error() {
					t.Fatalf("apply %s to %s by %s, force %t:\n%v\nnot\n%v", before, was, who, force, errs[0], errs[1])
				}
				switch _, ok := errs[0].(*Faulty); {
				case ok:
					faulty++
				case strings.HasPrefix(errs[0].Error(), "failed to create manager for existing fields: "):
					unowned++
				case strings.HasPrefix(errs[0].Error(), "failed to create typed live object "):
					damaged++
				}
			}
			if got, want := asJSON(results[0]), asJSON(results[1]); got != want || !reflect.DeepEqual(results[0], results[1]) {
				t.Fatalf("apply (%t) %s to %s by %s, force %t:\n%s\nnot\n%s", apply, before, was, who, force, got, want)
			}
			switch {
			case conflict:
				conflicts++
			case errs[1] != nil:
				refused++
			default:
				accepted++
				live = results[1]
				live["metadata"].(map[string]any)["uid"] = "u"
			}
		}
	}
	t.Logf("seed %d: %d accepted, %d conflicts, %d refused, %d without the server's field manager, %d of them for their types, %d and %d for those of live objects", seed, accepted, conflicts, refused, direct, faulty, unowned, damaged)
	if accepted < 3*rounds || conflicts < rounds || refused < rounds/8 || direct < 2*rounds || faulty < rounds/10 || unowned+damaged == 0 || sets < rounds/8 {
		t.Errorf("%d accepted, %d conflicts, %d refused, %d without the server's field manager, %d of them for their types, %d and %d for those of live objects, %d with managedFields of the request: not enough of each", accepted, conflicts, refused, direct, faulty, unowned, damaged, sets)
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
		for _, usual := range []*directTypes{m.directTypes, nil} {
			of := *m
			of.directTypes = usual
			if out := of.Update(live, object, "a", time.Unix(1, 0)); !reflect.DeepEqual(out, object) {
				t.Fatalf("%s at %s becomes %s", asJSON(object), m.version, asJSON(out))
			}
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
	if m.newDirect(live, port(1.0), time.Time{}) == nil {
		t.Error("it is left to the library")
	}
	got, err := m.Apply(live, port(1.0), "a", false, time.Unix(5, 0))
	if err != nil || !reflect.DeepEqual(got, was) {
		t.Errorf("%#v\n%v\nnot\n%#v", got, err, was)
	}
}

// TestFaultsAreTheLibrarys damages random objects, whose faults are those that the library finds.
func TestFaultsAreTheLibrarys(t *testing.T) {
	converter, err := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object }).converter()
	if err != nil {
		t.Fatal(err)
	}
	rounds, seed := 500, uint64(5)
	if os.Getenv("CRDTOOL_THOROUGH") != "" {
		rounds, seed = 50000, rand.Uint64()
	}
	r := rand.New(rand.NewPCG(4, seed))
	found, left, hidden := 0, 0, 0
	for range rounds {
		object := randomWidget(r, "v1", r.IntN(3) == 0)
		for range r.IntN(3) {
			damage(r, object["spec"])
		}
		var options []typed.ValidationOptions
		if r.IntN(2) == 0 {
			options = append(options, typed.AllowDuplicates)
		}
		if _, ok := converter.faults(object, options...); !ok {
			left++
		}
		got, want := converter.mistakes(object, options...), converter.searched(object, options...)
		if !saidTheSame(object, slices.Concat(converter.mistakes(object), want)) {
			if (len(got) == 0) != (len(want) == 0) {
				t.Fatalf("%s:\n%v\nnot\n%v", asJSON(object), got, want)
			}
			hidden++
			continue
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s:\n%v\nnot\n%v", asJSON(object), got, want)
		}
		found += len(want)
		_, gotErr := converter.ObjectToTyped(&unstructured.Unstructured{Object: object}, options...)
		_, wantErr := searching{converter}.ObjectToTyped(&unstructured.Unstructured{Object: object}, options...)
		if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("%s:\n%v\nnot\n%v", asJSON(object), gotErr, wantErr)
		}
	}
	t.Logf("seed %d: %d mistakes, %d objects left to the library, %d not compared", seed, found, left, hidden)
	if found < rounds/2 || left > rounds/2 || hidden > rounds/4 {
		t.Errorf("%d mistakes, %d objects left to the library, %d not compared", found, left, hidden)
	}
}

// saidTheSame reports whether the library says the same of an object with some mistakes each
// time. It prints an item with a key that is no scalar otherwise each time. An undeclared field
// in such an item, in one with a key of another type, or in one of several with the same keys,
// can't be found by its path, so that searched does not look beyond it, and says what it happens
// to come to before.
func saidTheSame(object map[string]any, all typed.ValidationErrors) bool {
	return scalarKeys(object["spec"]) && (typedKeys(object["spec"]) || !hasUndeclared(all)) && !hides(all)
}

// scalarKeys reports whether the fields that are keys of items are scalars wherever they are.
func scalarKeys(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !scalarKeys(item) })
	case map[string]any:
		for name, at := range v {
			switch at.(type) {
			case []any, map[string]any:
				if slices.Contains([]string{"name", "port", "k"}, name) || !scalarKeys(at) {
					return false
				}
			}
		}
	}
	return true
}

// typedKeys reports whether the fields that are keys of items are of their types wherever
// they are.
func typedKeys(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !typedKeys(item) })
	case map[string]any:
		for name, at := range v {
			_, text := at.(string)
			switch {
			case (name == "name" || name == "k") && !text, name == "port" && text, !typedKeys(at):
				return false
			}
		}
	}
	return true
}

func hasUndeclared(all typed.ValidationErrors) bool {
	return slices.ContainsFunc(all, func(e typed.ValidationError) bool { return e.ErrorMessage == undeclared })
}

// hides reports whether some mistakes are about items that are there twice, and some about
// undeclared fields.
func hides(all typed.ValidationErrors) bool {
	twice := slices.ContainsFunc(all, func(e typed.ValidationError) bool { return strings.HasPrefix(e.ErrorMessage, "duplicate entries") })
	return twice && hasUndeclared(all)
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

// otherOwners are managedFields that a request sets itself: those of the live object, changed.
func otherOwners(r *rand.Rand, live map[string]any) any {
	stored, _ := managedFields(live)
	list, _ := runtime.DeepCopyJSONValue(stored).([]any)
	for i := range list {
		e := list[i].(map[string]any)
		fields := e["fieldsV1"].(map[string]any)
		switch r.IntN(12) {
		case 0:
			return slices.Delete(list, i, i+1)
		case 1:
			e["manager"] = "c"
		case 2:
			e["time"] = "2020-01-01T00:00:00Z"
		case 3:
			delete(e, "time")
		case 4:
			e["operation"] = []any{"Update", "Apply", "Other"}[r.IntN(3)]
		case 5:
			e["subresource"] = "status"
		case 6:
			fields["f:spec"] = map[string]any{"f:gone": map[string]any{}, "f:map": map[string]any{"f:b": map[string]any{}}}
		case 7:
			fields["f:spec"] = []any{nil, map[string]any{"a": map[string]any{}}, map[string]any{`k:{"name": "a"}`: map[string]any{}}}[r.IntN(3)]
		case 8:
			e["apiVersion"] = []any{"example.com/v2", "example.com/v3", ""}[r.IntN(3)]
		}
	}
	if r.IntN(12) == 0 {
		return []any{nil, []any{}, []any{map[string]any{}}}[r.IntN(3)]
	}
	return list
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
