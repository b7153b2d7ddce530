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
	out   *bufio.Writer
	part  bytes.Buffer // what encoding/json writes, in one line
	plain *json.Encoder
	// starts are the lineStarts of each indent.
	starts map[string][]string
	types  map[reflect.Type]jsonType
}

// jsonType is how values of a type are written.
type jsonType struct {
	inParts bool
	fields  []jsonField
	parts   []int // the fields that may be written in parts themselves
}

type jsonField struct {
	index     int
	name      string // with quotes and colon
	omitEmpty bool
}

const jsonIndent = "  "

// encode writes a value as people can read it, and with nothing escaped that JSON
// does not ask for.
func encode(w io.Writer, v any) error {
	s := jsonStream{out: bufio.NewWriterSize(w, 64<<10), types: map[reflect.Type]jsonType{}, starts: map[string][]string{}}
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
	case v.Kind() == reflect.Struct && s.typeOf(v.Type()).inParts:
		return s.fields(v, indent)
	}
	return s.whole(v, indent)
}

// whole writes a value at once.
func (s *jsonStream) whole(v reflect.Value, indent string) error {
	if v.Kind() == reflect.Struct && v.CanAddr() {
		v = v.Addr() // without a copy
	}
	s.part.Reset()
	if err := s.plain.Encode(v.Interface()); err != nil {
		return err
	}
	starts := s.starts[indent]
	if starts == nil {
		starts = lineStarts(indent)
		s.starts[indent] = starts
	}
	writeIndented(s.out, bytes.TrimSuffix(s.part.Bytes(), []byte("\n")), starts)
	return nil
}

// few is how many elements the lists within a value may have that is written at once. Most
// of a long list have less, and to write them field by field takes several times as long.
const few = 32

// isSmall reports whether the lists of structures within a value have so few elements together
// that left of them are left.
func (s *jsonStream) isSmall(v reflect.Value, left *int) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return true
		}
		v = v.Elem()
	}
	switch of := s.typeOf(v.Type()); {
	case !of.inParts:
	case v.Kind() == reflect.Slice:
		if *left -= v.Len(); *left < 0 {
			return false
		}
		for i := range v.Len() {
			if !s.isSmall(v.Index(i), left) {
				return false
			}
		}
	default:
		for _, at := range of.parts {
			if !s.isSmall(v.Field(at), left) {
				return false
			}
		}
	}
	return true
}

// lineStarts are what begins the lines of a value that is indented, by their depth.
func lineStarts(indent string) []string {
	const deep = 8 // those below get the rest by themselves
	starts := []string{"\n" + indent}
	for range deep {
		starts = append(starts, starts[len(starts)-1]+jsonIndent)
	}
	return starts
}

// writeIndented writes a text that encoding/json has written in one line in several, as its
// Indent does, which looks at each byte to find out whether the text is JSON at all. starts
// are lineStarts. An error is that of Flush.
func writeIndented(out *bufio.Writer, text []byte, starts []string) {
	depth := 0
	line := func() {
		last := len(starts) - 1
		_, _ = out.WriteString(starts[min(depth, last)])
		for range depth - last {
			_, _ = out.WriteString(jsonIndent)
		}
	}
	for i := 0; i < len(text); {
		from := i
		c := text[i]
		i++
		switch c {
		case '"':
			for text[i] != '"' {
				if text[i] == '\\' {
					i++
				}
				i++
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

// typeOf looks at a type when its first value is written.
func (s *jsonStream) typeOf(t reflect.Type) jsonType {
	of, known := s.types[t]
	if known {
		return of
	}
	of.inParts = inParts(t)
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "-" {
				of.fields = append(of.fields, jsonField{i, `"` + name + `": `, strings.Contains(options, "omitempty")})
			}
			if typ := t.Field(i).Type; name != "-" && (inParts(typ) || typ.Kind() == reflect.Interface || typ.Kind() == reflect.Pointer) {
				of.parts = append(of.parts, i)
			}
		}
	}
	s.types[t] = of
	return of
}

func (s *jsonStream) list(v reflect.Value, indent string) error {
	before := "[\n"
	within := indent + jsonIndent
	for i := range v.Len() {
		s.text(before)
		s.text(within)
		write, left := s.whole, few
		if !s.isSmall(v.Index(i), &left) {
			write = s.value
		}
		if err := write(v.Index(i), within); err != nil {
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
		if f.omitEmpty && empty(field) {
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
