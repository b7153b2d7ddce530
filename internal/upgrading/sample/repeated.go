package sample

import (
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
)

const (
	// mostKinds limits the kinds of list items.
	mostKinds = 4
	// mostLong limits the items of a long list, and mostLongValues the values of all of them together.
	mostLong       = 128
	mostLongValues = 20_000
)

// Repeated returns copies of an accepted object in which the lists of a CEL rule at a place have an item twice, or
// items with the different texts that the rule compares with. They may be refused.
func (g *Generator) Repeated(version string, object map[string]any, path []finding.Segment, rule string, b *Budget) []map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	var all []map[string]any
	give := func(list place, from map[string]any, items ...any) {
		o := runtime.DeepCopyJSON(from)
		put(o, list, runtime.DeepCopyJSONValue(items))
		if b.pay(0, jsonvalue.Count(o)); b.Left > 0 {
			all = append(all, o)
		}
	}
	for _, list := range s.listsOf(object, place(path), rule) {
		base := runtime.DeepCopyJSON(object)
		s.fill(base, list.index(0))
		first, there := at(base, list.index(0))
		if !there {
			continue
		}
		items := []any{first}
		for _, item := range s.kinds(base, list, place(path), rule, b) {
			if !slices.ContainsFunc(items, func(known any) bool { return reflect.DeepEqual(known, item) }) {
				items = append(items, item)
			}
		}
		for i, item := range items {
			give(list, base, item, item)
			for _, other := range items[i+1:] {
				give(list, base, item, other)
			}
		}
		near := s.near(base, list, place(path), rule)
		for i, item := range near {
			give(list, base, first, item)
			for _, other := range near[i+1:] {
				give(list, base, item, other)
			}
		}
	}
	return all
}

// near returns items of a list that differ from the first one in one field of a CEL rule.
func (s *search) near(base map[string]any, list, from place, rule string) []any {
	var all []any
	add := func(o map[string]any) {
		if item, there := at(o, list.index(0)); there {
			all = append(all, item)
		}
	}
	for _, f := range mention.Fields(rule) {
		q := s.placeOf(base, from, f.Path)
		if len(q) <= len(list)+1 || !slices.Equal(q[:len(list)+1], list.index(0)) {
			continue
		}
		o := runtime.DeepCopyJSON(base)
		if _, there := at(o, q); there {
			remove(o, q)
		} else {
			s.fill(o, q)
		}
		add(o)
	}
	return all
}

// listsOf returns the lists of a CEL rule, in the first items of other lists.
func (s *search) listsOf(object map[string]any, from place, rule string) []place {
	object = runtime.DeepCopyJSON(object)
	var all []place
	add := func(p place) {
		if p == nil || slices.ContainsFunc(all, func(known place) bool { return slices.Equal(known, p) }) {
			return
		}
		if newShape(s.schemasAt(p), 0).typ() == "array" {
			all = append(all, p)
		}
	}
	add(from)
	for _, f := range mention.Fields(rule) {
		for i := range f.Path {
			add(s.placeOf(object, from, f.Path[:i+1]))
		}
	}
	return all
}

// kinds returns accepted items of a list that have, in one field, the texts that a CEL rule compares with.
func (s *search) kinds(base map[string]any, list, from place, rule string, b *Budget) []any {
	var all []any
	for _, f := range mention.Fields(rule) {
		q := s.placeOf(base, from, f.Path)
		if len(q) <= len(list)+1 || !slices.Equal(q[:len(list)+1], list.index(0)) || newShape(s.schemasAt(q), 0).typ() != "string" {
			continue
		}
		for _, text := range mention.Literals(rule) {
			if _, isText := text.(string); !isText || text == "" || len(all) == mostKinds || b.Left <= 0 {
				continue
			}
			o := runtime.DeepCopyJSON(base)
			s.fill(o, q)
			put(o, q, text)
			found := s.keeping(b, o, func(o map[string]any) bool {
				v, _ := at(o, q)
				return v == text
			})
			if item, there := at(found, list.index(0)); there {
				all = append(all, item)
			}
		}
	}
	return all
}

// Long returns a copy of an object in which the lists of a CEL rule at a place have the maximum length; nil if the
// rule has none. It may be refused.
func (g *Generator) Long(version string, object map[string]any, path []finding.Segment, rule string, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	o := runtime.DeepCopyJSON(object)
	lists := s.listsOf(object, place(path), rule)
	// Inner lists first, so that each item of the outer ones has a long list.
	slices.SortStableFunc(lists, func(a, b place) int { return len(b) - len(a) })
	for _, list := range lists {
		s.fill(o, list.index(0))
		first, there := at(o, list.index(0))
		if !there {
			continue
		}
		n := mostLong
		for _, of := range s.schemasAt(list) {
			if of.MaxItems != nil {
				n = min(n, int(*of.MaxItems))
			}
		}
		n = min(n, mostLongValues/jsonvalue.Count(first))
		items := make([]any, n)
		of := s.shapeAt(list).schemas[0]
		for i := range items {
			items[i] = runtime.DeepCopyJSONValue(first)
			if t := of.ListType(); t == "set" || t == "map" { // their items must differ
				items[i] = s.builder.value(s.schemasAt(list.index(0)), turn{name: singular(list.name()), nth: i, keys: of.XListMapKeys()})
			}
		}
		put(o, list, items)
	}
	if len(lists) == 0 || b.Left < jsonvalue.Count(o) {
		return nil
	}
	b.pay(0, jsonvalue.Count(o))
	return o
}
