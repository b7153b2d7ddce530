package render

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// A jsonStream writes a value as encoding/json does with an indent, but lists and
// structures part by part: json.Encoder holds the whole text, and once more indented.
type jsonStream struct {
	out   *bufio.Writer
	part  bytes.Buffer // what encoding/json writes, in one line
	plain *json.Encoder
	types map[reflect.Type]jsonType
}

// jsonType is how values of a type are written.
type jsonType struct {
	inParts bool
	// named says that all fields are named by tags that are known here, and that it is a
	// structure that does not say itself how it is written.
	named  bool
	fields []jsonField
}

type jsonField struct {
	index     int
	name      string // with quotes and colon
	omitEmpty bool
	omitZero  bool
}

const jsonIndent = "  "

// encode writes a value as people can read it, and with nothing escaped that JSON
// does not ask for.
func encode(w io.Writer, v any) error {
	s := jsonStream{out: bufio.NewWriterSize(w, 64<<10), types: map[reflect.Type]jsonType{}}
	s.plain = json.NewEncoder(&s.part)
	s.plain.SetEscapeHTML(false)
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
	case v.Kind() == reflect.Slice && v.Len() > 0 && s.typeOf(v.Type()).inParts:
		return s.list(v, indent)
	case v.Kind() == reflect.Struct && (s.typeOf(v.Type()).inParts || s.holdsLong(v)):
		return s.fields(v, indent)
	case v.Kind() == reflect.String && v.Len() > longString && !marshals(v.Type()):
		return s.long(v.String())
	}
	s.part.Reset()
	if err := s.plain.Encode(v.Interface()); err != nil {
		return err
	}
	writeIndented(s.out, bytes.TrimSuffix(s.part.Bytes(), []byte("\n")), indent)
	return nil
}

// writeIndented writes a text that encoding/json has written in one line in several, as its
// Indent does, which looks at each byte to find out whether the text is JSON at all. An error is
// that of Flush.
func writeIndented(out *bufio.Writer, text []byte, indent string) {
	depth := 0
	line := func() {
		_ = out.WriteByte('\n')
		_, _ = out.WriteString(indent)
		for range depth {
			_, _ = out.WriteString(jsonIndent)
		}
	}
	for i := 0; i < len(text); {
		from := i
		c := text[i]
		i++
		switch c {
		case '"':
			for ; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
			_, _ = out.Write(text[from:i])
		case '{', '[':
			_ = out.WriteByte(c)
			if text[i] == '}' || text[i] == ']' {
				_ = out.WriteByte(text[i])
				i++
				break
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			_ = out.WriteByte(c)
		case ',':
			_ = out.WriteByte(c)
			line()
		case ':':
			_, _ = out.WriteString(": ")
		default:
			_ = out.WriteByte(c)
		}
	}
}

// longString is the length in bytes from which strings are written in pieces of as much: the
// server quotes values that are as long as the file, and encoding/json holds some copies of
// what it writes.
const longString = 64 << 10

// holdsLong reports whether a structure, or one that is a field of it, has a field that is a
// long string, and can be written by its fields.
func (s *jsonStream) holdsLong(v reflect.Value) bool {
	if !s.typeOf(v.Type()).named {
		return false
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			if f.Len() > longString {
				return true
			}
		case reflect.Struct:
			if s.holdsLong(f) {
				return true
			}
		}
	}
	return false
}

// long writes a string piece by piece, without a cut inside of a character.
func (s *jsonStream) long(text string) error {
	s.text(`"`)
	for len(text) > 0 {
		end := min(longString, len(text))
		for i := end - 1; end < len(text) && i > end-utf8.UTFMax; i-- {
			if utf8.RuneStart(text[i]) {
				if _, size := utf8.DecodeRuneInString(text[i:]); i+size > end {
					end = i
				}
				break
			}
		}
		s.part.Reset()
		if err := s.plain.Encode(text[:end]); err != nil {
			return err
		}
		_, _ = s.out.Write(bytes.TrimSuffix(s.part.Bytes(), []byte("\"\n"))[len(`"`):])
		text = text[end:]
	}
	s.text(`"`)
	return nil
}

// typeOf looks at a type when its first value is written.
func (s *jsonStream) typeOf(t reflect.Type) jsonType {
	of, known := s.types[t]
	if known {
		return of
	}
	of.inParts = inParts(t)
	of.named = t.Kind() == reflect.Struct && !marshals(t) && named(t)
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "-" && t.Field(i).IsExported() {
				of.fields = append(of.fields, jsonField{i, `"` + name + `": `, options == "omitempty", options == "omitzero"})
			}
		}
	}
	s.types[t] = of
	return of
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
	within := indent + jsonIndent
	for _, f := range s.typeOf(v.Type()).fields {
		field := v.Field(f.index)
		if f.omitEmpty && empty(field) || f.omitZero && zero(field) {
			continue
		}
		s.text(before)
		s.text(within)
		s.text(f.name)
		if err := s.value(field, within); err != nil {
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

// zero is what omitzero leaves out.
func zero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return v.Kind() == reflect.Pointer && v.IsNil() || z.IsZero()
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
		if !named(t) {
			return false
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && f.Tag.Get("json") != "-" && f.Type.Kind() == reflect.Slice && inParts(f.Type) {
				return true
			}
		}
	}
	return false
}

// named reports whether all fields of a structure are named by tags that are known here.
func named(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			return false
		case f.IsExported() && (name == "" || options != "" && options != "omitempty" && options != "omitzero"):
			return false
		}
	}
	return true
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
