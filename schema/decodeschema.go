package schema

import (
	"reflect"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// decoder reads schemas.
type decoder struct{ *yamldecode.Decoder }

// schema reads a schema over what an earlier field of the same name has set.
func (d decoder) schema(n *yamlnode.Node, to *Schema) {
	d.Fields(n, "v1.JSONSchemaProps", keywords, func(name string, v *yamlnode.Node) bool { return d.keyword(to, name, v) })
}

func (d decoder) keyword(s *Schema, name string, v *yamlnode.Node) bool {
	switch name {
	case "description":
		d.Str(v, &s.Description)
	case "type":
		d.Str(v, &s.Type)
	case "properties":
		d.properties(v, &s.Properties)
	case "items":
		d.items(v, &s.Items)
	case "required":
		d.Strings(v, &s.Required)
	case "additionalProperties":
		d.schemaOrBool(v, &s.AdditionalProperties)
	case "enum":
		if d.Null(v) {
			s.Enum = nil
			break
		}
		d.Items(v, "[]v1.JSON", func(l int) { s.Enum = make([]any, l) }, func(i int, n *yamlnode.Node) { d.Any(n, &s.Enum[i]) })
	case "default":
		d.Any(v, &s.Default)
	case "format":
		d.Str(v, &s.Format)
	case "pattern":
		d.Str(v, &s.Pattern)
	case "maximum":
		d.FloatPtr(v, &s.Maximum)
	case "minimum":
		d.FloatPtr(v, &s.Minimum)
	case "exclusiveMaximum":
		d.Bool(v, &s.ExclusiveMaximum)
	case "exclusiveMinimum":
		d.Bool(v, &s.ExclusiveMinimum)
	case "maxLength":
		d.IntPtr(v, &s.MaxLength)
	case "minLength":
		d.IntPtr(v, &s.MinLength)
	case "maxItems":
		d.IntPtr(v, &s.MaxItems)
	case "minItems":
		d.IntPtr(v, &s.MinItems)
	case "uniqueItems":
		d.Bool(v, &s.UniqueItems)
	case "nullable":
		d.Bool(v, &s.Nullable)
	case "not":
		d.schemaPtr(v, &s.Not)
	case "x-kubernetes-preserve-unknown-fields":
		d.BoolPtr(v, &s.XPreserveUnknownFields)
	case "x-kubernetes-embedded-resource":
		d.Bool(v, &s.XEmbeddedResource)
	case "x-kubernetes-int-or-string":
		d.Bool(v, &s.XIntOrString)
	case "allOf", "oneOf", "anyOf":
		d.branches(s, name, v)
	default:
		if !slices.Contains(keywords, name) {
			return false
		}
		d.rare(s, name, v)
	}
	return true
}

// newSchema reads a schema that no earlier field of the same name has made.
func (d decoder) newSchema(n *yamlnode.Node) *Schema {
	s := new(Schema)
	d.schema(n, s)
	return s
}

// branches reads a keyword of Branches. Where there are only nulls there are none.
func (d decoder) branches(s *Schema, name string, v *yamlnode.Node) {
	if s.Branches == nil {
		s.Branches = &Branches{}
	}
	b := s.Branches
	switch name {
	case "allOf":
		d.schemas(v, &b.AllOf)
	case "oneOf":
		d.schemas(v, &b.OneOf)
	case "anyOf":
		d.schemas(v, &b.AnyOf)
	}
	if source.IsNull(v) && reflect.ValueOf(*b).IsZero() {
		s.Branches = nil
	}
}

// rare reads a keyword of Rare, as branches does.
func (d decoder) rare(s *Schema, name string, v *yamlnode.Node) {
	if s.Rare == nil {
		s.Rare = &Rare{}
	}
	r := s.Rare
	switch name {
	case "maxProperties":
		d.IntPtr(v, &r.MaxProperties)
	case "minProperties":
		d.IntPtr(v, &r.MinProperties)
	case "multipleOf":
		d.FloatPtr(v, &r.MultipleOf)
	case "title":
		d.Str(v, &r.Title)
	case "example":
		d.Any(v, &r.Example)
	case "externalDocs":
		d.externalDocs(v, &r.ExternalDocs)
	case "id":
		d.Str(v, &r.ID)
	case "$schema":
		d.Str(v, &r.Schema)
	case "$ref":
		d.StrPtr(v, &r.Ref)
	case "definitions":
		d.properties(v, &r.Definitions)
	case "patternProperties":
		d.properties(v, &r.PatternProperties)
	case "dependencies":
		d.dependencies(v, &r.Dependencies)
	case "additionalItems":
		d.schemaOrBool(v, &r.AdditionalItems)
	case "x-kubernetes-list-map-keys":
		d.Strings(v, &r.XListMapKeys)
	case "x-kubernetes-list-type":
		d.StrPtr(v, &r.XListType)
	case "x-kubernetes-map-type":
		d.StrPtr(v, &r.XMapType)
	case "x-kubernetes-validations":
		d.rules(v, &r.XValidations)
	}
	if source.IsNull(v) && reflect.ValueOf(*r).IsZero() {
		s.Rare = nil
	}
}

func (d decoder) schemaPtr(n *yamlnode.Node, to **Schema) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = new(Schema)
	}
	d.schema(n, *to)
}

func (d decoder) schemas(n *yamlnode.Node, to *[]*Schema) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "[]v1.JSONSchemaProps", func(l int) { *to = yamldecode.Relist(*to, l) }, func(i int, n *yamlnode.Node) {
		if (*to)[i] == nil {
			(*to)[i] = new(Schema) // a null item is an empty schema
		}
		d.schema(n, (*to)[i])
	})
}

// properties reads a map of schemas; a null value is an empty schema, and of
// two entries of one name the later one counts.
func (d decoder) properties(n *yamlnode.Node, to **Properties) {
	n = source.Resolve(n)
	if d.Null(n) {
		*to = nil
		return
	}
	if n.Kind != yamlnode.Mapping {
		d.Wrong(n, "map[string]v1.JSONSchemaProps")
		return
	}
	d.Empty = d.Empty || len(n.Content) == 0
	list := make([]Property, 0, len(n.Content)/2)
	var at map[string]int // in list; nil as long as no name was repeated
	d.Fields(n, "", nil, func(name string, v *yamlnode.Node) bool {
		s := d.newSchema(v)
		if d.IsRepeated(name) {
			if at == nil {
				at = make(map[string]int, len(list))
				for i := range list {
					at[list[i].Name] = i
				}
			}
			if i, ok := at[name]; ok {
				list[i].Schema = nil
			}
		}
		if at != nil {
			at[name] = len(list)
		}
		list = append(list, Property{Name: name, Schema: s})
		return true
	})
	if at != nil {
		list = slices.DeleteFunc(list, func(p Property) bool { return p.Schema == nil })
	}
	if *to != nil { // of an earlier field of the same name, which only JSON can repeat
		now := NewProperties(list)
		earlier := slices.DeleteFunc((*to).List, func(p Property) bool { return now.Get(p.Name) != nil })
		list = append(earlier, list...)
	}
	*to = NewProperties(list)
}

func (d decoder) items(n *yamlnode.Node, to **Items) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
		*to = nil
	case n.Kind == yamlnode.Mapping:
		it := &Items{}
		d.Lenient(func() { it.Schema = d.newSchema(n) })
		*to = it
	case n.Kind == yamlnode.Sequence:
		it := &Items{}
		d.Lenient(func() { d.schemas(n, &it.Schemas) })
		*to = it
	default:
		*to = &Items{}
	}
}

func (d decoder) schemaOrBool(n *yamlnode.Node, to **SchemaOrBool) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
		*to = nil
	case n.Kind == yamlnode.Mapping:
		sb := &SchemaOrBool{Allows: true}
		d.Lenient(func() { sb.Schema = d.newSchema(n) })
		*to = sb
	default:
		b, ok := source.Scalar(n).(bool)
		if !ok {
			d.Wrong(n, "a boolean or a schema")
			return
		}
		*to = &SchemaOrBool{Allows: b}
	}
}

func (d decoder) dependencies(n *yamlnode.Node, to *Dependencies) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = Dependencies{}
	}
	d.Fields(n, "v1.JSONSchemaDependencies", nil, func(name string, v *yamlnode.Node) bool {
		dep := Dependency{Name: name}
		switch v = source.Resolve(v); v.Kind {
		case yamlnode.Mapping:
			d.Lenient(func() { dep.Schema = d.newSchema(v) })
		case yamlnode.Sequence:
			d.Lenient(func() { d.Strings(v, &dep.Property) })
		}
		*to = append(*to, dep)
		return true
	})
}

func (d decoder) externalDocs(n *yamlnode.Node, to **ExternalDocs) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = &ExternalDocs{}
	}
	docs := *to
	d.Fields(n, "v1.ExternalDocumentation", []string{"description", "url"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "description":
			d.Str(v, &docs.Description)
		case "url":
			d.Str(v, &docs.URL)
		default:
			return false
		}
		return true
	})
}

var ruleFields = []string{"rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"}

func (d decoder) rules(n *yamlnode.Node, to *[]ValidationRule) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "v1.ValidationRules", func(l int) { *to = yamldecode.Relist(*to, l) }, func(i int, n *yamlnode.Node) {
		r := &(*to)[i]
		d.Fields(n, "v1.ValidationRule", ruleFields, func(name string, v *yamlnode.Node) bool {
			switch name {
			case "rule":
				d.Str(v, &r.Rule)
			case "message":
				d.Str(v, &r.Message)
			case "messageExpression":
				d.Str(v, &r.MessageExpression)
			case "reason":
				d.StrPtr(v, &r.Reason)
			case "fieldPath":
				d.Str(v, &r.FieldPath)
			case "optionalOldSelf":
				d.BoolPtr(v, &r.OptionalOldSelf)
			default:
				return false
			}
			return true
		})
	})
}
