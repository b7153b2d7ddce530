package gotypes

import (
	"maps"
	"slices"
	"sort"

	"github.com/crdtool/crdtool/internal/text/finding"
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
func (r *Root) Compare(schema map[string]any) []Disagreement { return r.compare(schema, false) }

func (r *Root) compare(schema map[string]any, isKept bool) []Disagreement {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	c := comparison{r: r, isKept: isKept}
	c.schema(r.root, schema, nil)
	return c.found
}

type comparison struct {
	r     *Root
	found []Disagreement
	// isKept says that the schema may be compared again. Agreements about others would only take memory.
	isKept bool
}

// add adds a disagreement about a schema, whose place in Go is at. What the CRD says may come from
// a type that is not on disk.
func (c *comparison) add(s *raw, at place, d Disagreement) {
	if s.unread && d.InCRD != nil {
		return
	}
	d.Go = c.r.used(c.r.m.position(at, true), at, d.Path)
	d.Path = slices.Clone(d.Path)
	c.found = append(c.found, d)
}

// step returns a path that is longer by some names. It may share its memory with other steps from the path: what is kept
// of it is a copy.
func step(path []finding.Segment, names ...string) []finding.Segment {
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
	for _, name := range merged(s.names, slices.Collect(maps.Keys(props))) {
		sub, inCRD := props[name].(map[string]any)
		next := s.props[name]
		here := step(path, "properties", name)
		switch {
		case next == nil:
			at := s.at
			if s.home.ok() {
				at = s.home // which is to have the field
			}
			c.add(s, at, Disagreement{Path: here, Keyword: "properties", InCRD: sub})
		case !inCRD:
			if !s.perhaps { // and if it writes some of them, another tool took the others
				c.add(s, next.at, Disagreement{Path: here, Keyword: "properties", InGo: name})
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
			c.add(s, s.at, Disagreement{Path: step(path, "additionalProperties"), Keyword: "additionalProperties", InGo: true})
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
	if len(y) == 0 && next.ref != nil || c.r.gen.agrees(next, y) {
		return
	}
	before := len(c.found)
	if c.schema(c.r.gen.flat(next), y, path); len(c.found) == before && c.isKept {
		c.r.gen.agree(next, y)
	}
}

func (c *comparison) one(keyword string, next *raw, value any, s *raw, path []finding.Segment) {
	y, ok := value.(map[string]any)
	switch {
	case next == nil && value == nil:
	case next == nil:
		c.add(s, s.at, Disagreement{Path: step(path, keyword), Keyword: keyword, InCRD: value})
	case !ok:
		c.add(s, next.at, Disagreement{Path: step(path, keyword), Keyword: keyword, InCRD: value, InGo: map[string]any{}})
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
		c.add(s, s.at, Disagreement{Path: step(path, keyword), Keyword: keyword, InCRD: y[keyword], InGo: len(all)})
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
	for _, name := range merged(names, slices.Collect(maps.Keys(y))) {
		switch name {
		case "description", "properties", "items", "additionalProperties", "anyOf", "allOf", "required", rulesKeyword:
			continue
		}
		w := s.word(name)
		value, inCRD := y[name]
		switch {
		case w == nil:
			c.add(s, s.at, Disagreement{Path: step(path, name), Keyword: name, InCRD: value})
		case !inCRD:
			c.add(s, w.at, Disagreement{Path: step(path, name), Keyword: name, InGo: w.value})
		case !same(value, w.value):
			c.add(s, w.at, Disagreement{Path: step(path, name), Keyword: name, InCRD: value, InGo: w.value})
		}
	}
}

func (c *comparison) required(s *raw, y map[string]any, path []finding.Segment) {
	list, _ := y["required"].([]any)
	names := requiredOf(s)
	path = step(path, "required")
	for _, w := range names {
		if !slices.Contains(list, w.value) {
			c.add(s, w.at, Disagreement{Path: path, Keyword: "required", InGo: w.value})
		}
	}
	for _, name := range list {
		if !slices.ContainsFunc(names, func(w word) bool { return w.value == name }) {
			at := s.at
			if text, ok := name.(string); ok && s.props[text] != nil {
				at = s.props[text].at
			}
			c.add(s, at, Disagreement{Path: path, Keyword: "required", InCRD: name})
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
			c.add(s, w.at, Disagreement{Path: path, Keyword: rulesKeyword, InGo: w.value})
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, v := range left {
		c.add(s, s.at, Disagreement{Path: path, Keyword: rulesKeyword, InCRD: v})
	}
}

// merged is the names of both lists, sorted, each once.
func merged(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	sort.Strings(all)
	return slices.Compact(all)
}
