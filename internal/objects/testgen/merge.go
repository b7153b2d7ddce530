package testgen

import (
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
)

// merged merges tests that belong together: an enum with its values, oneOf and anyOf with their branches, and
// defaults of the same object.
func merged(tests []*Test) []*Test {
	var out []*Test
	for _, t := range tests {
		if len(out) > 0 {
			last := out[len(out)-1]
			if belongs(last, t) {
				last.take(t)
				continue
			}
		}
		out = append(out, t)
	}
	return sharingDefaults(out)
}

// belongs reports whether a test is about a value or a branch that another test's constraint allows.
func belongs(to, t *Test) bool {
	a, b := to.of[0], t.of[0]
	return a.Node == b.Node && a.Keyword == b.Keyword && b.Effect == constraint.Allows && b.Index >= 0
}

// take adds the steps of another test before the refused step.
func (t *Test) take(other *Test) {
	t.of = append(t.of, other.of...)
	t.Comments = append(t.Comments, other.Comments...)
	n := len(t.Steps)
	if t.of[0].Effect == constraint.Refuses && n > 0 && t.Steps[n-1].Refused != nil {
		n--
	}
	value, _ := other.of[0].Value.(string)
	for _, s := range other.Steps {
		if s.Op == suite.Create && isName(value) {
			s.label = strings.ToLower(value)
		}
		if t.has(s) {
			continue
		}
		t.Steps = append(t.Steps[:n:n], append([]*Step{s}, t.Steps[n:]...)...)
		n++
	}
}

func (t *Test) has(s *Step) bool {
	for _, known := range t.Steps {
		if s.Refused == nil && known.Refused == nil && s.Op == known.Op && s.Contains == nil && known.Contains == nil && text(s.Object) == text(known.Object) {
			return true
		}
	}
	return false
}

// sharingDefaults merges the tests of defaults that have the same object.
func sharingDefaults(tests []*Test) []*Test {
	byObject := map[string]*Test{}
	var out []*Test
	for _, t := range tests {
		if t.of[0].Effect != constraint.Fills || len(t.Steps) == 0 {
			out = append(out, t)
			continue
		}
		key := ""
		for _, s := range t.Steps {
			key += text(s.Object)
		}
		first := byObject[key]
		last := len(t.Steps) - 1
		if first == nil || !join(first.Steps[last].Contains, t.Steps[last].Contains) {
			byObject[key] = t
			out = append(out, t)
			continue
		}
		first.of = append(first.of, t.of...)
	}
	return out
}

// join adds the values of one partial object to another. It reports whether the two agree.
func join(to, from map[string]any) bool {
	for k, v := range from {
		had, there := to[k]
		if !there {
			to[k] = v
			continue
		}
		a, ok := had.(map[string]any)
		b, also := v.(map[string]any)
		switch {
		case ok && also:
			if !join(a, b) {
				return false
			}
		case !joinLists(had, v) && text(had) != text(v):
			return false
		}
	}
	return true
}

func joinLists(to, from any) bool {
	a, ok := to.([]any)
	b, also := from.([]any)
	if !ok || !also || len(a) != len(b) {
		return false
	}
	for i := range a {
		x, ok := a[i].(map[string]any)
		y, also := b[i].(map[string]any)
		if !ok || !also || !join(x, y) {
			return false
		}
	}
	return true
}

// withoutSeen removes creates of objects that earlier tests create, unless the next step needs them or the object
// shows a limit, an enum or a rule. It then names the objects.
func (t *Test) withoutSeen(seen map[string]bool) {
	var steps []*Step
	for i, s := range t.Steps {
		if s.Op == suite.Create && s.Refused == nil && s.Contains == nil {
			key := text(s.Object)
			needed := i+1 < len(t.Steps) && t.Steps[i+1].Op != suite.Create
			telling := t.of[0].Rule != nil || t.of[0].Keyword == "enum" || slices.Contains(limits, t.of[0].Keyword)
			if !needed && !telling && seen[key] {
				continue
			}
			seen[key] = true
		}
		steps = append(steps, s)
	}
	t.Steps = steps
	t.nameObjects()
}

// nameObjects gives unique names to the objects of a test that creates several.
func (t *Test) nameObjects() {
	taken := map[string]bool{}
	for i, s := range t.Steps {
		if s.Op != suite.Create {
			continue
		}
		stays := s.Refused == nil
		meta, _ := s.Object["metadata"].(map[string]any)
		if name, named := meta["name"].(string); named && name != sampleName {
			taken[name] = taken[name] || stays
			continue
		}
		name := suite.DefaultName
		if len(taken) > 0 && s.label != "" {
			name = s.label
		}
		if !taken[name] && name == suite.DefaultName || !stays && i+1 == len(t.Steps) {
			taken[name] = true
			continue
		}
		for n, plain := 2, name; taken[name]; n++ {
			name = plain + "-" + strconv.Itoa(n)
		}
		taken[name] = true
		s.Object["metadata"] = map[string]any{"name": name}
		if i+1 < len(t.Steps) && t.Steps[i+1].Op != suite.Create && t.Steps[i+1].Object != nil {
			t.Steps[i+1].Object["metadata"] = map[string]any{"name": name}
		}
	}
}

// sampleName is the default name of objects.
const sampleName = "example"

// isName reports whether a text may be the name of an object.
func isName(s string) bool {
	return len(validation.IsDNS1123Subdomain(strings.ToLower(s))) == 0
}
