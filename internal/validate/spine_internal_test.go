package validate

import (
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// TestLimitsBroken: the limit that an object breaks is left alone, the lower one first.
func TestLimitsBroken(t *testing.T) {
	count := func(n int64) *int64 { return &n }
	value := map[string]any{"a": "x", "b": "y"}
	for _, test := range []struct {
		least, most                  *int64
		broken, keepsLeast, keepMost bool
	}{
		{nil, nil, false, false, false},
		{count(2), count(2), false, false, false},
		{count(3), nil, true, true, false},
		{count(3), count(1), true, true, false},
		{count(1), count(1), true, true, true},
		{nil, count(1), true, false, true},
	} {
		s := &spec.Schema{SchemaProps: spec.SchemaProps{
			MinProperties: test.least, MaxProperties: test.most, Required: []string{"c"}, Properties: map[string]spec.Schema{"a": {}}, AdditionalProperties: &spec.SchemaOrBool{},
		}}
		validator := newSpecNode(s).limitsBroken(value)
		if (validator != nil) != test.broken {
			t.Errorf("%+v: %+v", test, validator)
			continue
		}
		if validator == nil {
			continue
		}
		if got := validator.Schema; (got.MinProperties != nil) != test.keepsLeast || (got.MaxProperties != nil) != test.keepMost ||
			got.Properties != nil || got.AdditionalProperties != nil || got.Required != nil || s.Required == nil {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}
