package validate_test

import (
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestSurplusOfValues: of wrong values so many are kept of each kind, and the others
// counted.
func TestSurplusOfValues(t *testing.T) {
	for _, text := range []string{
		"{type: array, items: {type: integer, anyOf: [{minimum: 5}, {maximum: 1}]}}",
		"{type: array, items: {type: integer, minimum: 5}}",
	} {
		s, err := schema.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		value := []any{int64(3), int64(3), int64(3), int64(3)}
		all, _ := validate.Changed(code.Value, finding.Root("spec"), value, validate.OpenAPI(s), kube.Latest.Behaviour().Objects, nil, nil, nil)
		kept := surplus.New(1)
		some, _ := validate.Changed(code.Value, finding.Root("spec"), value, validate.OpenAPI(s), kube.Latest.Behaviour().Objects, nil, kept, nil)
		counted := len(some)
		kinds := map[finding.Code]bool{}
		for _, f := range all {
			kinds[f.Code] = true
		}
		for _, r := range kept.Rest() {
			counted += r.Count
		}
		if len(all) < 4 || len(some) != len(kinds) || counted != len(all) {
			t.Errorf("%s: %d findings of %d kinds, %d kept and %d counted", text, len(all), len(kinds), len(some), counted)
		}
	}
}
