package schema

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// keywords are the names that Schema knows.
var keywords = func() (names []string) {
	for _, part := range new(Schema).parts() {
		for i := range part.NumField() {
			if name := part.Type().Field(i).Tag.Get("json"); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}()

// parts are the structs that hold a schema's keywords. Those that the schema does not have are empty.
func (s *Schema) parts() [3]reflect.Value {
	return [...]reflect.Value{reflect.ValueOf(s).Elem(), reflect.ValueOf(s.rare()).Elem(), reflect.ValueOf(s.branches()).Elem()}
}

// MarshalJSON writes the schema as a CRD has it: each keyword that is set, also one whose list or map is empty.
func (s *Schema) MarshalJSON() ([]byte, error) {
	var o object
	for _, part := range s.parts() {
		for i := range part.NumField() {
			name := part.Type().Field(i).Tag.Get("json")
			if name == "" || part.Field(i).IsZero() {
				continue
			}
			if err := o.add(name, part.Field(i).Interface()); err != nil {
				return nil, err
			}
		}
	}
	return o.end(), nil
}

// MarshalJSON writes an object, in the order of the list.
func (p *Properties) MarshalJSON() ([]byte, error) {
	var o object
	for _, property := range p.All() {
		if err := o.add(property.Name, property.Schema); err != nil {
			return nil, err
		}
	}
	return o.end(), nil
}

// MarshalJSON writes the schema, or the list of schemas.
func (i *Items) MarshalJSON() ([]byte, error) {
	switch {
	case i.Schema != nil:
		return json.Marshal(i.Schema)
	case i.Schemas != nil:
		return json.Marshal(i.Schemas)
	}
	return []byte("0"), nil // a value of another type
}

// MarshalJSON writes the schema, or the boolean.
func (s *SchemaOrBool) MarshalJSON() ([]byte, error) {
	if s.Schema != nil {
		return json.Marshal(s.Schema)
	}
	return json.Marshal(s.Allows)
}

// MarshalJSON writes an object with a schema or a list of names for each dependency.
func (d Dependencies) MarshalJSON() ([]byte, error) {
	var o object
	for _, one := range d {
		var value any = one.Property
		if one.Schema != nil {
			value = one.Schema
		}
		if err := o.add(one.Name, value); err != nil {
			return nil, err
		}
	}
	return o.end(), nil
}

// object is the text of a JSON object, in the order in which keys are added.
type object struct{ text bytes.Buffer }

func (o *object) add(key string, value any) error {
	name, err := json.Marshal(key)
	if err != nil {
		return err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if o.text.Len() > 0 {
		o.text.WriteByte(',')
	}
	o.text.Write(name)
	o.text.WriteByte(':')
	o.text.Write(text)
	return nil
}

func (o *object) end() []byte { return append(append([]byte{'{'}, o.text.Bytes()...), '}') }
