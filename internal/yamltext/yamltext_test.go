package yamltext

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

func TestMarshal(t *testing.T) {
	value := map[string]any{
		"foo2bar": 1.0, "Foo2Bar": true, "foo10": "yes", "n": nil, "list": []any{map[string]any{"b2": 1e21, "b10": "1", "B": []any{}}, "x: y", []any{map[string]any{"z": 1, "Y": 2, "x1y": 3, "X1Y": 4}}},
		"text": "a\nb\n", "": map[string]any{}, "true": int64(1) << 60, "null": "~",
	}
	first, err := Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if again, _ := Marshal(value); string(again) != string(first) {
			t.Fatalf("%s\nand then\n%s", first, again)
		}
	}
	reference, err := yaml.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if yaml.Unmarshal(first, &got) != nil || yaml.Unmarshal(reference, &want) != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nis not what kubectl writes but for the order of keys:\n%s", first, reference)
	}
	if text, err := FromJSON([]byte(" [1, \"a\"]\n")); err != nil || string(text) != "- 1\n- a\n" {
		t.Errorf("%s, %v", text, err)
	}
}

// TestMarshalNeedsNoJSON: a value that JSON was read into is written as the text of it is.
func TestMarshalNeedsNoJSON(t *testing.T) {
	leaves := []any{nil, true, false, "", "a", "yes", "1", "0x1F", "1e3", "~", "<<", "a: b", "- a", "a\nb\n", " a ", "\u2028<&>\x00", "2020-01-01", "\xff", strings.Repeat("long word ", 20),
		int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), 0.0, 1.0, -1.5, 1e20, 1e21, 1e300, 5e-324, 9.3e18, 1.9e19, math.Inf(-1)}
	r := rand.New(rand.NewPCG(5, 6))
	var value func(depth int) any
	value = func(depth int) any {
		switch k := r.IntN(6); {
		case depth == 0 || k > 3:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			return []any(nil)
		case k == 1:
			return map[string]any(nil)
		case k == 2:
			list := []any{}
			for range r.IntN(4) {
				list = append(list, value(depth-1))
			}
			return list
		}
		object := map[string]any{}
		for range r.IntN(4) {
			key, ok := leaves[r.IntN(len(leaves))].(string)
			if ok {
				object[key] = value(depth - 1)
			}
		}
		return object
	}
	direct := 0
	for range 3000 {
		v := value(3)
		if _, ok := inOrder(v); ok {
			direct++
		}
		got, err := Marshal(v)
		text, wrong := json.Marshal(v)
		if wrong != nil {
			if err == nil {
				t.Errorf("%#v is written, and is no JSON", v)
			}
			continue
		}
		want, wrong := FromJSON(text)
		if (err == nil) != (wrong == nil) || string(got) != string(want) {
			t.Fatalf("%#v:\n%s%v\nand by JSON\n%s%v", v, got, err, want, wrong)
		}
	}
	if direct < 2000 {
		t.Errorf("only %d are written without JSON", direct)
	}
}
