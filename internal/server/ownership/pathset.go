package ownership

import (
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// pathSet is a set of fields like fieldpath.Set: a tree by the path elements, which are written
// as in fieldsV1. Sets share branches, so that none may change once it is made; nil is the
// empty set. A fieldpath.Set compares values for each look-up, which takes several times as long.
type pathSet struct {
	member bool
	below  map[string]*pathSet
}

// leaf is a field that is a member, with nothing below.
var leaf = &pathSet{member: true}

func (s *pathSet) isMember() bool { return s != nil && s.member }

// asMember is the set with the field itself as a member.
func (s *pathSet) asMember() *pathSet {
	switch {
	case s == nil:
		return leaf
	case s.member:
		return s
	}
	return &pathSet{member: true, below: s.below}
}

func (s *pathSet) get(element string) *pathSet {
	if s == nil {
		return nil
	}
	return s.below[element]
}

// orNil is the set, or nil if it is empty.
func (s *pathSet) orNil() *pathSet {
	switch {
	case len(s.below) > 0:
		return s
	case s.member:
		return leaf
	}
	return nil
}

// belowRoot is the set of a whole object without the root itself, which a fieldpath.Set cannot have: nobody owns an
// object whose schema is an atomic map.
func (s *pathSet) belowRoot() *pathSet {
	if !s.isMember() {
		return s
	}
	return (&pathSet{below: s.below}).orNil()
}

// put adds a branch to a set that is being made. It ignores nil.
func (s *pathSet) put(element string, branch *pathSet) { s.putOf(element, branch, 0) }

// putOf is put into a set that gets at most so many branches.
func (s *pathSet) putOf(element string, branch *pathSet, most int) {
	if branch == nil {
		return
	}
	if s.below == nil {
		s.below = make(map[string]*pathSet, most)
	}
	s.below[element] = branch
}

func (s *pathSet) union(t *pathSet) *pathSet {
	switch {
	case s == nil || s == t:
		return t
	case t == nil:
		return s
	}
	out := &pathSet{member: s.member || t.member, below: make(map[string]*pathSet, max(len(s.below), len(t.below)))}
	for element, branch := range s.below {
		out.put(element, branch.union(t.below[element]))
	}
	for element, branch := range t.below {
		if s.below[element] == nil {
			out.put(element, branch)
		}
	}
	return out.orNil()
}

func (s *pathSet) intersection(t *pathSet) *pathSet {
	switch {
	case s == nil || t == nil:
		return nil
	case s == t:
		return s
	}
	out := &pathSet{member: s.member && t.member}
	if len(t.below) < len(s.below) {
		s, t = t, s
	}
	for element, branch := range s.below {
		out.putOf(element, branch.intersection(t.below[element]), len(s.below))
	}
	return out.orNil()
}

// difference has the members of s that are not in t.
func (s *pathSet) difference(t *pathSet) *pathSet {
	switch {
	case s == nil || t == nil:
		return s
	case s == t:
		return nil
	}
	out := &pathSet{member: s.member && !t.member}
	for element, branch := range s.below {
		out.putOf(element, branch.difference(t.below[element]), len(s.below))
	}
	return out.orNil()
}

// without has the members of s that are neither in t nor below one of t.
func (s *pathSet) without(t *pathSet) *pathSet {
	if s == nil || t == nil {
		return s
	}
	out := &pathSet{member: s.member}
	for element, branch := range s.below {
		if of := t.below[element]; !of.isMember() {
			out.putOf(element, branch.without(of), len(s.below))
		}
	}
	return out.orNil()
}

// in reports whether all members of s are in t.
func (s *pathSet) in(t *pathSet) bool {
	if s == nil || s == t {
		return true
	}
	if t == nil || s.member && !t.member {
		return false
	}
	for element, branch := range s.below {
		if !branch.in(t.below[element]) {
			return false
		}
	}
	return true
}

// fieldSet returns the set of the fields of an object with some names.
func fieldSet(names ...string) *pathSet {
	s := &pathSet{}
	for _, name := range names {
		s.put("f:"+name, leaf)
	}
	return s.orNil()
}

// itself is the element of fieldsV1 for the field that contains it.
const itself = "."

// readFields reads a value of fieldsV1. ok is false if only the library can read it.
func readFields(fields any, root bool) (s *pathSet, ok bool) {
	m, ok := fields.(map[string]any)
	if !ok {
		return nil, false
	}
	out := &pathSet{}
	if len(m) > 0 {
		out.below = make(map[string]*pathSet, len(m))
	}
	for element, below := range m {
		if element == itself {
			if root {
				return nil, false
			}
			out.member = true
			continue
		}
		text, ok := canonicalElement(element)
		if !ok || out.below[text] != nil {
			return nil, false
		}
		branch, ok := readFields(below, false)
		if !ok {
			return nil, false
		}
		out.put(text, branch)
	}
	if len(out.below) == 0 && !root {
		return leaf, true
	}
	return out.orNil(), true
}

// fields returns the value of fieldsV1.
func (s *pathSet) fields() map[string]any {
	out := map[string]any{}
	if s == nil {
		return out
	}
	for element, branch := range s.below {
		below := branch.fields()
		if branch.member && len(below) > 0 {
			below[itself] = map[string]any{}
		}
		out[element] = below
	}
	return out
}

// canonicalElement returns a path element as the library writes it. ok is false for elements of
// other kinds, and for values that equal others with another text.
func canonicalElement(element string) (string, bool) {
	switch {
	case strings.HasPrefix(element, "f:"):
		return element, true
	case !strings.HasPrefix(element, "k:") && !strings.HasPrefix(element, "v:"):
		return "", false
	case isPlain(element):
		return element, true
	}
	pe, err := fieldpath.DeserializePathElement(element)
	if err != nil {
		return "", false
	}
	if pe.Value != nil && !isKey((*pe.Value).Unstructured()) {
		return "", false
	}
	if pe.Key != nil {
		for i, f := range *pe.Key {
			if !isKey(f.Value.Unstructured()) || i > 0 && (*pe.Key)[i-1].Name == f.Name {
				return "", false
			}
		}
	}
	text, err := fieldpath.SerializePathElement(pe)
	return text, err == nil
}
