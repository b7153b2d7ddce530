package yamltext

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	yamlv2 "go.yaml.in/yaml/v2"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
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

// fromYAML is FromJSON by way of reading JSON as YAML, as sigs.k8s.io/yaml does.
func fromYAML(text []byte) ([]byte, error) {
	var whole yamlv2.MapSlice // only what stands in a MapSlice is read into others
	if err := yamlv2.Unmarshal(slices.Concat([]byte(`{"":`), text, []byte("}")), &whole); err != nil {
		return nil, err
	}
	sortKeys(whole[0].Value)
	return Ordered(whole[0].Value)
}

func sortKeys(v any) {
	switch v := v.(type) {
	case yamlv2.MapSlice:
		slices.SortStableFunc(v, func(a, b yamlv2.MapItem) int { return strings.Compare(a.Key.(string), b.Key.(string)) })
		for i := range v {
			sortKeys(v[i].Value)
		}
	case []any:
		for _, item := range v {
			sortKeys(item)
		}
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
		want, wrong := fromYAML(text)
		if (err == nil) != (wrong == nil) || string(got) != string(want) {
			t.Fatalf("%#v:\n%s%v\nand by JSON\n%s%v", v, got, err, want, wrong)
		}
	}
	if direct < 2000 {
		t.Errorf("only %d are written without JSON", direct)
	}
}

// TestFromJSONIsTheLibrarys compares what FromJSON writes with what the library alone does.
func TestFromJSONIsTheLibrarys(t *testing.T) {
	leaves := []string{"null", "true", "0", "-0", "-1", "12", "1.5", "-1.0", "1000000.0", "1e6", "1E3", "1e21", "1.0e-7", "1234567890123456789", "18446744073709551615", "99999999999999999999", "1e999",
		`""`, `"a"`, `"a\nb\tc"`, `"a\nb\n"`, `"yes"`, `"1"`, `"~"`, `"<<"`, `"a: b # c"`, `" a "`, `"\u2028"`, `"é"`, `"` + strings.Repeat("long word ", 30) + `end"`, `"` + strings.Repeat("é words ", 30) + `"`, "{}", "[]"}
	keys := []string{`"a"`, `"B"`, `"a10"`, `"a2"`, `"<<"`, `""`, `"1"`, `"true"`, `"a b"`, `"é"`, `"` + strings.Repeat("k", 101) + `"`}
	r := rand.New(rand.NewPCG(9, 10))
	var value func(depth int) string
	value = func(depth int) string {
		var parts []string
		switch k := r.IntN(6); {
		case depth == 0 || k > 2:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			for range r.IntN(4) {
				parts = append(parts, value(depth-1))
			}
			return "[" + strings.Join(parts, ",") + "]"
		}
		for _, n := range r.Perm(len(keys))[:r.IntN(4)] {
			parts = append(parts, keys[n]+":"+value(depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	for range sweep.Times(2000, 10_000) {
		text := []byte(value(4))
		got, err := FromJSON(text)
		want, wrong := fromYAML(text)
		if err != nil || wrong != nil || string(got) != string(want) {
			t.Fatalf("%s:\n%s%v\nand by the library\n%s%v", text, got, err, want, wrong)
		}
	}
}
