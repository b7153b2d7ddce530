package internaltype

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/schema"
)

// InGo implements code.InGo.
func (r Rule) InGo(known behaviour.Fields) string {
	b := &inGo{known: known}
	b.rule(&r.rule)
	return b.String()
}

// InGo implements code.InGo.
func (s Schema) InGo(known behaviour.Fields) string {
	b := &inGo{known: known}
	b.schema(s.schema)
	return b.String()
}

// InGo implements code.InGo.
func (i Items) InGo(known behaviour.Fields) string {
	b := &inGo{known: known}
	b.WriteString("apiextensions.JSONSchemaPropsOrArray{Schema:" + pointer("apiextensions.JSONSchemaProps", i.items.Schema) + ", JSONSchemas:")
	b.schemas(i.items.Schemas)
	b.WriteByte('}')
	return b.String()
}

// inGo writes in the syntax of Go. It has the fields of rules that the server knows.
type inGo struct {
	strings.Builder
	known behaviour.Fields
}

func pointer[T any](typ string, p *T) string { return code.Pointer(typ, p != nil) }

// field is a field of a struct: its name, and its value or what writes that.
type field struct {
	name  string
	value any
}

func (b *inGo) structure(typ string, fields ...field) {
	b.WriteString(typ)
	for i, f := range fields {
		b.WriteString([2]string{"{", ", "}[min(i, 1)])
		b.WriteString(f.name)
		b.WriteByte(':')
		switch v := f.value.(type) {
		case func():
			v()
		case string:
			b.WriteString(strconv.Quote(v))
		case bool:
			b.WriteString(strconv.FormatBool(v))
		case []string:
			fmt.Fprintf(b, "%#v", v)
		case written:
			b.WriteString(string(v))
		}
	}
	b.WriteByte('}')
}

// written is a value in Go's syntax.
type written string

func toPointer[T any](typ string, p *T) written { return written(pointer(typ, p)) }

func (b *inGo) rule(r *schema.ValidationRule) {
	fields := []field{{"Rule", r.Rule}, {"Message", r.Message}}
	if b.known.MessageExpression != behaviour.Unknown {
		fields = append(fields, field{"MessageExpression", r.MessageExpression})
	}
	if b.known.ReasonAndFieldPath != behaviour.Unknown {
		fields = append(fields, field{"Reason", toPointer("apiextensions.FieldValueErrorReason", r.Reason)}, field{"FieldPath", r.FieldPath})
	}
	if b.known.OptionalOldSelf != behaviour.Unknown {
		fields = append(fields, field{"OptionalOldSelf", toPointer("bool", r.OptionalOldSelf)})
	}
	b.structure("apiextensions.ValidationRule", fields...)
}

const schemaType = "apiextensions.JSONSchemaProps"

func (b *inGo) schema(s *schema.Schema) {
	json := func(v any) written { return written(code.Pointer("apiextensions.JSON", v != nil)) }
	schemas := func(list []*schema.Schema) func() { return func() { b.schemas(list) } }
	properties := func(typ string, p *schema.Properties) func() { return func() { b.properties(typ, p) } }
	const float, integer = "float64", "int64"
	b.structure(schemaType,
		field{"ID", s.ID()}, field{"Schema", s.Schema()}, field{"Ref", toPointer("string", s.Ref())},
		field{"Description", s.Description}, field{"Type", s.Type}, field{"Nullable", s.Nullable},
		field{"Format", s.Format}, field{"Title", s.Title()}, field{"Default", json(s.Default)},
		field{"Maximum", toPointer(float, s.Maximum)}, field{"ExclusiveMaximum", s.ExclusiveMaximum},
		field{"Minimum", toPointer(float, s.Minimum)}, field{"ExclusiveMinimum", s.ExclusiveMinimum},
		field{"MaxLength", toPointer(integer, s.MaxLength)}, field{"MinLength", toPointer(integer, s.MinLength)},
		field{"Pattern", s.Pattern},
		field{"MaxItems", toPointer(integer, s.MaxItems)}, field{"MinItems", toPointer(integer, s.MinItems)},
		field{"UniqueItems", s.UniqueItems}, field{"MultipleOf", toPointer(float, s.MultipleOf())},
		field{"Enum", func() { b.values(s.Enum) }},
		field{"MaxProperties", toPointer(integer, s.MaxProperties())}, field{"MinProperties", toPointer(integer, s.MinProperties())},
		field{"Required", s.Required}, field{"Items", toPointer("apiextensions.JSONSchemaPropsOrArray", s.Items)},
		field{"AllOf", schemas(s.AllOf())}, field{"OneOf", schemas(s.OneOf())}, field{"AnyOf", schemas(s.AnyOf())},
		field{"Not", toPointer(schemaType, s.Not)},
		field{"Properties", properties("map[string]"+schemaType, s.Properties)},
		field{"AdditionalProperties", toPointer("apiextensions.JSONSchemaPropsOrBool", s.AdditionalProperties)},
		field{"PatternProperties", properties("map[string]"+schemaType, s.PatternProperties())},
		field{"Dependencies", func() { b.dependencies(s.Dependencies()) }},
		field{"AdditionalItems", toPointer("apiextensions.JSONSchemaPropsOrBool", s.AdditionalItems())},
		field{"Definitions", properties("apiextensions.JSONSchemaDefinitions", s.Definitions())},
		field{"ExternalDocs", toPointer("apiextensions.ExternalDocumentation", s.ExternalDocs())}, field{"Example", json(s.Example())},
		field{"XPreserveUnknownFields", toPointer("bool", s.XPreserveUnknownFields)},
		field{"XEmbeddedResource", s.XEmbeddedResource}, field{"XIntOrString", s.XIntOrString},
		field{"XListMapKeys", s.XListMapKeys()}, field{"XListType", toPointer("string", s.XListType())},
		field{"XMapType", toPointer("string", s.XMapType())},
		field{"XValidations", func() { b.rules(s.XValidations()) }},
	)
}

// list writes a list or, which is told apart, that there is none.
func (b *inGo) list(typ string, set bool, length int, item func(i int)) {
	b.WriteString(typ)
	if !set {
		b.WriteString("(nil)")
		return
	}
	b.WriteByte('{')
	for i := range length {
		if i > 0 {
			b.WriteString(", ")
		}
		item(i)
	}
	b.WriteByte('}')
}

func (b *inGo) schemas(list []*schema.Schema) {
	b.list("[]"+schemaType, list != nil, len(list), func(i int) { b.schema(list[i]) })
}

func (b *inGo) rules(list []schema.ValidationRule) {
	b.list("apiextensions.ValidationRules", list != nil, len(list), func(i int) { b.rule(&list[i]) })
}

func (b *inGo) values(list []any) {
	b.list("[]apiextensions.JSON", list != nil, len(list), func(i int) {
		if list[i] == nil {
			b.WriteString("apiextensions.JSON(nil)")
			return
		}
		fmt.Fprintf(b, "%#v", list[i])
	})
}

// properties are sorted by name, as package fmt sorts maps.
func (b *inGo) properties(typ string, p *schema.Properties) {
	sorted := slices.Clone(p.All())
	slices.SortFunc(sorted, func(x, y schema.Property) int { return strings.Compare(x.Name, y.Name) })
	b.list(typ, p != nil, len(sorted), func(i int) {
		b.WriteString(strconv.Quote(sorted[i].Name) + ":")
		b.schema(sorted[i].Schema)
	})
}

func (b *inGo) dependencies(d schema.Dependencies) {
	sorted := slices.Clone(d)
	slices.SortFunc(sorted, func(x, y schema.Dependency) int { return strings.Compare(x.Name, y.Name) })
	b.list("apiextensions.JSONSchemaDependencies", d != nil, len(sorted), func(i int) {
		b.WriteString(strconv.Quote(sorted[i].Name) + ":")
		b.structure("apiextensions.JSONSchemaPropsOrStringArray",
			field{"Schema", toPointer(schemaType, sorted[i].Schema)}, field{"Property", sorted[i].Property})
	})
}
