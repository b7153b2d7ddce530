// Package schematest holds what is written about the keywords of schemas to the
// fields of schema.Schema, schema.Rare and schema.Branches, so that no list of them forgets one. It is for tests.
package schematest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// Keyword is a field of schema.Schema or of one of its parts, which are pointers to structs.
type Keyword struct {
	Field string
	Name  string // as it is written

	part, index int // part is the index of the field of schema.Schema that holds it, or -1
}

// Keywords returns the fields that hold keywords.
func Keywords() []Keyword {
	all := fieldsOf(reflect.TypeFor[schema.Schema](), -1)
	for i, f := range all {
		switch f.Field {
		case "Rare":
			all = append(all, fieldsOf(reflect.TypeFor[schema.Rare](), i)...)
		case "Branches":
			all = append(all, fieldsOf(reflect.TypeFor[schema.Branches](), i)...)
		}
	}
	return slices.DeleteFunc(all, func(k Keyword) bool { return k.Field == "Rare" || k.Field == "Branches" })
}

func fieldsOf(t reflect.Type, part int) []Keyword {
	all := make([]Keyword, t.NumField())
	for i := range all {
		name := t.Field(i).Name
		all[i] = Keyword{Field: name, Name: t.Field(i).Tag.Get("json"), part: part, index: i}
	}
	return all
}

// Value returns what a schema has under the keyword.
func (k Keyword) Value(s *schema.Schema) any { return k.in(s).Interface() }

// in is the field of a schema, or of an empty part if the schema does not have that.
func (k Keyword) in(s *schema.Schema) reflect.Value {
	v := reflect.ValueOf(s).Elem()
	if k.part < 0 {
		return v.Field(k.index)
	}
	part := v.Field(k.part)
	if part.IsNil() {
		part = reflect.New(part.Type().Elem())
	}
	return part.Elem().Field(k.index)
}

// Copy gives a schema the keyword of another.
func (k Keyword) Copy(to, from *schema.Schema) { k.set(to, k.in(from)) }

func (k Keyword) set(s *schema.Schema, value reflect.Value) {
	if k.part >= 0 {
		part := reflect.ValueOf(s).Elem().Field(k.part)
		own := reflect.New(part.Type().Elem())
		if !part.IsNil() {
			own.Elem().Set(part.Elem())
		}
		part.Set(own)
	}
	k.in(s).Set(value)
}

// Schemas returns schemas that differ in the keyword alone: the first does not
// have it, and of those that do, some differ in a single field of its value.
func (k Keyword) Schemas() []*schema.Schema {
	all := []*schema.Schema{{}}
	for _, v := range values(k.in(all[0]).Type()) {
		s := &schema.Schema{}
		k.set(s, v)
		all = append(all, s)
	}
	return all
}

// values returns different values of a type, none of them zero.
func values(t reflect.Type) []reflect.Value {
	var all []reflect.Value
	switch t {
	case reflect.TypeFor[schema.Schema]():
		return both(schema.Schema{Type: "string"}, schema.Schema{Type: "integer"})
	case reflect.TypeFor[schema.Properties]():
		a, b := &schema.Schema{Type: "string"}, &schema.Schema{Type: "integer"}
		list := func(name string, s *schema.Schema) schema.Properties {
			return *schema.NewProperties([]schema.Property{{Name: name, Schema: s}})
		}
		return append(both(list("a", a), list("a", b)), reflect.ValueOf(list("b", a)))
	case reflect.TypeFor[schema.Items]():
		a, b := &schema.Schema{Type: "string"}, &schema.Schema{Type: "integer"}
		return append(both(schema.Items{Schema: a}, schema.Items{Schema: b}),
			both(schema.Items{Schemas: []*schema.Schema{a}}, schema.Items{Schemas: []*schema.Schema{b}})...)
	}
	switch t.Kind() {
	case reflect.String:
		return both("a", "b")
	case reflect.Bool:
		return []reflect.Value{reflect.ValueOf(true)}
	case reflect.Int64:
		return both(int64(1), int64(2))
	case reflect.Float64:
		return both(1.0, 2.0)
	case reflect.Interface:
		return both(any("a"), any(map[string]any{"a": int64(1)}))
	case reflect.Pointer:
		for _, v := range values(t.Elem()) {
			p := reflect.New(t.Elem())
			p.Elem().Set(v)
			all = append(all, p)
		}
	case reflect.Slice:
		for _, v := range values(t.Elem()) {
			l := reflect.MakeSlice(t, 1, 1)
			l.Index(0).Set(v)
			all = append(all, l)
		}
	case reflect.Struct:
		first := reflect.New(t).Elem()
		for i := range t.NumField() {
			first.Field(i).Set(values(t.Field(i).Type)[0])
		}
		all = append(all, first)
		for i := range t.NumField() {
			other := reflect.New(t).Elem()
			other.Set(first)
			of := values(t.Field(i).Type)
			if len(of) == 1 { // true: the other value is false
				other.Field(i).SetZero()
			} else {
				other.Field(i).Set(of[1])
			}
			all = append(all, other)
		}
	default:
		panic(fmt.Sprintf("no values of %v", t))
	}
	return all
}

func both[T any](a, b T) []reflect.Value {
	return []reflect.Value{reflect.ValueOf(a), reflect.ValueOf(b)}
}
