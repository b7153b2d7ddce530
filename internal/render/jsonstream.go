package render

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/json"
	"io"
	"reflect"
	"strings"
)

// A jsonStream writes a value as encoding/json does with an indent, but lists and
// structures part by part: json.Encoder holds the whole text, and once more indented.
type jsonStream struct {
	out  *bufio.Writer
	part bytes.Buffer // what encoding/json writes
}

const jsonIndent = "  "

// encode writes a value as people can read it, and with nothing escaped that JSON
// does not ask for.
func encode(w io.Writer, v any) error {
	s := jsonStream{out: bufio.NewWriterSize(w, 64<<10)}
	if err := s.value(reflect.ValueOf(&v).Elem(), ""); err != nil {
		return err
	}
	s.text("\n")
	return s.out.Flush()
}

// text writes text; an error is that of Flush.
func (s *jsonStream) text(text string) { _, _ = s.out.WriteString(text) }

func (s *jsonStream) value(v reflect.Value, indent string) error {
	for (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && !marshals(v.Type())) && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Slice && v.Len() > 0 && inParts(v.Type()):
		return s.list(v, indent)
	case v.Kind() == reflect.Struct && inParts(v.Type()):
		return s.fields(v, indent)
	}
	s.part.Reset()
	e := json.NewEncoder(&s.part)
	e.SetEscapeHTML(false)
	e.SetIndent(indent, jsonIndent)
	if err := e.Encode(v.Interface()); err != nil {
		return err
	}
	_, _ = s.out.Write(bytes.TrimSuffix(s.part.Bytes(), []byte("\n")))
	return nil
}

func (s *jsonStream) list(v reflect.Value, indent string) error {
	before := "[\n"
	for i := range v.Len() {
		s.text(before + indent + jsonIndent)
		if err := s.value(v.Index(i), indent+jsonIndent); err != nil {
			return err
		}
		before = ",\n"
	}
	s.text("\n" + indent + "]")
	return nil
}

func (s *jsonStream) fields(v reflect.Value, indent string) error {
	before := "{\n"
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "-" || strings.Contains(options, "omitempty") && empty(v.Field(i)) {
			continue
		}
		s.text(before + indent + jsonIndent + `"` + name + `": `)
		if err := s.value(v.Field(i), indent+jsonIndent); err != nil {
			return err
		}
		before = ",\n"
	}
	s.text("\n" + indent + "}")
	return nil
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// inParts reports whether values of a type are written part by part: lists of structures,
// and structures that have some and of which all fields are named by tags that are known
// here.
func inParts(t reflect.Type) bool {
	if marshals(t) {
		return false
	}
	switch t.Kind() {
	case reflect.Slice:
		e := t.Elem()
		return e.Kind() == reflect.Struct || e.Kind() == reflect.Pointer && e.Elem().Kind() == reflect.Struct
	case reflect.Struct:
		parts := false
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous || !f.IsExported() || name == "" || options != "" && options != "omitempty" {
				return false
			}
			parts = parts || name != "-" && f.Type.Kind() == reflect.Slice && inParts(f.Type)
		}
		return parts
	}
	return false
}

// marshals reports whether a type says itself how it is written.
func marshals(t reflect.Type) bool {
	for _, u := range [...]reflect.Type{t, reflect.PointerTo(t)} {
		if u.Implements(marshaler) || u.Implements(textMarshaler) {
			return true
		}
	}
	return false
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)
