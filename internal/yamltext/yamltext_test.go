package yamltext

import (
	"reflect"
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
