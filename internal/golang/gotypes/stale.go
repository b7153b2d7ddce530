package gotypes

import (
	"slices"
	"sort"

	"github.com/crdtool/crdtool/finding"
)

// Disagreement is what the CRD and the Go types disagree about: one of them has it and the
// other not, or another value of it.
type Disagreement struct {
	// Path is that of the schema in the CRD, below openAPIV3Schema, and of its keyword.
	Path []finding.Segment
	// Keyword is "properties" where one has a field and the other has not.
	Keyword string
	// InCRD and InGo are the values; nil where there is none.
	InCRD, InGo any
	// Go is where Go says so, or where it would have to.
	Go Position
}

// Compare lists what the schema of a version and the Go types disagree about, in the order
// of the schema. Descriptions are not compared.
func (r *Root) Compare(schema map[string]any) []Disagreement {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	c := comparison{r: r}
	c.schema(r.root, schema, nil)
	return c.found
}

type comparison struct {
	r     *Root
	found []Disagreement
}

// add adds a disagreement about a schema. What the CRD says may come from a type that is
// not on disk.
func (c *comparison) add(s *raw, path []finding.Segment, keyword string, crd, goes any, at place) {
	if s.unread && crd != nil {
		return
	}
	c.found = append(c.found, Disagreement{
		Path: slices.Clone(path), Keyword: keyword, InCRD: crd, InGo: goes, Go: c.r.used(c.r.m.position(at, true), at, path),
	})
}

func step(path []finding.Segment, names ...string) []finding.Segment {
	path = slices.Clip(path)
	for _, n := range names {
		path = append(path, finding.Segment{Name: n})
	}
	return path
}

func (c *comparison) schema(s *raw, y map[string]any, path []finding.Segment) {
	if len(y) == 0 && s.ref != nil {
		return // controller-gen gives up on types that hold themselves
	}
	if y["type"] != "object" && s.value("type") == "object" && c.r.gen.marshals(s) {
		return // its Go code does not show how it is written, and another tool has said it
	}
	c.keywords(s, y, path)
	c.required(s, y, path)
	c.rules(s, y, path)
	props, _ := y["properties"].(map[string]any)
	for _, name := range merged(s.names, keys(props)) {
		sub, inCRD := props[name].(map[string]any)
		next := s.props[name]
		here := step(path, "properties", name)
		switch {
		case next == nil:
			at := s.at
			if s.home.ok() {
				at = s.home // which is to have the field
			}
			c.add(s, here, "properties", sub, nil, at)
		case !inCRD:
			if !s.perhaps { // and if it writes some of them, another tool took the others
				c.add(s, here, "properties", nil, name, next.at)
			}
		case len(path) == 0 && name == "metadata":
			c.schema(metadata(next), sub, here)
		default:
			c.below(next, sub, here)
		}
	}
	c.one("items", s.items, y["items"], s, path)
	if s.anyValue {
		if y["additionalProperties"] == nil {
			c.add(s, step(path, "additionalProperties"), "additionalProperties", nil, true, s.at)
		}
	} else {
		c.one("additionalProperties", s.values, y["additionalProperties"], s, path)
	}
	c.branches("anyOf", s.anyOf, y, s, path)
	c.branches("allOf", s.allOf, y, s, path)
}

// below compares what stands below a schema. An empty one is where controller-gen does not
// follow a type that holds itself.
func (c *comparison) below(next *raw, y map[string]any, path []finding.Segment) {
	if len(y) == 0 && next.ref != nil {
		return
	}
	c.schema(c.r.gen.flat(next), y, path)
}

func (c *comparison) one(keyword string, next *raw, value any, s *raw, path []finding.Segment) {
	y, ok := value.(map[string]any)
	switch {
	case next == nil && value == nil:
	case next == nil:
		c.add(s, step(path, keyword), keyword, value, nil, s.at)
	case !ok:
		c.add(s, step(path, keyword), keyword, value, map[string]any{}, next.at)
	default:
		c.below(next, y, step(path, keyword))
	}
}

func (c *comparison) branches(keyword string, all []*raw, y map[string]any, s *raw, path []finding.Segment) {
	list, _ := y[keyword].([]any)
	if s.unread {
		return
	}
	if len(list) != len(all) {
		c.add(s, step(path, keyword), keyword, y[keyword], len(all), s.at)
		return
	}
	for i, b := range all {
		if sub, ok := list[i].(map[string]any); ok {
			here := append(step(path, keyword), finding.Segment{Index: i, IsIndex: true})
			c.schema(c.r.gen.flat(b), sub, here)
		}
	}
}

// keywords compares the keywords that have one value.
func (c *comparison) keywords(s *raw, y map[string]any, path []finding.Segment) {
	var names []string
	for _, w := range s.words {
		names = append(names, w.keyword)
	}
	for _, name := range merged(names, keys(y)) {
		switch name {
		case "description", "properties", "items", "additionalProperties", "anyOf", "allOf", "required", rulesKeyword:
			continue
		}
		w := s.word(name)
		value, inCRD := y[name]
		switch {
		case w == nil:
			c.add(s, step(path, name), name, value, nil, s.at)
		case !inCRD:
			c.add(s, step(path, name), name, nil, w.value, w.at)
		case !same(value, w.value):
			c.add(s, step(path, name), name, value, w.value, w.at)
		}
	}
}

func (c *comparison) required(s *raw, y map[string]any, path []finding.Segment) {
	list, _ := y["required"].([]any)
	names := requiredOf(s)
	path = step(path, "required")
	for _, w := range names {
		if !slices.Contains(list, w.value) {
			c.add(s, path, "required", nil, w.value, w.at)
		}
	}
	for _, name := range list {
		if !slices.ContainsFunc(names, func(w word) bool { return w.value == name }) {
			at := s.at
			if text, ok := name.(string); ok && s.props[text] != nil {
				at = s.props[text].at
			}
			c.add(s, path, "required", name, nil, at)
		}
	}
}

// rules compares the CEL rules of a schema, wherever in the list they stand.
func (c *comparison) rules(s *raw, y map[string]any, path []finding.Segment) {
	list, _ := y[rulesKeyword].([]any)
	left := slices.Clone(list)
	path = step(path, rulesKeyword)
	for _, w := range s.rules {
		i := slices.IndexFunc(left, func(v any) bool { return same(v, w.value) })
		if i < 0 {
			c.add(s, path, rulesKeyword, nil, w.value, w.at)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, v := range left {
		c.add(s, path, rulesKeyword, v, nil, s.at)
	}
}

func keys(m map[string]any) []string {
	all := make([]string, 0, len(m))
	for k := range m {
		all = append(all, k)
	}
	return all
}

// merged is the names of both lists, sorted, each once.
func merged(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	sort.Strings(all)
	return slices.Compact(all)
}
