package validate

import (
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/schema"
)

// Lists checks that the lists of type set in x, a JSON value, hold nothing
// twice, and those of type map no two items with the same keys, as
// ValidateListSetsAndMaps of pkg/apiserver/schema/listtype does.
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
				c.twice(at, i, x[i])
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

// twice notes that an item of a list repeats one above.
func (c *listChecker) twice(at *finding.Path, i int, value any) {
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
	// The server compares a single key by itself: as a number, 1 is not 1.0. One that
	// is not there is taken for null, which no key is: they cannot be nullable.
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
		c.twice(at, i, keys(i))
	}
}

// repeated returns where values occur for the second time; further times are
// not reported.
func repeated(values []any) []int {
	seen := make(map[any]int, len(values))
	var second []int
	for i, v := range values {
		switch v.(type) {
		case map[string]any, []any:
			text, _ := utiljson.Marshal(v) // JSON values have one
			v = compound(text)
		}
		if seen[v]++; seen[v] == 2 {
			second = append(second, i)
		}
	}
	return second
}

// compound is the text of an object or list, which is not to be taken for a
// string.
type compound string
