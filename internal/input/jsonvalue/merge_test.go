package jsonvalue_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// TestMergedIsTheLibrarys compares with the library on random objects and patches.
func TestMergedIsTheLibrarys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var value func(depth int) any
	object := func(depth int) map[string]any {
		out := map[string]any{}
		for range random.IntN(4) {
			out[string(rune('a'+random.IntN(3)))] = value(depth - 1)
		}
		return out
	}
	value = func(depth int) any {
		kinds := 7
		if depth <= 0 {
			kinds = 5
		}
		switch random.IntN(kinds) {
		case 0:
			return nil
		case 1:
			return "<x>"
		case 2:
			return int64(1)<<62 + int64(random.IntN(3))
		case 3:
			return 1.5
		case 4:
			return map[string]any{}
		case 5:
			return object(depth)
		}
		list := make([]any, random.IntN(3))
		for i := range list {
			list[i] = value(depth - 1)
		}
		return list
	}
	text := func(value any) []byte {
		b, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for range 20000 {
		was, patch := object(3), object(3)
		wantText, err := jsonpatch.MergePatch(text(was), text(patch))
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := utiljson.Unmarshal(wantText, &want); err != nil {
			t.Fatal(err)
		}
		wasBefore, patchBefore := runtime.DeepCopyJSON(was), runtime.DeepCopyJSON(patch)
		got := jsonvalue.Merged(was, patch)
		if !reflect.DeepEqual(got, want) || !jsonvalue.Exact(got) {
			t.Fatalf("%s with %s: got %s, want %s", text(was), text(patch), text(got), wantText)
		}
		if !reflect.DeepEqual(was, wasBefore) || !reflect.DeepEqual(patch, patchBefore) {
			t.Fatalf("%s or %s was changed", text(wasBefore), text(patchBefore))
		}
	}
}

// TestBecomes checks that an object in a patch takes the place of one in the object, and is not
// another one.
func TestBecomes(t *testing.T) {
	is := map[string]any{"b": int64(2)}
	object := map[string]any{"a": map[string]any{"a": int64(1)}, "c": map[string]any{"d": map[string]any{}, "e": true}}
	got := jsonvalue.Merged(object, map[string]any{"a": jsonvalue.Becomes{Object: is}, "c": map[string]any{"d": jsonvalue.Becomes{Object: is}}})
	want := map[string]any{"a": is, "c": map[string]any{"d": is, "e": true}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if reflect.ValueOf(got["a"]).Pointer() != reflect.ValueOf(is).Pointer() {
		t.Error("the object was copied")
	}
}
