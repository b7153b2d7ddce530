package validate_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestAccepts: what came before a value makes no difference to whether it is accepted.
func TestAccepts(t *testing.T) {
	values := []any{
		nil, "a", "abcd", "", int64(1), int64(9), 1.5, true, []any{}, []any{"a"}, []any{"a", int64(1)}, map[string]any{}, map[string]any{"a": "x"},
		map[string]any{"a": int64(1)}, map[string]any{"b": "x"}, map[string]any{"a": "xyz", "c": []any{map[string]any{}}}, map[string]any{"a": "x", "c": []any{map[string]any{"d": "e"}}},
	}
	for _, text := range []string{
		"{}", "{type: string}", "{type: string, minLength: 2}", "{allOf: [{minLength: 2}, {maxLength: 1}]}", "{type: integer, maximum: 5}", "{type: array, items: {type: string}}",
		"{type: object, required: [a]}", "{type: object, properties: {a: {type: string, maxLength: 2}, c: {type: array, items: {type: object, required: [d]}}}}",
		"{oneOf: [{required: [a]}, {required: [b]}]}", "{not: {type: string}}", "{type: object, maxProperties: 1, additionalProperties: {type: string}}", "{enum: [a, 1]}", "{type: string, nullable: true}",
	} {
		s, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		server := behaviour.Of(kube.Latest)
		c := validate.ObjectChecker(s, server)
		for range 2 {
			for _, v := range values {
				if got, want := c.Accepts(v), len(c.Value("x", nil, v)) == 0; got != want || got != validate.Takes(&server, s, v) {
					t.Errorf("%s accepts %v: %t", text, v, got)
				}
			}
		}
	}
}
