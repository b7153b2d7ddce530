package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var enumValue = Rule{
	ID: "enum-value", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "value of an enum that the schema beside it refuses",
	Why: `A value must be in the enum and pass everything else that the schema says: type, pattern,
length, range and format. The server doesn't check enums for that, so a value that can never be
used goes unnoticed. In YAML, ` + "`on`, `off`, `yes` and `no`" + ` are booleans and ` + "`1`" + ` is a number; put them in quotes
where the type is string.`,
	Bad: `
mode:
  type: string
  enum:
  - on
  - off
`,
	Good: `
mode:
  type: string
  enum:
  - "on"
  - "off"
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if len(n.Enum) == 0 || n.Unwalked {
			return
		}
		spine := v.Spine(n)
		if spine == nil {
			return
		}
		s := own(n)
		s.Enum, s.Type, s.XIntOrString = nil, spine.Type, spine.XIntOrString
		never := "is never accepted"
		if n.Nested {
			never = "this schema never accepts it"
		}
		for i, value := range n.Enum {
			at := v.Tree.Path(n.ID).Child("enum").Index(i)
			if value == nil {
				if !n.Nested && !n.Nullable {
					p.Report(at, "null is in the enum, but is never accepted").Help = "remove it; null is dropped, or replaced by the default, where it is not nullable"
				}
				continue
			}
			if accepts(s, value) {
				continue
			}
			if types := v.typesOf(n); types != nil && !accepts(&schema.Schema{Type: s.Type, XIntOrString: s.XIntOrString}, value) {
				f := p.Report(at, "%s is in the enum, but %s: it is %s, and the type is %s", jsonText(value), never, jsonType(value), strings.Join(types, " or "))
				f.Help = "remove it"
				if _, scalar := value.(string); s.Type == "string" && !scalar {
					f.Help = "put it in quotes"
				}
				continue
			}
			p.Report(at, "%s is in the enum, but %s: %s refuses it", jsonText(value), never, refusing(s, value)).Help =
				"remove it, or change what refuses it"
		}
	},
}

// refusing names the keyword that refuses a value of the right type.
func refusing(s *schema.Schema, value any) string {
	for _, k := range []struct {
		name string
		only schema.Schema
	}{
		{"pattern", schema.Schema{Pattern: s.Pattern}},
		{"minLength", schema.Schema{MinLength: s.MinLength}},
		{"maxLength", schema.Schema{MaxLength: s.MaxLength}},
		{"minimum", schema.Schema{Minimum: s.Minimum, ExclusiveMinimum: s.ExclusiveMinimum}},
		{"maximum", schema.Schema{Maximum: s.Maximum, ExclusiveMaximum: s.ExclusiveMaximum}},
		{"multipleOf", schema.Schema{MultipleOf: s.MultipleOf}},
		{"format", schema.Schema{Format: s.Format}},
		{"minItems", schema.Schema{MinItems: s.MinItems}},
		{"maxItems", schema.Schema{MaxItems: s.MaxItems}},
		{"items", schema.Schema{Items: s.Items}},
		{"required", schema.Schema{Required: s.Required}},
	} {
		k.only.Type, k.only.XIntOrString = s.Type, s.XIntOrString
		if !accepts(&k.only, value) {
			return k.name
		}
	}
	return "the schema beside it"
}

// jsonType names the type of a value, with its article.
func jsonType(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}
