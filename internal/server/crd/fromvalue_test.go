package crd

import (
	"strings"
	"testing"
)

func TestFromValue(t *testing.T) {
	value := func(change func(m map[string]any)) map[string]any {
		m := map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
			"metadata": map[string]any{"name": "a.b"}, "spec": map[string]any{"group": "b"},
		}
		change(m)
		return m
	}
	for name, test := range map[string]struct {
		value any
		err   string // that of it, or "" if there is none
	}{
		"a CRD":                  {value(func(map[string]any) {}), ""},
		"an unknown field":       {value(func(m map[string]any) { m["x"] = 1 }), ""},
		"a function":             {func() {}, "json: unsupported type: func()"},
		"a list":                 {[]any{1}, "kind"},
		"nothing":                {nil, "a CustomResourceDefinition is one object"},
		"another kind":           {value(func(m map[string]any) { m["kind"] = "Service" }), `kind "Service" of "apiextensions.k8s.io/v1" is no CustomResourceDefinition of apiextensions.k8s.io/v1`},
		"another API version":    {value(func(m map[string]any) { m["apiVersion"] = "v1" }), `kind "CustomResourceDefinition" of "v1" is no`},
		"an unknown and a wrong": {value(func(m map[string]any) { m["a"] = 1; m["spec"] = map[string]any{"a": 1, "group": 3} }), "json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.group of type string"},
		"a list of two CRDs": {map[string]any{"apiVersion": "v1", "kind": "List", "items": []any{value(func(map[string]any) {}), value(func(map[string]any) {})}},
			"a CustomResourceDefinition is one object"},
		"what is too deep": {deep(20000), "nested"},
	} {
		c, err := FromValue(test.value)
		switch {
		case test.err == "":
			if err != nil || c.Metadata.Name != "a.b" || c.Spec.Group != "b" {
				t.Errorf("%s: %+v, %v", name, c, err)
			}
		case err == nil || !strings.Contains(err.Error(), test.err) || c != nil:
			t.Errorf("%s: %v, want %s", name, err, test.err)
		}
	}
}

func deep(levels int) any {
	var v any = 1
	for range levels {
		v = []any{v}
	}
	return v
}
