package validate

import (
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/schema"
)

// Lists checks that the lists of type set in x, a JSON value, hold nothing
// twice, and those of type map no two items with the same keys, as
// ValidateListSetsAndMaps of pkg/apiserver/schema/listtype does.
func Lists(at *finding.Path, x any, s *schema.Schema) finding.List {
	return lists(at, x, s, &below{})
}

func lists(at *finding.Path, x any, s *schema.Schema, merged *below) finding.List {
	var list finding.List
	switch x := x.(type) {
	case map[string]any:
		if merged.none(len(x), s, isMerged) {
			return nil
		}
		for _, k := range sortedKeys(x) {
			v := x[k]
			if values := s.ValueSchema(); values != nil {
				list = append(list, lists(at.Key(k), v, values, merged)...)
			}
			if p := s.Property(k); p != nil {
				list = append(list, lists(at.Child(k), v, p, merged)...)
			}
		}
	case []any:
		switch s.ListType() {
		case "set":
			for _, i := range repeated(x) {
				list = append(list, finding.Duplicate(code.ListItemTwice, at.Index(i), x[i]))
			}
		case "map":
			list = append(list, mapItems(at, x, s.XListMapKeys)...)
		}
		if items := s.ItemSchema(); items != nil && !merged.none(len(x), items, isMerged) {
			for i, v := range x {
				list = append(list, lists(at.Index(i), v, items, merged)...)
			}
		}
	}
	return list
}

func isMerged(s *schema.Schema) bool {
	t := s.ListType()
	return t == "set" || t == "map"
}

// mapItems checks the items of a list of type map.
func mapItems(at *finding.Path, items []any, names []string) finding.List {
	keys := make([]any, len(items))
	for i, item := range items {
		m, ok := item.(map[string]any)
		if item != nil && !ok {
			return finding.List{finding.Invalid(code.ListItemNoObject, at.Index(i), item, "must be an object for an array of list-type map")}
		}
		key := map[string]any{}
		for _, name := range names {
			if v, ok := m[name]; ok {
				key[name] = v
			}
		}
		keys[i] = key
	}
	// The server compares a single key by itself: as a number, 1 is not 1.0. One that
	// is not there is taken for null, which no key is: they can't be nullable.
	single := keys
	if len(names) == 1 {
		single = make([]any, len(keys))
		for i, key := range keys {
			single[i] = key.(map[string]any)[names[0]]
		}
	}
	var list finding.List
	for _, i := range repeated(single) {
		list = append(list, finding.Duplicate(code.ListItemTwice, at.Index(i), keys[i]))
	}
	return list
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
