package apply

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// itemIndex finds the items of a list that are the same as others, by their keys, or as a whole
// if there are none.
type itemIndex struct {
	list []any
	keys []string
	// known are the first items with keys that can be compared, by the keys that they have: one
	// that is missing has its default, which the stored object has.
	known []knownItems
	// rest are the items that have to be compared one by one.
	rest []int
}

type knownItems struct {
	has   [maxIndexedKeys]bool
	first map[itemKeys]int
}

// maxIndexedKeys is how many keys, or the one value of an item of a set, are compared by a map.
const maxIndexedKeys = 4

type itemKeys [maxIndexedKeys]any

func indexItems(list []any, keys []string) *itemIndex {
	x := &itemIndex{list: list, keys: keys}
	for i, item := range list {
		has, values, ok := x.read(item)
		if !ok {
			x.rest = append(x.rest, i)
			continue
		}
		j := slices.IndexFunc(x.known, func(k knownItems) bool { return k.has == has })
		if j < 0 {
			j = len(x.known)
			x.known = append(x.known, knownItems{has, map[itemKeys]int{}})
		}
		if _, found := x.known[j].first[values]; !found {
			x.known[j].first[values] = i
		}
	}
	return x
}

// read are the keys that an item has; false if they can't be those of a map.
func (x *itemIndex) read(item any) (has [maxIndexedKeys]bool, values itemKeys, ok bool) {
	if len(x.keys) == 0 {
		has[0], values[0] = true, item
		return has, values, isScalar(item)
	}
	fields, isMap := item.(map[string]any)
	if !isMap || len(x.keys) > maxIndexedKeys {
		return has, values, false
	}
	for i, k := range x.keys {
		values[i], has[i] = fields[k]
		if !isScalar(values[i]) {
			return has, values, false
		}
	}
	return has, values, true
}

// isScalar reports whether == compares a value as dryrun.Equal does.
func isScalar(v any) bool {
	switch v.(type) {
	case nil, string, int64, float64, bool:
		return true
	}
	return false
}

// of is the index of the first item of the list that is the same as another; -1 if there is
// none.
func (x *itemIndex) of(item any) int {
	found := -1
	if _, values, ok := x.read(item); ok {
		for _, k := range x.known {
			var those itemKeys
			for i, has := range k.has {
				if has {
					those[i] = values[i]
				}
			}
			if i, ok := k.first[those]; ok && (found < 0 || i < found) {
				found = i
			}
		}
	} else {
		for i := range x.list {
			if x.same(item, i) {
				return i
			}
		}
		return -1
	}
	for _, i := range x.rest {
		if found >= 0 && i > found {
			break
		}
		if x.same(item, i) {
			return i
		}
	}
	return found
}

func (x *itemIndex) same(item any, i int) bool {
	if len(x.keys) == 0 {
		return jsonvalue.Equal(item, x.list[i])
	}
	a, _ := item.(map[string]any)
	b, _ := x.list[i].(map[string]any)
	return a != nil && b != nil && !slices.ContainsFunc(x.keys, func(k string) bool {
		w, has := b[k]
		return has && !jsonvalue.Equal(a[k], w)
	})
}
