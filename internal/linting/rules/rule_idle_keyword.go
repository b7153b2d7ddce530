package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

var idleKeyword = Rule{
	ID: "idle-keyword", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "keyword doesn't apply to the type",
	Why: `A keyword restricts values of one type and is ignored for all others: ` + "`minLength`" + ` next to
` + "`type: integer`, `pattern`" + ` next to ` + "`type: array`" + ` and so on have no effect. Usually they belong on the items of the
list, or another keyword is meant: with ` + "`items`" + ` beside ` + "`type: object`" + ` the server drops what the items
were to hold. ` + "`exclusiveMinimum` and `exclusiveMaximum`" + ` have no effect without ` + "`minimum` and\n`maximum`" + `.`,
	Example: `
  hosts:
    type: array
-   pattern: ^[a-z]+$
    items:
      type: string
+     pattern: ^[a-z]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		report := func(keyword, format string, args ...any) *finding.Finding {
			return p.Report(v.Tree.Path(n.ID).Child(keyword), format, args...)
		}
		if n.ExclusiveMinimum && n.Minimum == nil {
			report("exclusiveMinimum", "exclusiveMinimum has no effect without minimum")
		}
		if n.ExclusiveMaximum && n.Maximum == nil {
			report("exclusiveMaximum", "exclusiveMaximum has no effect without maximum")
		}
		only := n.Type
		if n.Nested || n.XIntOrString {
			only = "" // another node has the type, or there are two types
		}
		for _, k := range typedKeywords {
			if !k.isSet(n.Schema) || slices.Contains(k.types, only) {
				continue
			}
			types := v.Types(n)
			if types == nil || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(k.types, t) }) {
				continue
			}
			f := report(k.keyword, "%s has no effect: it restricts values of type %s, and %s is of type %s",
				k.keyword, strings.Join(k.types, " or "), v.Called(n), strings.Join(types, " or "))
			switch {
			case k.keyword == "items" && types[0] == "object" && n.Items.Schema != nil && n.Items.Schema.PreservesUnknownFields():
				f.Help = "add x-kubernetes-preserve-unknown-fields: true to " + v.Called(n) + " itself, or the server drops what it doesn't declare"
			case k.keyword == "items" && types[0] == "object" && n.Properties.Len() == 0 && n.AdditionalProperties == nil:
				f.Help = "a list is of type: array, and a map has additionalProperties"
			case types[0] == "array" && isOneOf(v.Items(v.OutsideJunctors(n)), k.types):
				f.Help, f.Keywords = "move it into items", []string{"items." + k.keyword}
			case types[0] == "object" && isOneOf(v.Values(v.OutsideJunctors(n)), k.types):
				f.Help = "move it into additionalProperties"
			case k.keyword == "items" && types[0] != "object", k.keyword == "properties" && types[0] != "array", k.keyword == "additionalProperties" && types[0] != "array":
				f.Help = "did you mean type: " + k.types[0] + "?"
			case lengthOf(k.keyword, types[0]) != "":
				f.Help = "did you mean " + lengthOf(k.keyword, types[0]) + "?"
			case n.Role.Junctor():
				f.Help = "the branch says nothing of such values: name those that are meant"
			default:
				f.Help = "remove it"
			}
		}
	},
}

// typedKeywords are the keywords that only restrict values of some types.
var typedKeywords = []struct {
	keyword string
	types   []string
	isSet   func(*schema.Schema) bool
}{
	{"maxLength", []string{"string"}, func(s *schema.Schema) bool { return s.MaxLength != nil }},
	{"minLength", []string{"string"}, func(s *schema.Schema) bool { return s.MinLength != nil }},
	{"pattern", []string{"string"}, func(s *schema.Schema) bool { return s.Pattern != "" }},
	{"maximum", []string{"integer", "number"}, func(s *schema.Schema) bool { return s.Maximum != nil }},
	{"minimum", []string{"integer", "number"}, func(s *schema.Schema) bool { return s.Minimum != nil }},
	{"multipleOf", []string{"integer", "number"}, func(s *schema.Schema) bool { return s.MultipleOf() != nil }},
	{"maxItems", []string{"array"}, func(s *schema.Schema) bool { return s.MaxItems != nil }},
	{"minItems", []string{"array"}, func(s *schema.Schema) bool { return s.MinItems != nil }},
	{"items", []string{"array"}, func(s *schema.Schema) bool { return s.Items != nil }},
	{"maxProperties", []string{"object"}, func(s *schema.Schema) bool { return s.MaxProperties() != nil }},
	{"minProperties", []string{"object"}, func(s *schema.Schema) bool { return s.MinProperties() != nil }},
	{"required", []string{"object"}, func(s *schema.Schema) bool { return len(s.Required) > 0 }},
	{"properties", []string{"object"}, func(s *schema.Schema) bool { return s.Properties.Len() > 0 }},
	{"additionalProperties", []string{"object"}, func(s *schema.Schema) bool { return s.AdditionalProperties != nil }},
}

// lengthOf returns the keyword that bounds values of a type in place of a keyword for other types.
func lengthOf(keyword, typ string) string {
	if !strings.HasPrefix(keyword, "max") && !strings.HasPrefix(keyword, "min") {
		return ""
	}
	switch typ {
	case "string":
		return keyword[:3] + "Length"
	case "integer", "number":
		return keyword[:3] + "imum"
	case "array":
		return keyword[:3] + "Items"
	case "object":
		return keyword[:3] + "Properties"
	}
	return ""
}

// isOneOf reports whether a node has one of the types. A nil node has none.
func isOneOf(n *schematree.Node, types []string) bool {
	return n != nil && slices.Contains(types, n.Type)
}
