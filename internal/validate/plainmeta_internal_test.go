package validate

import (
	"math/rand"
	"reflect"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// TestPlainMeta reads and writes random metadata, plain or not, as Kubernetes does.
func TestPlainMeta(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pick := func(all ...any) any { return all[rnd.Intn(len(all))] }
	texts := func() any {
		return pick(map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": "<&\u2028", "c": ""}, map[string]any{"a": nil}, map[string]any{"a": int64(1)}, nil, "a")
	}
	plain := 0
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
		got, ok := plainMeta(m)
		if ok {
			plain++
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: got %+v, want %+v, %v", m, got, want, err)
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
	if plain < 500 {
		t.Errorf("%d are plain", plain)
	}
	for k, v := range map[string]any{"name": "a", "generateName": "a", "namespace": "a", "uid": "a", "resourceVersion": "a",
		"generation": int64(1), "labels": map[string]any{"a": "b"}, "annotations": map[string]any{"a": "b"}} {
		if _, ok := plainMeta(map[string]any{k: v}); !ok {
			t.Errorf("%s is not plain", k)
		}
	}
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
