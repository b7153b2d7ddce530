package dryrun

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/schema"
)

// TestReadsShare reads random objects, of which those share what they hold that are as they
// should be, and compares with reading copies of them.
func TestReadsShare(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	shared, grown, apart := 0, 0, 0
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
		u["apiVersion"], u["kind"] = "g/v1", [...]string{"W", "W", "W", "V"}[random.IntN(4)]
		metadata := [...]any{
			map[string]any{"name": "a"}, map[string]any{"name": "a", "generation": int64(2)}, map[string]any{},
			map[string]any{"name": "a", "labels": int64(1)}, map[string]any{"name": "a", "generation": "x", "finalizers": []any{"a/b"}}, nil, "a",
		}[random.IntN(7)]
		if u["metadata"] = metadata; random.IntN(8) == 0 {
			delete(u, "metadata")
		}
		v := &served{name: "v1", served: true, schema: parsed, hasDefaults: true, hasEmbedded: true}
		r := &Resource{group: "g", kind: "W", versions: map[string]*served{"v1": v}, storage: v}
		before := runtime.DeepCopyJSON(u)
		want, wantErr := r.fromStorage(runtime.DeepCopyJSON(u), v, nil)
		got, err := r.Read("v1", u)
		if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%v of %v is read as %v, %v, want %v, %v", u, s, got, err, want, wantErr)
		}
		if !reflect.DeepEqual(u, before) {
			t.Fatalf("reading has made %v of %v", u, before)
		}
		if _, ok := r.shared(u, v, coercion{stored: true}); !ok {
			apart++
			continue
		}
		shared++
		if fields, _ := metadata.(map[string]any); fields["generation"] == nil {
			grown++ // by the generation that old servers left out
		}
		if _, ok := r.shared(u, v, coercion{}); ok && before["metadata"].(map[string]any)["generation"] == nil {
			t.Fatalf("%v is said to be stored as it will be read", u)
		}
	}
	if shared < 1000 || grown < 500 || apart < 1000 {
		t.Errorf("%d share, of which %d had no generation, and %d do not", shared, grown, apart)
	}
}
