package render

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// A jsonStream writes a value as encoding/json does with an indent, but lists and
// structures part by part: json.Encoder holds the whole text, and once more indented.
type jsonStream struct {
	out   *bufio.Writer
	part  bytes.Buffer // what encoding/json writes, in one line
	plain *json.Encoder
	// indented is that in several lines.
	indented []byte
	// starts are the lineStarts of each indent.
	starts map[string][]string
	types  map[reflect.Type]jsonType
}

// jsonType is how values of a type are written.
type jsonType struct {
	inParts bool
	// named says that all fields are named by tags that are known here, and that it is a
	// structure that does not say itself how it is written.
	named  bool
	fields []jsonField
	// parts are the fields that may be written in parts themselves, or point at what may be;
	// texts and structs are those that are strings and structures, of what is named.
	parts, texts, structs []int
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
	safe := safetext.NewWriter(w, safetext.JSON)
	s := jsonStream{out: bufio.NewWriterSize(safe, 64<<10), types: map[reflect.Type]jsonType{}, starts: map[string][]string{}}
	s.plain = json.NewEncoder(&s.part)
	s.plain.SetEscapeHTML(false)
	if err := s.value(reflect.ValueOf(&v).Elem(), ""); err != nil {
		return err
	}
	s.text("\n")
	return cmp.Or(s.out.Flush(), safe.Flush())
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
	s.indented = writeIndented(s.out, s.indented, bytes.TrimSuffix(s.part.Bytes(), []byte("\n")), starts)
	return nil
}

// few is how many elements the lists within a value may have that is written at once. Most
// of a long list have less, and to write them field by field takes several times as long.
const few = 32

// isSmall reports whether the lists of structures within a value have no more elements together
// than are left, and no string there is long.
func (s *jsonStream) isSmall(v reflect.Value, left *int) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return true
		}
		v = v.Elem()
	}
	switch of := s.typeOf(v.Type()); {
	case v.Kind() == reflect.Struct && s.holdsLong(v):
		return false
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
// are lineStarts. It returns the buffer, to be used again. What is long is written in pieces, since
// values that are deep take a hundred times as much when they are indented. An error is that of Flush.
func writeIndented(out *bufio.Writer, to, text []byte, starts []string) []byte {
	to = to[:0]
	depth := 0
	line := func() {
		if len(to) >= longString {
			_, _ = out.Write(to)
			to = to[:0]
		}
		last := len(starts) - 1
		to = append(to, starts[min(depth, last)]...)
		for range depth - last {
			to = append(to, jsonIndent...)
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch c {
		case '"':
			end := stringEnd(text, i)
			to = append(to, text[i:end]...)
			i = end
			continue
		case '{', '[':
			to = append(to, c)
			if next := text[i+1]; next == '}' || next == ']' {
				to = append(to, next)
				i++
				break
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			to = append(to, c)
		case ',':
			to = append(to, c)
			line()
		case ':':
			to = append(to, ": "...)
		default:
			to = append(to, c)
		}
		i++
	}
	_, _ = out.Write(to)
	return to
}

// stringEnd returns the end of the string that begins at a place in a text of JSON.
func stringEnd(text []byte, start int) int {
	for i := start + 1; ; {
		end := i + bytes.IndexByte(text[i:], '"')
		escape := bytes.IndexByte(text[i:end], '\\')
		if escape < 0 {
			return end + 1
		}
		i += escape + len(`\"`)
	}
}

// longString is the length in bytes from which strings are written in pieces of as much: the
// server quotes values that are as long as the file, and encoding/json holds some copies of
// what it writes.
const longString = 64 << 10

// holdsLong reports whether a structure, or one that is a field of it, has a field that is a
// long string, and can be written by its fields.
func (s *jsonStream) holdsLong(v reflect.Value) bool {
	of := s.typeOf(v.Type())
	for _, i := range of.texts {
		if v.Field(i).Len() > longString {
			return true
		}
	}
	for _, i := range of.structs {
		if s.holdsLong(v.Field(i)) {
			return true
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
			if name == "-" || !t.Field(i).IsExported() {
				continue
			}
			switch typ := t.Field(i).Type; {
			case inParts(typ), typ.Kind() == reflect.Interface, typ.Kind() == reflect.Pointer:
				of.parts = append(of.parts, i)
			}
		}
	}
	if of.named {
		for i := range t.NumField() {
			switch f := t.Field(i); {
			case !f.IsExported():
			case f.Type.Kind() == reflect.String:
				of.texts = append(of.texts, i)
			case f.Type.Kind() == reflect.Struct:
				of.structs = append(of.structs, i)
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
