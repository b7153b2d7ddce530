package clientapply

import (
	"encoding/json"
	"maps"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// threeWay is ThreeWay of decoded objects, and returns the patch decoded. The modified one is
// jsonvalue.Exact, and has kept as its annotation: most often that was applied last, too, and
// nothing has to be written or read, which takes far longer than comparing. It is not known to
// this where the library is to say what is wrong, or where a text is not what it was decoded
// to. The patch is jsonvalue.Exact, too. If whole is set it has jsonvalue.Becomes in the place of
// patches of objects that are there.
func threeWay(original, kept string, last Last, modified, live map[string]any, whole bool) (patch map[string]any, known bool) {
	d := differing{whole: whole}
	var was map[string]any
	if original != kept { // or nothing was taken out
		d.deletes = true
		if original == last.Text && last.Object != nil {
			was = last.Object
		} else if original != "" && json.Unmarshal([]byte(original), &was) != nil {
			return nil, false
		}
	}
	d.object(was, live, modified)
	if d.unknown {
		return nil, false
	}
	patch = d.fields(0)
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
	// deletes says that what was applied last is known and another one, so that what is not in
	// the manifest any more is deleted.
	deletes bool
	whole   bool
	// changes are those of the objects that are being compared, one behind the other.
	changes []fieldChange
	// unknown says that the library has to be asked: a number is too large to be sent, or the
	// live object keeps something that is not jsonvalue.Exact.
	unknown bool
}

// fieldChange is a field of a patch.
type fieldChange struct {
	key   string
	value any
}

func (d *differing) add(key string, value any) {
	d.changes = append(d.changes, fieldChange{key, value})
}

// fields takes away the changes behind the first so many, and makes a patch of them.
func (d *differing) fields(from int) map[string]any {
	patch := make(map[string]any, len(d.changes)-from)
	for _, c := range d.changes[from:] {
		patch[c.key] = c.value
	}
	d.changes = d.changes[:from]
	return patch
}

// become is what add and fields are, for a patch that has what the object becomes.
func (d *differing) become(key string, from int, live, is map[string]any, same bool) {
	if !same {
		is = maps.Clone(live)
		for _, c := range d.changes[from:] {
			jsonvalue.MergeField(is, c.key, c.value)
		}
	}
	d.changes = d.changes[:from]
	d.add(key, jsonvalue.Becomes{Object: is})
}

// object adds the changes that make of a live object what it is to be, and reports whether it is
// the same then, to the last bit, with nothing left of its own.
func (d *differing) object(was, live, is map[string]any) (same bool) {
	if isSame(live, is) && (!d.deletes || isSame(was, is)) {
		return true
	}
	same = true
	common, stay := 0, 0
	for key, is := range is {
		live, there := live[key]
		if there {
			stay++
		}
		was, had := was[key]
		if had {
			common++
		}
		if !d.field(key, was, live, is, had, there) {
			same = false
		}
	}
	if d.deletes && common < len(was) {
		for key := range was {
			if _, there := is[key]; !there {
				d.add(key, nil)
			}
		}
	}
	if stay == len(live) {
		return same
	}
	for key, live := range live {
		if _, there := is[key]; there {
			continue
		}
		if _, had := was[key]; had && d.deletes {
			continue
		}
		same = false
		d.stays(live)
		d.unknown = d.unknown || !utf8.ValidString(key)
	}
	return same
}

// stays notes that a value of the live object is kept, which is written and read again.
func (d *differing) stays(live any) {
	d.unknown = d.unknown || !jsonvalue.Exact(live)
}

// field adds the changes of a field that the manifest has, and reports whether it is the same
// then.
func (d *differing) field(key string, was, live, is any, had, there bool) (same bool) {
	typ := typeOf(is)
	switch {
	case is == nil:
		if d.deletes && (!had || was != nil) {
			d.add(key, nil)
		} else if there {
			d.stays(live)
		}
		return false
	case !there || typeOf(live) != typ:
		return d.newField(key, was, is, had)
	case typ == object:
		was, _ := was.(map[string]any)
		from, is := len(d.changes), is.(map[string]any)
		same = d.object(was, live.(map[string]any), is)
		switch {
		case len(d.changes) == from:
		case d.whole && key != "metadata": // which is looked into for a name
			d.become(key, from, live.(map[string]any), is, same)
		default:
			d.add(key, d.fields(from))
		}
		return same
	case jsonvalue.Equal(live, is):
		return true
	case !alike(live, is):
		v, other := d.sent(is)
		d.add(key, v)
		return !other
	}
	d.stays(live)
	return false
}

// newField adds the changes of a field that the live object lacks, or has with another type.
func (d *differing) newField(key string, was, is any, had bool) (same bool) {
	v, some, other := d.notNull(is)
	gone, goes := d.gone(was, is, had)
	switch {
	case goes && some:
		deleted, isObject := gone.(map[string]any)
		added, ok := v.(map[string]any)
		if isObject && ok {
			var known bool
			if v, known = joined(deleted, added); known {
				d.add(key, v)
				return false
			}
		}
		d.unknown = true
	case goes:
		d.add(key, gone)
	case some:
		d.add(key, v)
		return !other
	}
	return false
}

// gone has null for what is deleted in a field, and reports whether there is any.
func (d *differing) gone(was, is any, had bool) (value any, goes bool) {
	switch {
	case !d.deletes:
		return nil, false
	case !had || typeOf(was) != typeOf(is):
		return nulls(is)
	case typeOf(is) == object:
		fields := deleted(was.(map[string]any), is.(map[string]any))
		return fields, len(fields) > 0
	}
	return nil, false
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
			d.unknown = true
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

// alike reports whether values are equal, numbers as float64.
func alike(a, b any) bool {
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
			if w, there := b[key]; !there || !alike(v, w) {
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
			if !alike(a[i], b[i]) {
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
