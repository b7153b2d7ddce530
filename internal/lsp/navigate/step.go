package navigate

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A step leads from a value to a part of it.
type step struct {
	kind stepKind
	name string // of a field
}

type stepKind uint8

const (
	fieldStep stepKind = iota // to a field of an object
	itemStep                  // to the items of a list
	valueStep                 // to the values of a map
)

// shown describes steps as people write them: .spec.ports[].name
func shown(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		switch s.kind {
		case fieldStep:
			b.WriteString("." + s.name)
		case itemStep:
			b.WriteString("[]")
		case valueStep:
			b.WriteString("[*]")
		}
	}
	return b.String()
}

// nodesAt returns the nodes of a schema that describe the value at the end of steps: the one outside of junctors first.
func nodesAt(t *schematree.Tree, steps []step) []int32 {
	if len(t.Nodes) == 0 {
		return nil
	}
	at := withJunctors(t, nil, 0)
	for _, s := range steps {
		var next []int32
		for _, id := range at {
			eachChild(t, id, func(c int32) {
				if of, ok := stepTo(&t.Nodes[c]); ok && of == s {
					next = withJunctors(t, next, c)
				}
			})
		}
		at = next
	}
	slices.SortFunc(at, func(a, b int32) int {
		if t.Nodes[a].Nested != t.Nodes[b].Nested {
			if t.Nodes[b].Nested {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	return at
}

// withJunctors appends a node and the schemas of its junctors, which describe the same value.
func withJunctors(t *schematree.Tree, list []int32, id int32) []int32 {
	list = append(list, id)
	eachChild(t, id, func(c int32) {
		if t.Nodes[c].Role.Junctor() {
			list = withJunctors(t, list, c)
		}
	})
	return list
}

func eachChild(t *schematree.Tree, id int32, f func(c int32)) {
	for c := id + 1; c < t.Nodes[id].End; c = t.Nodes[c].End {
		f(c)
	}
}

// stepTo returns the step that leads to the value of a node; false for a node that describes the value of its parent,
// and for keywords that structural schemas do not have.
func stepTo(n *schematree.Node) (step, bool) {
	switch n.Role {
	case schematree.RoleProperty:
		return step{fieldStep, n.Name}, true
	case schematree.RoleItems:
		return step{kind: itemStep}, true
	case schematree.RoleAdditionalProperties:
		return step{kind: valueStep}, true
	}
	return step{}, false
}

// stepsOf returns the steps to the value that a node describes; false below keywords that have no steps.
func stepsOf(t *schematree.Tree, id int32) ([]step, bool) {
	var steps []step
	for n := &t.Nodes[id]; n.Parent >= 0; n = &t.Nodes[n.Parent] {
		s, ok := stepTo(n)
		if ok {
			steps = append(steps, s)
		} else if !n.Role.Junctor() {
			return nil, false
		}
	}
	slices.Reverse(steps)
	return steps, true
}

// follow returns the steps by which a path of an object leads through a schema. It reports false if the schema does not
// describe the value.
func follow(t *schematree.Tree, from []step, path []finding.Segment) ([]step, bool) {
	steps := slices.Clone(from)
	for _, segment := range path {
		next := step{kind: itemStep}
		if !segment.IsIndex {
			next = step{fieldStep, segment.Name}
			if len(nodesAt(t, append(steps, next))) == 0 {
				next = step{kind: valueStep}
			}
		}
		if steps = append(steps, next); len(nodesAt(t, steps)) == 0 {
			return nil, false
		}
	}
	return steps, true
}

// resolve returns the steps by which the steps of a JSON path, whose names may be keys of maps, lead through a schema.
func resolve(t *schematree.Tree, from, path []step) ([]step, bool) {
	segments := make([]finding.Segment, len(path))
	for i, s := range path {
		segments[i] = finding.Segment{Name: s.name, IsIndex: s.kind == itemStep}
	}
	return follow(t, from, segments)
}
