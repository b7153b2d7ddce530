package clientapply

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestValuesAreTheLibrarys compares the patch of decoded objects with the library's of their
// texts, on random objects that have much in common.
func TestValuesAreTheLibrarys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := sweep.Times(5000, 20_000)
	empty, unknown, deleting, becoming := 0, 0, 0, 0
	for range n {
		modified := someObject(random, 3)
		live, original := runtime.DeepCopyJSON(modified), runtime.DeepCopyJSON(modified)
		change(random, live)
		change(random, original)
		modified["metadata"] = map[string]any{"name": "a"}
		manifest := &unstructured.Unstructured{Object: modified}
		modified["apiVersion"], modified["kind"], live["apiVersion"], live["kind"] = "g/v1", "W", "g/v1", "W"
		kept := saveConfig(manifest, Last{})
		text := kept
		switch random.IntN(4) {
		case 0:
			text = ""
		case 1:
			b, err := json.Marshal(original)
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
		annotations := map[string]any{Annotation: text}
		live["metadata"] = map[string]any{"name": "a", "annotations": annotations}
		if text == "" && random.IntN(2) == 0 {
			delete(annotations, Annotation)
		}
		if random.IntN(50) == 0 {
			live["metadata"].(map[string]any)["name"] = "b"
		}
		wantText, refused := ThreeWay([]byte(text), encode(manifest), encode(&unstructured.Unstructured{Object: live}))
		before := runtime.DeepCopyJSON(modified)
		last := Last{}
		switch random.IntN(3) {
		case 0:
			last = Last{"another", runtime.DeepCopyJSON(modified)}
		case 1:
			if text != "" && jsonvalue.Exact(original) && text != kept {
				last = Last{text, original}
			}
		}
		got, known := threeWay(text, kept, last, modified, live, false)
		if known && !jsonvalue.Exact(got) {
			t.Fatalf("%#v is another one when it was written and read", got)
		}
		if !reflect.DeepEqual(before, modified) {
			t.Fatalf("the manifest was changed from %v to %v", before, modified)
		}
		if !known {
			unknown++
			continue
		}
		if refused != nil {
			t.Fatalf("got %v, and the library refuses: %s", got, refused.Text())
		}
		gotText, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(gotText, wantText) {
			t.Fatalf("of %s\nand %s\napplied last %s\ngot  %s\nwant %s", encode(manifest), encode(&unstructured.Unstructured{Object: live}), text, gotText, wantText)
		}
		var want map[string]any
		if err := utiljson.Unmarshal(wantText, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %#v, want %#v", got, want)
		}
		whole, known := threeWay(text, kept, last, modified, live, true)
		if !known {
			t.Fatalf("the patch %s is known alone without objects that become others", gotText)
		}
		wantLive, gotLive := patched(t, live, got), patched(t, live, whole)
		if !reflect.DeepEqual(gotLive, wantLive) {
			t.Fatalf("of %s\nand %s\nthe patch %s\nmakes %#v, and %#v\nmakes %#v", encode(manifest), encode(&unstructured.Unstructured{Object: live}), gotText, wantLive, whole, gotLive)
		}
		if len(whole) == 0 != (len(got) == 0) {
			t.Fatalf("got %#v where the patch is %s", whole, gotText)
		}
		if !reflect.DeepEqual(whole, got) {
			becoming++
		}
		if len(got) == 0 {
			empty++
		}
		if bytes.Contains(gotText, []byte("null")) {
			deleting++
		}
	}
	if empty < n/100 || unknown > n/2 || unknown == 0 || deleting < n/20 || becoming < n/20 {
		t.Errorf("of %d, %d patches were empty, %d not known, %d deleted something, %d had objects that become others", n, empty, unknown, deleting, becoming)
	}
}

// TestKeptValuesAreExact checks that the library is asked where the live object keeps what is
// another value once it was written and read again.
func TestKeptValuesAreExact(t *testing.T) {
	for name, test := range map[string]struct {
		live, manifest map[string]any
		known          bool
	}{
		"kept":                      {map[string]any{"a": 2.0}, map[string]any{}, false},
		"kept within":               {map[string]any{"a": map[string]any{"b": []any{2.0}}}, map[string]any{"a": map[string]any{}}, false},
		"a name that is no UTF-8":   {map[string]any{"\xff": true}, map[string]any{}, false},
		"as good as that":           {map[string]any{"a": 2.0}, map[string]any{"a": int64(2)}, false},
		"in a list as good as that": {map[string]any{"a": []any{2.0}}, map[string]any{"a": []any{int64(2)}}, false},
		"null in the manifest":      {map[string]any{"a": 2.0}, map[string]any{"a": nil}, false},
		"changed":                   {map[string]any{"a": 2.0}, map[string]any{"a": int64(3)}, true},
		"of another type":           {map[string]any{"a": map[string]any{"b": 2.0}}, map[string]any{"a": "x"}, true},
		"exact":                     {map[string]any{"a": 2.5, "b": int64(1) << 60}, map[string]any{}, true},
	} {
		if _, known := threeWay("same", "same", Last{}, test.manifest, test.live, true); known != test.known {
			t.Errorf("%s: known is %v", name, known)
		}
	}
}

// patched is an object after a patch by the library that the server uses, which knows nothing of
// jsonvalue.Becomes: a text stands for each.
func patched(t *testing.T, object, patch map[string]any) map[string]any {
	t.Helper()
	const mark = "what is to stand here "
	var become []any
	withMarks := exchanged(patch, func(v any) (any, bool) {
		b, ok := v.(jsonvalue.Becomes)
		if !ok {
			return nil, false
		}
		become = append(become, b.Object)
		return mark + strconv.Itoa(len(become)-1), true
	})
	text, err := jsonpatch.MergePatch(encode(&unstructured.Unstructured{Object: object}), encode(&unstructured.Unstructured{Object: withMarks.(map[string]any)}))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := utiljson.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return exchanged(out, func(v any) (any, bool) {
		s, _ := v.(string)
		number, marked := strings.CutPrefix(s, mark)
		if !marked {
			return nil, false
		}
		i, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		return become[i], true
	}).(map[string]any)
}

// exchanged is a value with others in the place of some within.
func exchanged(value any, other func(any) (any, bool)) any {
	if v, ok := other(value); ok {
		return v
	}
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, field := range v {
			out[key] = exchanged(field, other)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = exchanged(item, other)
		}
		return out
	}
	return value
}

var someKeys = [...]string{"a", "b", "c", "<"}

func someObject(random *rand.Rand, depth int) map[string]any {
	out := map[string]any{}
	for range random.IntN(4) {
		out[someKeys[random.IntN(len(someKeys))]] = someValue(random, depth-1)
	}
	return out
}

func someValue(random *rand.Rand, depth int) any {
	kinds := 9
	if depth <= 0 {
		kinds = 7
	}
	switch random.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return random.IntN(2) == 0
	case 2:
		return "<x>"
	case 3:
		return int64(random.IntN(3))
	case 4:
		// Some that float64 does not hold.
		return int64(1)<<(50+random.IntN(13)) + int64(random.IntN(3)) - 1 + int64(random.IntN(2))<<62
	case 5:
		return float64(random.IntN(3)) + 0.5
	case 6:
		return map[string]any{}
	case 7:
		return someObject(random, depth)
	}
	list := make([]any, random.IntN(3))
	for i := range list {
		list[i] = someValue(random, depth-1)
	}
	return list
}

// change changes some fields of an object.
func change(random *rand.Rand, object map[string]any) {
	for range random.IntN(3) {
		key := someKeys[random.IntN(len(someKeys))]
		switch v := object[key].(type) {
		case map[string]any:
			change(random, v)
		default:
			if random.IntN(3) == 0 {
				delete(object, key)
			} else {
				object[key] = someValue(random, 2)
			}
		}
	}
}
