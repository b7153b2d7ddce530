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

// string writes what needs no escapes, and has the others written.
func (w *writer) string(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			_ = w.other(s) // any string can be written
			return
		}
	}
	w.text = append(w.text, '"')
	w.text = append(w.text, s...)
	w.text = append(w.text, '"')
}

func (w *writer) other(value any) error {
	text, err := json.Marshal(value)
	w.text = append(w.text, text...)
	return err
}
