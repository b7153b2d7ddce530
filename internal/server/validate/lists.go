package validate

import (
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Lists checks the lists in x, a JSON value, as ValidateListSetsAndMaps of pkg/apiserver/schema/listtype does: a set
// must not repeat an item, and a list of type map must not repeat the keys of an item.
func Lists(at *finding.Path, x any, s *schema.Schema) finding.List {
	var c listChecker
	c.check(at, x, s)
	return c.found
}

type listChecker struct {
	found finding.List
}

func (c *listChecker) check(at *finding.Path, x any, s *schema.Schema) {
	switch x := x.(type) {
	case map[string]any:
		for _, k := range sortedKeys(x) {
			v := x[k]
			if values := s.ValueSchema(); values != nil {
				c.check(at.Key(k), v, values)
			}
			if p := s.Property(k); p != nil {
				c.check(at.Child(k), v, p)
			}
		}
	case []any:
		switch s.ListType() {
		case "set":
			for _, i := range repeated(x) {
				c.addDuplicate(at, i, x[i])
			}
		case "map":
			c.mapItems(at, x, s.XListMapKeys())
		}
		if items := s.ItemSchema(); items != nil {
			for i, v := range x {
				c.check(at.Index(i), v, items)
			}
		}
	}
}

// addDuplicate reports an item of a list that repeats an earlier one.
func (c *listChecker) addDuplicate(at *finding.Path, i int, value any) {
	c.found = append(c.found, finding.Duplicate(code.ListItemTwice, at.Index(i), value))
}

// mapItems checks the items of a list of type map.
func (c *listChecker) mapItems(at *finding.Path, items []any, names []string) {
	for i, item := range items {
		if _, ok := item.(map[string]any); item != nil && !ok {
			f := finding.Invalid(code.ListItemNoObject, at.Index(i), item, "must be an object for an array of list-type map")
			c.found = append(c.found, f)
			return
		}
	}
	keys := func(i int) any {
		m, _ := items[i].(map[string]any)
		key := map[string]any{}
		for _, name := range names {
			if v, ok := m[name]; ok {
				key[name] = v
			}
		}
		return key
	}
	compared := make([]any, len(items))
	// The server compares a single key as a value: as a number, 1 is not 1.0. It takes an absent key for null, which no
	// key is: keys cannot be nullable.
	if len(names) == 1 {
		for i, item := range items {
			m, _ := item.(map[string]any)
			compared[i] = m[names[0]]
		}
	} else {
		for i := range items {
			compared[i] = keys(i)
		}
	}
	for _, i := range repeated(compared) {
		c.addDuplicate(at, i, keys(i))
	}
}

// repeated returns the indices of values that occur for the second time. It skips further occurrences.
func repeated(values []any) []int {
	seen := make(map[any]int, len(values))
	var second []int
	for i, v := range values {
		switch v.(type) {
		case map[string]any, []any:
			text, _ := utiljson.Marshal(v) // JSON values can be encoded
			v = compound(text)
		}
		if seen[v]++; seen[v] == 2 {
			second = append(second, i)
		}
	}
	return second
}

// compound is the text of an object or list. The type distinguishes it from a string.
type compound string
