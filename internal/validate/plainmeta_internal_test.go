package validate

import (
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"
)

// TestPlainMeta reads and writes random metadata, plain or not, as Kubernetes does.
func TestPlainMeta(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pick := func(all ...any) any { return all[rnd.Intn(len(all))] }
	texts := func() any {
		return pick(map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": "<&\u2028", "c": ""}, map[string]any{"a": nil}, map[string]any{"a": int64(1)}, nil, "a")
	}
	plain, strange, settled := 0, 0, 0
	for range 5000 {
		m := map[string]any{}
		for _, k := range [...]string{"name", "generateName", "namespace", "uid", "resourceVersion", "Name"} {
			if rnd.Intn(4) == 0 {
				m[k] = pick("a", "b", "", "a<b", "\xff", nil, int64(3))
			}
		}
		for _, k := range [...]string{"labels", "annotations"} {
			if rnd.Intn(3) == 0 {
				m[k] = texts()
			}
		}
		if rnd.Intn(4) == 0 {
			m["generation"] = pick(int64(1), int64(0), int64(-3), 1.5, "1", nil)
		}
		for _, k := range [...]string{"b", "a", "clusterName", "a.b", "a\"b", "Labels", ""} {
			if rnd.Intn(12) == 0 {
				m[k] = pick("x", nil, true, int64(1), 1.5, map[string]any{"name": "a"}, []any{})
			}
		}
		switch rnd.Intn(12) {
		case 0:
			m["creationTimestamp"] = pick(nil, "2020-01-01T00:00:00Z", "x")
		case 3:
			m["selfLink"] = pick("/a", "")
		case 1:
			m["finalizers"] = []any{"a"}
		case 2:
			m["deletionTimestamp"] = "2020-01-01T00:00:00Z"
		}
		text, err := utiljson.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		want := &metav1.ObjectMeta{}
		err = utiljson.Unmarshal(text, want)
		var names []string
		if flaws, err := kjson.UnmarshalStrict(text, &metav1.ObjectMeta{}); err == nil {
			names = fieldPaths(flaws)
		}
		got, unknown, ok := plainMeta(m, true)
		if ok {
			plain++
			if len(names) > 0 {
				strange++
			}
			if !slices.Equal(unknown, names) {
				t.Fatalf("%v: unknown are %q, want %q", m, unknown, names)
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: got %+v, want %+v, %v", m, got, want, err)
			}
		}
		if still := SettledMeta(m); still != nil {
			settled++
			fields, writeErr := MetaFields(want)
			if err != nil || writeErr != nil || len(names) > 0 || !reflect.DeepEqual(still, fields) || !reflect.DeepEqual(still, m) {
				t.Fatalf("%v: settled as %v, want %v, %v, %v, %q", m, still, fields, err, writeErr, names)
			}
		}
		if err != nil {
			continue
		}
		fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := MetaFields(want); err != nil || !reflect.DeepEqual(got, fields) {
			t.Fatalf("%v: got %v, want %v, %v", m, got, fields, err)
		}
		read := &metav1.ObjectMeta{}
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(fields, read)
		if got := MetaOf(map[string]any{"metadata": fields}); !reflect.DeepEqual(got, read) {
			t.Fatalf("%v: got %+v, want %+v", fields, got, read)
		}
	}
	if plain < 500 || strange < 50 || settled < 100 {
		t.Errorf("%d are plain, of which %d have unknown fields; %d are settled", plain, strange, settled)
	}
	many := map[string]any{}
	for i := range 200 {
		many["x"+strconv.Itoa(i)] = "a"
	}
	text, err := utiljson.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	flaws, err := kjson.UnmarshalStrict(text, &metav1.ObjectMeta{})
	if err != nil {
		t.Fatal(err)
	}
	if _, unknown, ok := plainMeta(many, true); !ok || !slices.Equal(unknown, fieldPaths(flaws)) || len(unknown) == len(many) {
		t.Errorf("of many unknown fields %q are told, want %q", unknown, fieldPaths(flaws))
	}
	if _, unknown, ok := plainMeta(many, false); !ok || unknown != nil {
		t.Errorf("who does not ask is told %q", unknown)
	}
	of := reflect.TypeFor[metav1.ObjectMeta]()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if _, unknown, ok := plainMeta(map[string]any{name: "a"}, true); ok && len(unknown) > 0 {
			t.Errorf("%s is unknown", name)
		}
	}
	for k, v := range map[string]any{"name": "a", "generateName": "a", "namespace": "a", "uid": "a", "resourceVersion": "a",
		"generation": int64(1), "labels": map[string]any{"a": "b"}, "annotations": map[string]any{"a": "b"}} {
		if _, _, ok := plainMeta(map[string]any{k: v}, true); !ok {
			t.Errorf("%s is not plain", k)
		}
	}
}

func fieldPaths(flaws []error) []string {
	var paths []string
	for _, flaw := range flaws {
		paths = append(paths, flaw.(kjson.FieldError).FieldPath())
	}
	return paths
}

var plainObject = map[string]any{"name": "example", "namespace": "default", "generation": int64(1), "labels": map[string]any{"app": "web", "tier": "front"}}

// BenchmarkObjectMeta reads metadata and writes it again, as each request does several times.
func BenchmarkObjectMeta(b *testing.B) {
	for b.Loop() {
		meta, _, err := ObjectMeta(nil, plainObject, false, true)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := MetaFields(meta); err != nil {
			b.Fatal(err)
		}
	}
}
