package ownership

import (
	"reflect"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// pathSet is a set of fields as fieldpath.Set is one: a tree by the path elements, which are
// written as fieldsV1 has them. No set changes once it is made, so that sets share branches;
// nil is the empty set. A fieldpath.Set keeps its elements in order and compares values
// wherever it looks for one, which makes large sets slow.
type pathSet struct {
	member bool
	below  map[string]*pathSet
}

// Items of a list mostly have the same fields, and share a set of them (alike). What is made of
// sets goes on to share what it makes of such.

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

// members counts them.
func (s *pathSet) members() int {
	n := 0
	if s.member {
		n++
	}
	var last *pathSet
	inLast := 0
	for _, branch := range s.below {
		if branch != last { // mostly it is the same
			last, inLast = branch, branch.members()
		}
		n += inLast
	}
	return n
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

// put adds a branch to a set that is being made; there is none if it is nil.
func (s *pathSet) put(element string, branch *pathSet) { s.putOf(element, branch, 0) }

// putOf is put into a set that may get so many branches.
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
	last := lastPair{of: (*pathSet).union}
	for element, branch := range s.below {
		out.put(element, last.get(branch, t.below[element]))
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
	last := lastPair{of: (*pathSet).intersection}
	for element, branch := range s.below {
		out.putOf(element, last.get(branch, t.below[element]), len(s.below))
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
	last := lastPair{of: (*pathSet).difference}
	for element, branch := range s.below {
		out.putOf(element, last.get(branch, t.below[element]), len(s.below))
	}
	return out.orNil()
}

// lastPair remembers what came of two branches.
type lastPair struct {
	of   func(a, b *pathSet) *pathSet
	a, b *pathSet
	is   *pathSet
}

func (l *lastPair) get(a, b *pathSet) *pathSet {
	if a != l.a || b != l.b {
		l.a, l.b, l.is = a, b, l.of(a, b)
	}
	return l.is
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
	var last, lastOf *pathSet
	for element, branch := range s.below {
		of := t.below[element]
		if branch == last && of == lastOf {
			continue
		}
		if !branch.in(of) {
			return false
		}
		last, lastOf = branch, of
	}
	return true
}

// named are the fields of an object that have some names.
func named(names ...string) *pathSet {
	s := &pathSet{}
	for _, name := range names {
		s.put("f:"+name, leaf)
	}
	return s.orNil()
}

// itself is the element of fieldsV1 that stands for the field that it stands below.
const itself = "."

// readFields reads a value of fieldsV1. ok is false if it has anything unusual, which the
// library then reads.
func readFields(fields any, root bool) (s *pathSet, ok bool) {
	m, ok := fields.(map[string]any)
	if !ok {
		return nil, false
	}
	out := &pathSet{}
	if len(m) > 0 {
		out.below = make(map[string]*pathSet, len(m))
	}
	var last map[string]any
	var lastBranch *pathSet
	for element, below := range m {
		if element == itself {
			if root {
				return nil, false
			}
			out.member = true
			continue
		}
		text, ok := usualElement(element)
		if !ok || out.below[text] != nil {
			return nil, false
		}
		if below, ok := below.(map[string]any); ok && lastBranch != nil && sameMap(below, last) {
			out.put(text, lastBranch)
			continue
		}
		branch, ok := readFields(below, false)
		if !ok {
			return nil, false
		}
		last, lastBranch = below.(map[string]any), branch
		out.put(text, branch)
	}
	if len(out.below) == 0 && !root {
		return leaf, true
	}
	return out.orNil(), true
}

// fields is the value of fieldsV1, in which branches that are one are one map.
func (s *pathSet) fields() map[string]any {
	if s == nil {
		return map[string]any{}
	}
	return s.written(map[string]any{})
}

// written is fields with the value of a set with nothing below.
func (s *pathSet) written(nothing map[string]any) map[string]any {
	if len(s.below) == 0 {
		return nothing
	}
	out := make(map[string]any, len(s.below)+1)
	var last *pathSet
	var lastOut map[string]any
	for element, branch := range s.below {
		if branch != last {
			last, lastOut = branch, branch.written(nothing)
			if branch.member && len(branch.below) > 0 {
				lastOut[itself] = nothing
			}
		}
		out[element] = lastOut
	}
	return out
}

func sameMap(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// usualElement is a path element as the library writes it. ok is false for those of other
// kinds, and for values that are equal to others that are written in another way.
func usualElement(element string) (string, bool) {
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
