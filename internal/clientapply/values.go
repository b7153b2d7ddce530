package clientapply

import (
	"encoding/json"
	"maps"
	"reflect"
	"strconv"

	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// threeWay is ThreeWay of decoded objects, and returns the patch decoded. The modified one is
// jsonvalue.Exact, and has kept as its annotation: most often that was applied last, too, and
// nothing has to be written or read, which takes far longer than comparing. It is not known to
// this where the library is to say what is wrong, or where a text is not what it was decoded
// to. The patch is jsonvalue.Exact, too.
func threeWay(original, kept string, last Last, modified, live map[string]any) (patch map[string]any, known bool) {
	if !jsonvalue.ExactLike(live, last.Object) {
		return nil, false
	}
	var d differing
	patch = d.added(live, modified)
	if d.beyond {
		return nil, false
	}
	if original != kept { // or nothing was taken out
		was := last.Object
		if original != last.Text || was == nil {
			was = nil
			if original != "" && json.Unmarshal([]byte(original), &was) != nil {
				return nil, false
			}
		}
		if gone := deleted(was, modified); len(gone) > 0 {
			if patch, known = joined(gone, patch); !known {
				return nil, false
			}
		}
	}
	if patch == nil {
		patch = map[string]any{}
	}
	for _, key := range [...]string{"apiVersion", "kind"} {
		if _, there := patch[key]; there {
			return nil, false
		}
	}
	if metadata, there := patch["metadata"]; there {
		metadata, ok := metadata.(map[string]any)
		if _, there := metadata["name"]; there || !ok {
			return nil, false
		}
	}
	return patch, true
}

// differing finds what differs.
type differing struct {
	// beyond says that a number is too large to be sent.
	beyond bool
}

// added is what is new or other in b, without nulls, as it arrives with a patch.
func (d *differing) added(a, b map[string]any) (out map[string]any) {
	if isSame(a, b) {
		return nil
	}
	for key, is := range b {
		was, there := a[key]
		switch {
		case is == nil:
		case !there || typeOf(was) != typeOf(is):
			if v, some, _ := d.notNull(is); some {
				out = put(out, key, v)
			}
		case typeOf(is) == object:
			if below := d.added(was.(map[string]any), is.(map[string]any)); len(below) > 0 {
				out = put(out, key, below)
			}
		case !same(was, is):
			v, _ := d.sent(is)
			out = put(out, key, v)
		}
	}
	return out
}

// put puts a value into a map, be it nil.
func put(m map[string]any, key string, v any) map[string]any {
	if m == nil {
		m = map[string]any{}
	}
	m[key] = v
	return m
}

// deleted has null for what is in a and not in b, and where b has one and a has not.
func deleted(a, b map[string]any) (out map[string]any) {
	if isSame(a, b) {
		return nil
	}
	common := 0
	for key, is := range b {
		was, there := a[key]
		if there {
			common++
		}
		switch {
		case !there || typeOf(was) != typeOf(is):
			if v, some := nulls(is); some {
				out = put(out, key, v)
			}
		case typeOf(is) == object:
			if d := deleted(was.(map[string]any), is.(map[string]any)); len(d) > 0 {
				out = put(out, key, d)
			}
		}
	}
	if common == len(a) {
		return out // b has all of its fields
	}
	for key := range a {
		if _, there := b[key]; !there {
			out = put(out, key, nil)
		}
	}
	return out
}

// notNull is a value as it is sent without the fields that are null, whether it is anything, and
// whether it is another: an object that has others is nothing without them, and one that is empty
// is something.
func (d *differing) notNull(value any) (out any, some, other bool) {
	fields, ok := value.(map[string]any)
	if !ok || len(fields) == 0 {
		out, other = d.sent(value)
		return out, value != nil, other
	}
	var own map[string]any // once it is another
	for key, v := range fields {
		kept, some, other := d.notNull(v)
		if some && !other {
			continue
		}
		if own == nil {
			own = maps.Clone(fields)
		}
		if some {
			own[key] = kept
		} else {
			delete(own, key)
		}
	}
	if own == nil {
		return fields, true, false
	}
	return own, len(own) > 0, true
}

// nulls is a value with the fields alone that are null, and whether there are any.
func nulls(value any) (any, bool) {
	fields, ok := value.(map[string]any)
	if !ok {
		return nil, value == nil
	}
	var out map[string]any
	for key, v := range fields {
		if v, some := nulls(v); some {
			out = put(out, key, v)
		}
	}
	return out, len(out) > 0
}

// joined puts what is added into what is deleted.
func joined(deleted, added map[string]any) (patch map[string]any, known bool) {
	for key, v := range added {
		gone := deleted[key]
		if gone == nil {
			deleted[key] = v
			continue
		}
		below, isObject := gone.(map[string]any)
		fields, ok := v.(map[string]any)
		if !isObject || !ok {
			return nil, false
		}
		if deleted[key], known = joined(below, fields); !known {
			return nil, false
		}
	}
	return deleted, true
}

// sent is a value as it arrives with a patch, and whether it is another: objects in lists
// lose what is null, and numbers are written as float64. The value itself stays.
func (d *differing) sent(value any) (any, bool) {
	switch v := value.(type) {
	case int64:
		const exact = 1 << 53
		if -exact <= v && v <= exact {
			break
		}
		f := float64(v)
		i, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64)
		if err != nil {
			d.beyond = true
			return value, false
		}
		return i, i != v
	case map[string]any:
		return d.sentObject(v)
	case []any:
		var out []any
		for i, item := range v {
			if item, other := d.sent(item); other {
				if out == nil {
					out = append(out, v...)
				}
				out[i] = item
			}
		}
		if out != nil {
			return out, true
		}
	}
	return value, false
}

func (d *differing) sentObject(fields map[string]any) (map[string]any, bool) {
	var out map[string]any
	for key, v := range fields {
		item, other := d.sent(v)
		if v != nil && !other {
			continue
		}
		if out == nil {
			out = maps.Clone(fields)
		}
		if v == nil {
			delete(out, key)
		} else {
			out[key] = item
		}
	}
	if out != nil {
		return out, true
	}
	return fields, false
}

// jsonType is a type of JSON values.
type jsonType string

const object jsonType = "object"

func typeOf(value any) jsonType {
	switch value.(type) {
	case map[string]any:
		return object
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64, float64:
		return "number"
	}
	return "null"
}

// same reports whether values are equal, numbers as float64.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if isSame(a, b) {
			return true
		}
		for key, v := range a {
			if w, there := b[key]; !there || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if len(a) > 0 && &a[0] == &b[0] {
			return true
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case int64, float64:
		return typeOf(b) == "number" && number(a) == number(b)
	}
	return a == b
}

// isSame reports whether two objects are one.
func isSame(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

func number(value any) float64 {
	if i, ok := value.(int64); ok {
		return float64(i)
	}
	return value.(float64)
}
