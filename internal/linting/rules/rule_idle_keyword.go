package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var idleKeyword = Rule{
	ID: "idle-keyword", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "keyword doesn't apply to the type",
	Why: `A keyword restricts values of one type and is ignored for all others: ` + "`minLength`" + ` next to
` + "`type: integer`, `pattern`" + ` next to ` + "`type: array`" + ` and so on have no effect. Usually they belong on the items of the
list, or another keyword is meant: with ` + "`items`" + ` beside ` + "`type: object`" + ` the server drops what the items
were to hold. ` + "`exclusiveMinimum` and `exclusiveMaximum`" + ` have no effect without ` + "`minimum` and\n`maximum`" + `.`,
	Bad: `
hosts:
  type: array
  pattern: ^[a-z]+$
  items:
    type: string
`,
	Good: `
hosts:
  type: array
  items:
    type: string
    pattern: ^[a-z]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		report := func(keyword, format string, args ...any) *finding.Finding {
			return p.Report(v.Tree.Path(n.ID).Child(keyword), format, args...)
		}
		if n.ExclusiveMinimum && n.Minimum == nil {
			report("exclusiveMinimum", "exclusiveMinimum has no effect without minimum")
		}
		if n.ExclusiveMaximum && n.Maximum == nil {
			report("exclusiveMaximum", "exclusiveMaximum has no effect without maximum")
		}
		if !n.Nested && !n.XIntOrString && keywordTypes(n.Schema)&^typeBit(n.Type) == 0 {
			return // as are nearly all nodes
		}
		types := v.Types(n)
		if types == nil {
			return
		}
		for _, k := range []struct {
			set     bool
			keyword string
			types   []string
		}{
			{n.MaxLength != nil, "maxLength", []string{"string"}},
			{n.MinLength != nil, "minLength", []string{"string"}},
			{n.Pattern != "", "pattern", []string{"string"}},
			{n.Maximum != nil, "maximum", []string{"integer", "number"}},
			{n.Minimum != nil, "minimum", []string{"integer", "number"}},
			{n.MultipleOf() != nil, "multipleOf", []string{"integer", "number"}},
			{n.MaxItems != nil, "maxItems", []string{"array"}},
			{n.MinItems != nil, "minItems", []string{"array"}},
			{n.Items != nil, "items", []string{"array"}},
			{n.MaxProperties() != nil, "maxProperties", []string{"object"}},
			{n.MinProperties() != nil, "minProperties", []string{"object"}},
			{len(n.Required) > 0, "required", []string{"object"}},
			{n.Properties.Len() > 0, "properties", []string{"object"}},
			{n.AdditionalProperties != nil, "additionalProperties", []string{"object"}},
		} {
			if !k.set || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(k.types, t) }) {
				continue
			}
			f := report(k.keyword, "%s has no effect: it restricts values of type %s, and %s is of type %s",
				k.keyword, strings.Join(k.types, " or "), v.Called(n), strings.Join(types, " or "))
			switch {
			case k.keyword == "items" && types[0] == "object" && keepsUnknown(n.Items.Schema):
				f.Help = "add x-kubernetes-preserve-unknown-fields: true to " + v.Called(n) + " itself, or the server drops what it doesn't declare"
			case k.keyword == "items" && types[0] == "object" && n.Properties.Len() == 0 && n.AdditionalProperties == nil:
				f.Help = "a list is of type: array, and a map has additionalProperties"
			case types[0] == "array" && v.itemsHave(n, k.types):
				f.Help, f.Keywords = "move it into items", []string{"items." + k.keyword}
			case types[0] == "object" && v.valuesHave(n, k.types):
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

func keepsUnknown(s *schema.Schema) bool {
	return s != nil && s.XPreserveUnknownFields != nil && *s.XPreserveUnknownFields
}

// lengthOf is the keyword that bounds values of a type as another one does those
// of its own.
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

func (v *Version) itemsHave(n *schema.Node, types []string) bool {
	items := v.Items(v.OutsideJunctors(n))
	return items != nil && slices.Contains(types, items.Type)
}

func (v *Version) valuesHave(n *schema.Node, types []string) bool {
	values := v.Values(v.OutsideJunctors(n))
	return values != nil && slices.Contains(types, values.Type)
}

const (
	stringBit = 1 << iota
	numberBit
	arrayBit
	objectBit
)

func typeBit(typ string) int {
	switch typ {
	case "string":
		return stringBit
	case "integer", "number":
		return numberBit
	case "array":
		return arrayBit
	case "object":
		return objectBit
	}
	return 0
}

// keywordTypes is which types a schema has keywords of.
func keywordTypes(s *schema.Schema) (bits int) {
	if s.MaxLength != nil || s.MinLength != nil || s.Pattern != "" {
		bits |= stringBit
	}
	if s.Maximum != nil || s.Minimum != nil || s.MultipleOf() != nil {
		bits |= numberBit
	}
	if s.MaxItems != nil || s.MinItems != nil || s.Items != nil {
		bits |= arrayBit
	}
	if s.MaxProperties() != nil || s.MinProperties() != nil || len(s.Required) > 0 || s.Properties.Len() > 0 || s.AdditionalProperties != nil {
		bits |= objectBit
	}
	return bits
}
