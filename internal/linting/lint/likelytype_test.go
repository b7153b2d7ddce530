package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

// TestLikelyType leaves a type out beside each keyword that tells what it was.
func TestLikelyType(t *testing.T) {
	for _, c := range []struct{ beside, want string }{
		{"properties: {a: {type: string}}", "object"},
		{"additionalProperties: {type: string}", "object"},
		{"required: [a]", "object"},
		{"maxProperties: 1", "object"},
		{"minProperties: 1", "object"},
		{"x-kubernetes-map-type: atomic", "object"},
		{"items: {type: string}", "array"},
		{"maxItems: 1", "array"},
		{"minItems: 1", "array"},
		{"x-kubernetes-list-type: atomic", "array"},
		{"pattern: a", "string"},
		{"maxLength: 1", "string"},
		{"minLength: 1", "string"},
		{"multipleOf: 2", "integer"},
		{"maximum: 1", "integer"},
		{"minimum: 1", "integer"},
		{"default: a", "string"},
		{"default: true", "boolean"},
		{"default: 1", "integer"},
		{"default: 1.5", "number"},
		{"default: {}", "object"},
		{"default: []", "array"},
		{"enum: [a]", "string"},
		{"enum: [1]", "integer"},
		{"format: int32", "integer"},
		{"format: int64", "integer"},
		{"format: float", "number"},
		{"format: double", "number"},
		{"format: byte", "string (or integer, number, boolean, object, array)"},
	} {
		text := strings.Replace(sound, "size: {type: integer}", "size: {"+c.beside+"}", 1)
		if text == sound {
			t.Fatal("the sound CRD has no such field")
		}
		seen := false
		found := linter.File(source.Read("f.yaml", []byte(text)), Options{}).Findings
		for _, f := range found {
			if f.Rule != "structural-type" {
				continue
			}
			seen = true
			if want := "; add: type: " + c.want; !strings.HasSuffix(f.Help, want) {
				t.Errorf("%s: %q does not end in %q", c.beside, f.Help, want)
			}
		}
		if !seen {
			t.Errorf("%s: the missing type is not found:\n%s", c.beside, listed(found))
		}
	}
}
