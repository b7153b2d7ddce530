package openapiv3

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/openapiv3/resource"
)

// key writes a key of the object that is being written. All keys begin with a
// comma, the first of which close makes the brace.
func (w *writer) key(name string) {
	w.b = append(w.b, ',')
	w.text(name)
	w.b = append(w.b, ':')
}

// close ends the object whose keys begin at open.
func (w *writer) close(open int) {
	if len(w.b) == open {
		w.b = append(w.b, '{', '}')
		return
	}
	w.b[open] = '{'
	w.b = append(w.b, '}')
}

func (w *writer) textKey(name, value string) {
	if value != "" {
		w.key(name)
		w.text(value)
	}
}

func (w *writer) flag(name string, set bool) {
	if set {
		w.key(name)
		w.b = append(w.b, "true"...)
	}
}

func (w *writer) count(name string, n *int64) {
	if n != nil {
		w.key(name)
		w.b = strconv.AppendInt(w.b, *n, 10)
	}
}

func (w *writer) number(name string, n *float64) {
	if n != nil {
		w.key(name)
		w.float(*n)
	}
}

// float writes a number as JavaScript does, which leaves very large and very
// small ones to MarshalJSON.
func (w *writer) float(n float64) {
	if abs := math.Abs(n); n != 0 && (abs < 1e-6 || abs >= 1e21) || math.IsNaN(n) {
		w.unknown = true
	}
	w.b = strconv.AppendFloat(w.b, n, 'f', -1, 64)
}

// value writes what stands in defaults, enums, examples and extensions.
func (w *writer) value(v any) {
	switch v := v.(type) {
	case nil:
		w.b = append(w.b, "null"...)
	case string:
		w.text(v)
	case bool:
		w.b = strconv.AppendBool(w.b, v)
	case int64:
		w.b = strconv.AppendInt(w.b, v, 10)
	case float64:
		w.float(v)
	case []any:
		writeList(w, v, w.value)
	case []string:
		writeList(w, v, w.text)
	case map[string]any:
		open := len(w.b)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.key(name)
			w.value(v[name])
		}
		w.close(open)
	case []resource.ValidationRule:
		writeList(w, v, w.rule)
	default:
		w.unknown = true
	}
}

func writeList[T any](w *writer, list []T, write func(T)) {
	w.b = append(w.b, '[')
	for i, e := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		write(e)
	}
	w.b = append(w.b, ']')
}

func (w *writer) rule(r resource.ValidationRule) {
	open := len(w.b)
	w.key("rule")
	w.text(r.Rule)
	w.textKey("message", r.Message)
	w.textKey("messageExpression", r.MessageExpression)
	if r.Reason != nil {
		w.textKey("reason", *r.Reason)
	}
	w.textKey("fieldPath", r.FieldPath)
	if r.OptionalOldSelf != nil {
		w.key("optionalOldSelf")
		w.b = strconv.AppendBool(w.b, *r.OptionalOldSelf)
	}
	w.close(open)
}

// text writes a string. Only what must be is escaped.
func (w *writer) text(s string) {
	const hex = "0123456789abcdef"
	w.unknown = w.unknown || !utf8.ValidString(s)
	w.b = append(w.b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		w.b = append(w.b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			w.b = append(w.b, '\\', c)
		case '\b':
			w.b = append(w.b, '\\', 'b')
		case '\f':
			w.b = append(w.b, '\\', 'f')
		case '\n':
			w.b = append(w.b, '\\', 'n')
		case '\r':
			w.b = append(w.b, '\\', 'r')
		case '\t':
			w.b = append(w.b, '\\', 't')
		default:
			w.b = append(w.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	w.b = append(w.b, s[start:]...)
	w.b = append(w.b, '"')
}

// isEmpty reports whether a value is written as null or as an empty string, list
// or object, which kube-openapi leaves out of examples.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
