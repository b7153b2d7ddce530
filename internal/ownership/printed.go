package ownership

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// eachPrinted calls a function for each member of a set, as it is printed, in the order of
// fieldpath.Set: those of a place before what lies below them.
func (s *pathSet) eachPrinted(at []byte, read bool, fn func(path string), err *error) {
	branches := s.simpleBranches()
	if branches == nil {
		if branches, *err = s.branches(read); *err != nil {
			return
		}
	}
	for _, b := range branches {
		if b.of.member {
			fn(string(append(at, b.text...)))
		}
	}
	for _, b := range branches {
		if len(b.of.below) > 0 {
			b.of.eachPrinted(append(at[:len(at):len(at)], b.text...), read, fn, err)
		}
	}
}

// branch is what lies below an element of a path, and how that is printed.
type branch struct {
	text string
	of   *pathSet
}

// branches are those of a set in their order, as the library has it.
func (s *pathSet) branches(read bool) ([]branch, error) {
	type placed struct {
		branch
		pe fieldpath.PathElement
	}
	all := make([]placed, 0, len(s.below))
	for element, of := range s.below {
		pe, err := fieldpath.DeserializePathElement(element)
		if err != nil {
			return nil, err
		}
		if !read {
			integers(pe)
		}
		all = append(all, placed{branch{pe.String(), of}, pe})
	}
	slices.SortFunc(all, func(a, b placed) int { return a.pe.Compare(b.pe) })
	out := make([]branch, len(all))
	for i := range all {
		out[i] = all[i].branch
	}
	return out, nil
}

// simpleBranches are the same where all are fields, and items with keys that are plain strings and
// small integers, which takes no library; nil otherwise.
func (s *pathSet) simpleBranches() []branch {
	type placed struct {
		branch
		name string // of a field
		keys []simpleKey
	}
	all := make([]placed, 0, len(s.below))
	var keys []simpleKey // of all
	var first []simpleKey
	var text []byte
	for element, of := range s.below {
		if name, isField := strings.CutPrefix(element, "f:"); isField {
			all = append(all, placed{branch{"." + name, of}, name, nil})
			continue
		}
		start := len(keys)
		var ok bool
		if keys, ok = appendSimpleKeys(keys, element); !ok {
			return nil
		}
		these := keys[start:len(keys):len(keys)]
		if first == nil {
			first = these
		} else if !slices.EqualFunc(first, these, simpleKey.isLike) {
			return nil
		}
		text = text[:0]
		for _, k := range these {
			text = append(append(append(append(text, ','), k.name...), '='), k.printed...)
		}
		text[0] = '['
		all = append(all, placed{branch{string(append(text, ']')), of}, "", these})
	}
	slices.SortFunc(all, func(a, b placed) int {
		switch {
		case (a.keys == nil) != (b.keys == nil): // fields come first
			if a.keys == nil {
				return -1
			}
			return 1
		case a.keys == nil:
			return strings.Compare(a.name, b.name)
		}
		return slices.CompareFunc(a.keys, b.keys, func(k, l simpleKey) int {
			return cmp.Or(cmp.Compare(k.number, l.number), strings.Compare(k.text, l.text))
		})
	})
	out := make([]branch, len(all))
	for i := range all {
		out[i] = all[i].branch
	}
	return out
}

// simpleKey is a key of an item.
type simpleKey struct {
	name, printed string
	text          string
	number        int64
	isNumber      bool
}

// isLike reports whether two keys differ by nothing but their values.
func (k simpleKey) isLike(l simpleKey) bool { return k.name == l.name && k.isNumber == l.isNumber }

// mostSimple is the largest integer that is printed as one, also if it was read as a
// floating-point number.
const mostSimple = 1e6 - 1

// appendSimpleKeys appends the keys of an item. ok is false if some are written otherwise than
// they are printed.
func appendSimpleKeys(keys []simpleKey, element string) (_ []simpleKey, ok bool) {
	rest, ok := strings.CutPrefix(element, "k:{")
	for ok {
		var k simpleKey
		if k.name, rest, ok = cutPlainString(rest); !ok {
			break
		}
		if rest, ok = strings.CutPrefix(rest, ":"); !ok {
			break
		}
		at := rest
		if rest, ok = cutPlainValue(at); !ok {
			break
		}
		k.printed = at[:len(at)-len(rest)]
		if text, isText := strings.CutPrefix(k.printed, `"`); isText {
			k.text = text[:len(text)-1]
		} else if n, err := strconv.ParseInt(k.printed, 10, 64); err == nil && -mostSimple <= n && n <= mostSimple {
			k.number, k.isNumber = n, true
		} else {
			break
		}
		keys = append(keys, k)
		if rest == "}" {
			return keys, true
		}
		rest, ok = strings.CutPrefix(rest, ",")
	}
	return keys, false
}

// integers turns the numbers of a path element that was read into integers.
func integers(pe fieldpath.PathElement) {
	turn := func(v *value.Value) {
		if (*v).IsFloat() {
			*v = value.NewValueInterface(int64((*v).AsFloat()))
		}
	}
	if pe.Value != nil {
		turn(pe.Value)
	}
	if pe.Key != nil {
		for i := range *pe.Key {
			turn(&(*pe.Key)[i].Value)
		}
	}
}
