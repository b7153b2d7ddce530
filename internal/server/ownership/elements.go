package ownership

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// most is the largest integer that equals no other as a floating-point number.
const most = 1 << 53

// isKey reports whether a value is written in one way only where it tells items apart.
func isKey(v any) bool {
	switch v := v.(type) {
	case string, bool:
		return true
	case int64:
		return -most < v && v < most
	case float64: // as numbers in fieldsV1 and defaults in schemas are read
		return -most < v && v < most && v == float64(int64(v)) && (v != 0 || !math.Signbit(v))
	}
	return false
}

// isPlain reports whether a path element is written as the library would do it: with keys in
// order, strings without escapes, and integers.
func isPlain(element string) bool {
	text, isValue := strings.CutPrefix(element, "v:")
	if isValue {
		rest, ok := cutPlainValue(text)
		return ok && rest == ""
	}
	text, ok := strings.CutPrefix(element, "k:{")
	if !ok {
		return false
	}
	for before := ""; ; {
		name, rest, ok := cutPlainString(text)
		if !ok || name <= before {
			return false
		}
		before = name
		if rest, ok = strings.CutPrefix(rest, ":"); !ok {
			return false
		}
		if rest, ok = cutPlainValue(rest); !ok {
			return false
		}
		if rest == "}" {
			return true
		}
		if text, ok = strings.CutPrefix(rest, ","); !ok {
			return false
		}
	}
}

// cutPlainString cuts a string of JSON without escapes from the front.
func cutPlainString(s string) (inside, rest string, ok bool) {
	if s == "" || s[0] != '"' {
		return "", "", false
	}
	end := strings.IndexByte(s[1:], '"')
	if end < 0 || !isPlainString(s[1:1+end]) {
		return "", "", false
	}
	return s[1 : 1+end], s[end+2:], true
}

// cutPlainValue cuts a string or an integer from the front.
func cutPlainValue(s string) (rest string, ok bool) {
	if _, rest, ok := cutPlainString(s); ok {
		return rest, true
	}
	end := strings.IndexAny(s, ",}")
	if end < 0 {
		end = len(s)
	}
	if s[:end] == "true" || s[:end] == "false" {
		return s[end:], true
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return s[end:], err == nil && isKey(n) && strconv.FormatInt(n, 10) == s[:end]
}

// isPlainString reports whether a string is itself in JSON, but for the quotes.
func isPlainString(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

// appendKey writes a value that tells items apart.
func appendKey(b []byte, v any) ([]byte, bool) {
	if !isKey(v) {
		return b, false
	}
	switch v := v.(type) {
	case string:
		if !isPlainString(v) {
			return b, false
		}
		b = append(b, '"')
		b = append(b, v...)
		return append(b, '"'), true
	case bool:
		return strconv.AppendBool(b, v), true
	case int64:
		return strconv.AppendInt(b, v, 10), true
	case float64:
		return strconv.AppendInt(b, int64(v), 10), true
	}
	return b, false
}

// elementTexts writes the path elements of the items of a list.
type elementTexts struct {
	keys     []string
	defaults []any
	buffer   []byte
}

// elementsIn is that of the lists of a type. ok is false if it can't write some.
func elementsIn(types *schema.Schema, of *schema.List) (e elementTexts, ok bool) {
	e.keys = slices.Sorted(slices.Values(of.Keys))
	e.defaults = make([]any, len(e.keys))
	if len(e.keys) == 0 {
		return e, true
	}
	atom, ok := types.Resolve(of.ElementType)
	if !ok || atom.Map == nil {
		return e, false
	}
	for i, name := range e.keys {
		f, _ := atom.Map.FindField(name)
		e.defaults[i] = f.Default
		if n, ok := f.Default.(float64); ok && math.Abs(n) >= 1e6 {
			return e, false // it is printed with an exponent
		}
	}
	return e, true
}

// of is the path element of an item. ok is false if it has none, or one that equals another
// that is written in another way.
func (e *elementTexts) of(item any) (text string, ok bool) {
	b := e.buffer[:0]
	if len(e.keys) > 0 {
		if b, ok = appendKeys(b, e.keys, e.defaults, item); !ok {
			return "", false
		}
	} else if b, ok = appendKey(append(b, "v:"...), item); !ok {
		if !isKey(item) {
			return "", false
		}
		text, err := fieldpath.SerializePathElement(fieldpath.ValueElement(value.NewValueInterface(item)))
		return text, err == nil
	}
	e.buffer = b
	return string(b), true
}

// elementsOf are the path elements of the items of a list. ok is false if one can't be told
// from the others by it.
func elementsOf(types *schema.Schema, of *schema.List, items []any) (texts []string, ok bool) {
	e, ok := elementsIn(types, of)
	if !ok {
		return nil, false
	}
	texts = make([]string, len(items))
	seen := make(map[string]struct{}, len(items))
	for i, item := range items {
		if texts[i], ok = e.of(item); !ok {
			return nil, false
		}
		if _, twice := seen[texts[i]]; twice {
			return nil, false
		}
		seen[texts[i]] = struct{}{}
	}
	return texts, true
}

// appendKeys writes the path element of an item that has keys.
func appendKeys(b []byte, keys []string, defaults []any, item any) ([]byte, bool) {
	fields, ok := item.(map[string]any)
	if !ok {
		return b, false
	}
	plain, some := true, false
	b = append(b, "k:{"...)
	for i, name := range keys {
		v := defaults[i]
		if of, has := fields[name]; has {
			v = of
		} else if v == nil {
			continue
		}
		if !isKey(v) {
			return b, false
		}
		if some {
			b = append(b, ',')
		}
		some = true
		b = append(append(append(b, '"'), name...), '"', ':')
		var fine bool
		b, fine = appendKey(b, v)
		plain = plain && fine && isPlainString(name)
	}
	if !some {
		return b, false
	}
	if plain {
		return append(b, '}'), true
	}
	var list value.FieldList
	for i, name := range keys {
		if v, has := fields[name]; has {
			list = append(list, value.Field{Name: name, Value: value.NewValueInterface(v)})
		} else if defaults[i] != nil {
			list = append(list, value.Field{Name: name, Value: value.NewValueInterface(defaults[i])})
		}
	}
	text, err := fieldpath.SerializePathElement(fieldpath.PathElement{Key: &list})
	return append(b[:0], text...), err == nil
}

// pathElement returns the path element of an item of a list. ok is false if it has none.
func pathElement(types *schema.Schema, of *schema.List, item any) (fieldpath.PathElement, bool) {
	if len(of.Keys) == 0 {
		switch item.(type) {
		case nil, map[string]any, []any:
			return fieldpath.PathElement{}, false
		}
		return fieldpath.ValueElement(value.NewValueInterface(item)), true
	}
	fields, ok := item.(map[string]any)
	if !ok {
		return fieldpath.PathElement{}, false
	}
	keys := make([]value.Field, 0, len(of.Keys))
	for _, name := range of.Keys {
		v, has := fields[name]
		if !has {
			atom, ok := types.Resolve(of.ElementType)
			if !ok || atom.Map == nil {
				return fieldpath.PathElement{}, false
			}
			f, _ := atom.Map.FindField(name)
			if f.Default == nil {
				continue
			}
			v = f.Default
		}
		keys = append(keys, value.Field{Name: name, Value: value.NewValueInterface(v)})
	}
	list := value.FieldList(keys)
	list.Sort()
	return fieldpath.PathElement{Key: &list}, len(list) > 0
}
