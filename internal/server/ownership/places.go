package ownership

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// Places finds places in an object by what the server prints of them. What it has found out
// about a list serves all that lie in it: an object may have conflicts in each of its items.
type Places struct {
	object any
	lists  map[*any]*items // by their first item
}

// PlacesIn are those of an object, of whose lists no item and no key may change.
func PlacesIn(object any) *Places {
	return &Places{object: object, lists: map[*any]*items{}}
}

// Locate finds the place in an object that the server prints as
// .spec.ports[name="http"].port; nil if it is not there.
func Locate(object any, printed string) *finding.Path {
	return PlacesIn(object).Locate(printed)
}

// Locate finds one place, as the function does.
func (p *Places) Locate(printed string) *finding.Path {
	at, ok := p.locate(nil, p.object, printed)
	if !ok {
		return nil
	}
	return at
}

func (p *Places) locate(at *finding.Path, value any, rest string) (*finding.Path, bool) {
	switch {
	case rest == "":
		return at, true
	case rest[0] == '.':
		fields, _ := value.(map[string]any)
		// Names may hold dots: the longest that leads on is meant.
		for end := len(rest); end > 0; end = strings.LastIndexAny(rest[:end], ".[") {
			item, ok := fields[rest[1:end]]
			if !ok {
				continue
			}
			if q, ok := p.locate(at.Child(rest[1:end]), item, rest[end:]); ok {
				return q, true
			}
		}
	case rest[0] == '[':
		list, _ := value.([]any)
		inside, more, ok := bracket(rest)
		if !ok {
			return nil, false
		}
		some := p.among(list, inside)
		if some == none {
			return nil, false
		}
		// An item without some of the keys is printed like one that has others as well.
		if q, ok := p.locate(at.Index(some.first), list[some.first], more); ok || some.last == some.first {
			return q, ok
		}
		return p.locate(at.Index(some.last), list[some.last], more)
	}
	return nil, false
}

// span are the indices of the first and the last item of some.
type span struct{ first, last int }

// none is the span of no items.
var none = span{-1, -1}

func (s span) and(t span) span {
	switch {
	case s == none:
		return t
	case t == none:
		return s
	}
	return span{min(s.first, t.first), max(s.last, t.last)}
}

// among are the items of a list that are printed as their index, as their value ("=VALUE"),
// or as their keys ("a=VALUE,b=VALUE").
func (p *Places) among(list []any, inside string) span {
	if len(list) == 0 {
		return none
	}
	if n, err := strconv.Atoi(inside); err == nil {
		if n < 0 || n >= len(list) {
			return none
		}
		return span{n, n}
	}
	of := p.lists[&list[0]]
	if of == nil {
		of = &items{list: list}
		p.lists[&list[0]] = of
	}
	if value, ok := strings.CutPrefix(inside, "="); ok {
		return of.withValue(value)
	}
	keys, ok := readKeys(inside)
	if !ok {
		return none
	}
	return of.withKeys(keys)
}

// items are those of a list by how they are printed.
type items struct {
	list   []any
	values spans
	keyed  []*keyed
}

type spans map[string]span

func (s spans) add(text string, i int) {
	if was, found := s[text]; found {
		s[text] = span{was.first, i}
		return
	}
	s[text] = span{i, i}
}

func (s spans) of(text string) span {
	if of, found := s[text]; found {
		return of
	}
	return none
}

// keyed are the items of a list by the values of some fields.
type keyed struct {
	names []string
	// groups are the items that have the same of those fields: a key that is missing has its
	// default, which the object need not say.
	groups []group
}

// group are items by their keys as text.
type group struct {
	has []bool
	by  spans
}

func (s *items) withValue(text string) span {
	if s.values == nil {
		s.values = make(spans, len(s.list))
		for i, item := range s.list {
			s.values.add(printed(item), i)
		}
	}
	return s.values.of(text)
}

func (s *items) withKeys(keys []key) span {
	found := none
	for _, g := range s.by(keys).groups {
		var text strings.Builder
		for i, k := range keys {
			if g.has[i] {
				text.WriteString(k.value)
				text.WriteByte(',')
			}
		}
		found = found.and(g.by.of(text.String()))
	}
	return found
}

// by sorts the items by the fields of some keys.
func (s *items) by(keys []key) *keyed {
	for _, of := range s.keyed {
		if slices.EqualFunc(of.names, keys, func(name string, k key) bool { return name == k.name }) {
			return of
		}
	}
	of := &keyed{}
	for _, k := range keys {
		of.names = append(of.names, k.name)
	}
	has := make([]bool, len(keys))
	for i, item := range s.list {
		fields, ok := item.(map[string]any)
		if !ok {
			continue
		}
		var text strings.Builder
		for j, name := range of.names {
			var value any
			if value, has[j] = fields[name]; has[j] {
				text.WriteString(printed(value))
				text.WriteByte(',')
			}
		}
		j := slices.IndexFunc(of.groups, func(g group) bool { return slices.Equal(g.has, has) })
		if j < 0 {
			j = len(of.groups)
			of.groups = append(of.groups, group{slices.Clone(has), spans{}})
		}
		of.groups[j].by.add(text.String(), i)
	}
	s.keyed = append(s.keyed, of)
	return of
}

// key is a field of an item, and its value as it is printed.
type key struct{ name, value string }

// readKeys reads "a=VALUE,b=VALUE".
func readKeys(inside string) ([]key, bool) {
	var keys []key
	for inside != "" {
		name, rest, ok := strings.Cut(inside, "=")
		if !ok {
			return nil, false
		}
		value := quotedOrBare(rest)
		keys = append(keys, key{name, value})
		inside = strings.TrimPrefix(rest[len(value):], ",")
	}
	return keys, true
}
