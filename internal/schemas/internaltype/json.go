package internaltype

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/crdtool/crdtool/schema"
)

// MarshalJSON prints all fields of a schema, in the order of the internal type.
func (s Schema) MarshalJSON() ([]byte, error) {
	if s.schema == nil {
		return []byte("null"), nil
	}
	parts, out := parts(s.schema), reflect.New(structType()).Elem()
	for i, at := range places() {
		if value := printed(parts[at.part].Field(at.field).Interface()); value != nil {
			out.Field(i).Set(reflect.ValueOf(value))
		}
	}
	return json.Marshal(out.Interface())
}

// structType is a struct with a field for the printed value of each field of the internal type.
var structType = sync.OnceValue(func() reflect.Type {
	var all []reflect.StructField
	for _, name := range fields {
		all = append(all, reflect.StructField{Name: name, Type: reflect.TypeFor[any]()})
	}
	return reflect.StructOf(all)
})

// printed returns the value of a field so that its schemas print as internal types.
func printed(value any) any {
	switch v := value.(type) {
	case *schema.Schema:
		return Schema{v}
	case []*schema.Schema:
		return schemas(v)
	case *schema.Items:
		return Items{v}
	case *schema.Properties:
		if v == nil {
			return nil
		}
		byName := make(map[string]Schema, v.Len())
		for _, p := range v.All() {
			byName[p.Name] = Schema{p.Schema}
		}
		return byName
	case *schema.SchemaOrBool:
		if v == nil {
			return nil
		}
		return struct {
			Allows bool
			Schema Schema
		}{v.Allows, Schema{v.Schema}}
	case schema.Dependencies:
		return dependencies(v)
	case *schema.ExternalDocs:
		return (*struct{ Description, URL string })(v)
	case []schema.ValidationRule:
		if v == nil {
			return nil
		}
		rules := make([]Rule, len(v))
		for i := range v {
			rules[i] = Rule{v[i]}
		}
		return rules
	}
	return value
}

func schemas(list []*schema.Schema) []Schema {
	if list == nil {
		return nil
	}
	out := make([]Schema, len(list))
	for i, s := range list {
		out[i] = Schema{s}
	}
	return out
}

// dependencies returns a map: of two dependencies with one name, which JSON may have, the later one.
func dependencies(d schema.Dependencies) any {
	if d == nil {
		return nil
	}
	type dependency struct {
		Schema   Schema
		Property []string
	}
	byName := make(map[string]dependency, len(d))
	for _, one := range d {
		byName[one.Name] = dependency{Schema{one.Schema}, one.Property}
	}
	return byName
}

// MarshalJSON prints the fields of the internal type.
func (i Items) MarshalJSON() ([]byte, error) {
	if i.items == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Schema      Schema
		JSONSchemas []Schema
	}{Schema{i.items.Schema}, schemas(i.items.Schemas)})
}

// MarshalJSON prints the fields of the internal type.
func (r Rule) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rule              string
		Message           string
		MessageExpression string
		Reason            *string
		FieldPath         string
		OptionalOldSelf   *bool
	}(r.rule))
}
