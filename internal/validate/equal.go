package validate

import (
	"reflect"

	"k8s.io/apiserver/pkg/cel/common"
)

// correlating finds out for the values of one object which of them are as they were before. It
// remembers what it found of large ones, so that asking at every depth does not take the time
// of all below at each.
type correlating struct {
	equal   map[comparison]bool
	indexes map[listOf]*itemIndex
	// work is how many values were looked at since the last result that is remembered.
	work int
	// key and other are room for keys of items.
	key, other []byte
}

// comparison is what the result of one holds for: an object or a list, the one that it
// replaces, and by what schema; nil if that makes no difference.
type comparison struct {
	now, old uintptr
	size     int
	of       common.Schema
}

// listOf is an old list that was indexed by a schema.
type listOf struct {
	old  uintptr
	size int
	of   common.Schema
}

// muchWork is how many values are looked at for a result that is remembered.
const muchWork = 64

// indexOf is the index of an old list.
func (c *correlating) indexOf(of common.Schema, old []any) *itemIndex {
	list := listOf{listPointer(old), len(old), of}
	x := c.indexes[list]
	if x == nil {
		x = &itemIndex{rest: old, items: map[string]any{}}
		if c.indexes == nil {
			c.indexes = map[listOf]*itemIndex{}
		}
		c.indexes[list] = x
	}
	return x
}

// unchanged reports what CorrelatedObject.CachedDeepEqual does: whether a value is the one that
// it replaces, and each value within replaces the one that it is like, unless it is in a list
// whose items replace none.
func (c *correlating) unchanged(p pair) bool {
	if !p.replaces {
		return false
	}
	c.work++
	switch now := p.now.(type) {
	case map[string]any:
		old, ok := p.old.(map[string]any)
		if !ok || len(old) != len(now) {
			return false
		}
		what := comparison{objectPointer(now), objectPointer(old), len(now), p.schema}
		if equal, ok := c.equal[what]; ok {
			return equal
		}
		before := c.work
		return c.remember(what, before, c.unchangedFields(p, now))
	case []any:
		old, ok := p.old.([]any)
		switch {
		case !ok || len(old) != len(now):
			return false
		case p.schema == nil || p.schema.XListType() != "map":
			return len(now) == 0 || c.same(now, old) // nil or not, a list of no items is one
		}
		what := comparison{listPointer(now), listPointer(old), len(now), p.schema}
		if equal, ok := c.equal[what]; ok {
			return equal
		}
		before := c.work
		return c.remember(what, before, c.unchangedItems(p, now))
	}
	return c.same(p.now, p.old)
}

func (c *correlating) unchangedFields(p pair, now map[string]any) bool {
	for name := range now {
		if !c.unchanged(p.key(name)) {
			return false
		}
	}
	return true
}

func (c *correlating) unchangedItems(p pair, now []any) bool {
	for i := range now {
		if !c.unchanged(p.index(i, c)) {
			return false
		}
	}
	return true
}

// same is reflect.DeepEqual of JSON values.
func (c *correlating) same(now, old any) bool {
	c.work++
	switch now := now.(type) {
	case nil:
		return old == nil
	case string:
		other, ok := old.(string)
		return ok && now == other
	case int64:
		other, ok := old.(int64)
		return ok && now == other
	case bool:
		other, ok := old.(bool)
		return ok && now == other
	case map[string]any:
		other, ok := old.(map[string]any)
		return ok && len(now) == len(other) && (now == nil) == (other == nil) && c.sameObject(now, other)
	case []any:
		other, ok := old.([]any)
		return ok && len(now) == len(other) && (now == nil) == (other == nil) && c.sameList(now, other)
	}
	return reflect.DeepEqual(now, old)
}

// sameObject is same of objects of one size.
func (c *correlating) sameObject(now, old map[string]any) bool {
	what := comparison{now: objectPointer(now), old: objectPointer(old), size: len(now)}
	if what.now == what.old {
		return true
	}
	if equal, ok := c.equal[what]; ok {
		return equal
	}
	before := c.work
	for name, value := range now {
		if was, ok := old[name]; !ok || !c.same(value, was) {
			return c.remember(what, before, false)
		}
	}
	return c.remember(what, before, true)
}

// sameList is same of lists of one length.
func (c *correlating) sameList(now, old []any) bool {
	what := comparison{now: listPointer(now), old: listPointer(old), size: len(now)}
	if what.now == what.old {
		return true
	}
	if equal, ok := c.equal[what]; ok {
		return equal
	}
	before := c.work
	for i := range now {
		if !c.same(now[i], old[i]) {
			return c.remember(what, before, false)
		}
	}
	return c.remember(what, before, true)
}

// remember keeps the result of a comparison if it took much work since there was so much, and
// returns it.
func (c *correlating) remember(what comparison, before int, equal bool) bool {
	if c.work-before < muchWork {
		return equal
	}
	c.work = before // what is above does not do it again
	if c.equal == nil {
		c.equal = map[comparison]bool{}
	}
	c.equal[what] = equal
	return equal
}

// objectPointer and listPointer tell objects and lists that exist at the same time from others
// of the same size.
func objectPointer(object map[string]any) uintptr { return reflect.ValueOf(object).Pointer() }

func listPointer(list []any) uintptr {
	if len(list) == 0 {
		return 0
	}
	return reflect.ValueOf(&list[0]).Pointer() // of the list itself, a copy would be made
}
