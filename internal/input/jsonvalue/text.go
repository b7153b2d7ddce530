package jsonvalue

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Text is a value as encoding/json writes it, with the characters of HTML escaped, which
// takes several times as long for large objects. The error is that of encoding/json.
func Text(value any) ([]byte, error) {
	w := writer{}
	if err := w.value(value); err != nil {
		return nil, err
	}
	return w.text, nil
}

// writer holds the names of the objects that it is in.
type writer struct {
	text  []byte
	names []string
}

func (w *writer) value(value any) error {
	switch v := value.(type) {
	case nil:
		w.text = append(w.text, "null"...)
	case bool:
		w.text = strconv.AppendBool(w.text, v)
	case int64:
		w.text = strconv.AppendInt(w.text, v, 10)
	case string:
		w.string(v)
	case map[string]any:
		if v == nil || len(w.names) > mostNames {
			return w.other(value)
		}
		return w.object(v)
	case []any:
		if v == nil {
			return w.other(value)
		}
		w.text = append(w.text, '[')
		for i, item := range v {
			if i > 0 {
				w.text = append(w.text, ',')
			}
			if err := w.value(item); err != nil {
				return err
			}
		}
		w.text = append(w.text, ']')
	default:
		return w.other(value)
	}
	return nil
}

// mostNames is how many names are held, of which objects within others have more and more.
const mostNames = 1 << 20

func (w *writer) object(fields map[string]any) error {
	start := len(w.names)
	w.names = slices.Grow(w.names, len(fields))
	for name := range fields {
		w.names = append(w.names, name)
	}
	end := len(w.names)
	slices.Sort(w.names[start:])
	w.text = append(w.text, '{')
	for i := start; i < end; i++ {
		name := w.names[i] // those within stand behind, and are gone again
		if i > start {
			w.text = append(w.text, ',')
		}
		w.string(name)
		w.text = append(w.text, ':')
		if err := w.value(fields[name]); err != nil {
			return err
		}
	}
	w.names = w.names[:start]
	w.text = append(w.text, '}')
	return nil
}

// string writes ASCII, and has the rest written.
func (w *writer) string(s string) {
	plain := true
	for i := range len(s) {
		c := s[i]
		if c >= 0x7f {
			_ = w.other(s) // any string can be written
			return
		}
		plain = plain && !escaped(c)
	}
	w.room(len(s) + len(`"":,`))
	w.text = append(w.text, '"')
	if plain {
		w.text = append(w.text, s...)
	} else {
		from := 0
		for i := range len(s) {
			if c := s[i]; escaped(c) {
				w.text = append(append(w.text, s[from:i]...), escape(c)...)
				from = i + 1
			}
		}
		w.text = append(w.text, s[from:]...)
	}
	w.text = append(w.text, '"')
}

// room makes room for some bytes. It takes as much again as there is, where append takes a
// quarter, so that of a long text little has to be moved.
func (w *writer) room(bytes int) {
	if cap(w.text)-len(w.text) < bytes {
		w.text = slices.Grow(w.text, len(w.text)+bytes)
	}
}

// escaped reports whether a character of ASCII is written otherwise in a string.
func escaped(c byte) bool {
	return c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&'
}

// escape is how encoding/json writes one of those.
func escape(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	const digits = "0123456789abcdef"
	return `\u00` + string([]byte{digits[c>>4], digits[c&0xf]})
}

func (w *writer) other(value any) error {
	text, err := json.Marshal(value)
	w.text = append(w.text, text...)
	return err
}
