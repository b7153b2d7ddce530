package validate

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// RefusedBy returns the keyword that refuses a value of the right type.
func RefusedBy(by *behaviour.Behaviour, s *schema.Schema, value any) string {
	for _, k := range []struct {
		name string
		only schema.Schema
	}{
		{"pattern", schema.Schema{Pattern: s.Pattern}},
		{"minLength", schema.Schema{MinLength: s.MinLength}},
		{"maxLength", schema.Schema{MaxLength: s.MaxLength}},
		{"minimum", schema.Schema{Minimum: s.Minimum, ExclusiveMinimum: s.ExclusiveMinimum}},
		{"maximum", schema.Schema{Maximum: s.Maximum, ExclusiveMaximum: s.ExclusiveMaximum}},
		{"multipleOf", schema.Schema{Rare: &schema.Rare{MultipleOf: s.MultipleOf()}}},
		{"format", schema.Schema{Format: s.Format}},
		{"minItems", schema.Schema{MinItems: s.MinItems}},
		{"maxItems", schema.Schema{MaxItems: s.MaxItems}},
		{"items", schema.Schema{Items: s.Items}},
		{"required", schema.Schema{Required: s.Required}},
	} {
		k.only.Type, k.only.XIntOrString = s.Type, s.XIntOrString
		if !Takes(by, &k.only, value) {
			return k.name
		}
	}
	return "another keyword of the schema"
}

// Takes reports whether a server's validator accepts a value. It neither evaluates CEL rules nor applies defaults nor
// prunes. The server refuses every value that is refused here, but a CEL rule may refuse an accepted one.
func Takes(by *behaviour.Behaviour, s *schema.Schema, value any) bool {
	return ObjectChecker(s, *by).Accepts(value)
}

// WithoutJunctors returns the schema of a node without its junctors.
func WithoutJunctors(n *schematree.Node) *schema.Schema {
	s := *n.Schema
	s.Branches, s.Not = nil, nil
	return &s
}
