package sample

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// An edit changes an object in place.
type edit func(map[string]any)

// maxEdits limits the edits that are tried for one finding.
const maxEdits = 150

// edits returns edits that may repair a finding, the most promising first.
func (s *search) edits(object map[string]any, f *finding.Finding) []edit {
	if s.root == nil || f.Code == code.RulesNotChecked {
		return nil
	}
	e := &editor{search: s, object: object}
	p := place(f.Path.Segments())
	if len(f.Related) > 0 && f.Related[0].Path != nil {
		e.rule(p[:min(len(p), depth(f.Related[0].Path))], f.Related[0].Message)
	} else {
		e.value(p)
	}
	return e.list[:min(len(e.list), maxEdits)]
}

// depth returns the depth in an object of the value that a rule checks, from the rule's path in the CRD.
func depth(rule *finding.Path) int {
	n := 0
	segments := rule.Segments()
	for i := 5; i < len(segments); i++ { // after spec.versions[i].schema.openAPIV3Schema
		switch segments[i].Name {
		case "properties":
			i++
			n++
		case "items", "additionalProperties":
			n++
		default:
			return n
		}
	}
	return n
}

// An editor collects edits for one finding.
type editor struct {
	*search
	object map[string]any
	list   []edit
}

func (e *editor) add(f edit) { e.list = append(e.list, f) }

// value adds edits for a value that its schema does not allow.
func (e *editor) value(p place) {
	_, there := at(e.object, p)
	if !there {
		e.supply(p)
	}
	e.alternatives(p, nil)
	e.junctors(p)
	e.lengths(p)
	e.leave(p)
	if !there && len(p) > 1 {
		e.junctors(p[:len(p)-1]) // another branch may not require it
	}
}

// rule adds edits for a failed rule at a place. Fields that the rule only tests with has() often exclude one
// another, or are missing. For other fields, it tries other values first.
func (e *editor) rule(p place, text string) {
	literals := mention.Literals(text)
	var fields, tested []place
	for _, m := range mention.Fields(text) {
		for _, q := range e.expand(p, m.Path) {
			fields = append(fields, q)
			if m.Has {
				tested = append(tested, q)
			}
		}
	}
	for _, q := range fields {
		if _, there := at(e.object, q); !there {
			e.supply(q)
		}
	}
	for _, q := range tested {
		e.drop(q)
	}
	e.only(tested)
	if len(fields) == 0 {
		fields = []place{p}
	}
	for _, q := range fields {
		e.alternatives(q, literals)
	}
	e.pairs(fields, literals)
	e.only(fields)
	for _, q := range fields {
		e.lengths(q)
		e.drop(q)
	}
	e.junctors(p)
	e.lengths(p)
	e.leave(p)
}

// expand returns the places of names from a place on, in all items of lists.
func (e *editor) expand(p place, names []string) []place {
	if len(names) == 0 {
		return []place{p}
	}
	v, _ := at(e.object, p)
	if list, ok := v.([]any); ok {
		var all []place
		if names[0] == "*" {
			names = names[1:]
		}
		for i := range min(len(list), 4) {
			all = append(all, e.expand(p.index(i), names)...)
		}
		return all
	}
	if names[0] == "*" {
		m, _ := v.(map[string]any)
		var all []place
		for _, k := range sortedKeys(m) {
			all = append(all, e.expand(p.child(k), names[1:])...)
		}
		return all
	}
	next := p.child(names[0])
	if e.schemasAt(next) == nil && !isName(next) {
		return nil
	}
	return e.expand(next, names[1:])
}

// isName reports whether a place is metadata or the object's name, which schemas need not declare.
func isName(p place) bool { return p.String() == "metadata" || p.String() == "metadata.name" }

// supply adds a missing field and its parents.
func (e *editor) supply(p place) {
	for i := range p {
		if _, there := at(e.object, p[:i]); !there {
			e.supply(p[:i])
			break
		}
	}
	schemas := e.schemasAt(p)
	if schemas == nil || len(p) == 0 || p[len(p)-1].IsIndex {
		return
	}
	for pick := range newShape(schemas, 0).branches() {
		// Add only the required fields of the object that a rule demands.
		v := (e.builder.sized(Minimal)).value(schemas, turn{name: p.name(), pick: pick})
		e.add(func(object map[string]any) { ensure(object, p); put(object, p, v) })
	}
	if newShape(schemas, 0).typ() == "object" {
		v := (e.builder.sized(Full)).value(schemas, turn{name: p.name()})
		e.add(func(object map[string]any) { ensure(object, p); put(object, p, v) })
	}
}

// ensure adds the missing objects on the path to a place.
func ensure(object map[string]any, p place) {
	for i := 1; i < len(p); i++ {
		if _, there := at(object, p[:i]); !there && !p[i-1].IsIndex {
			put(object, p[:i], map[string]any{})
		}
	}
}

// drop removes a field that is optional.
func (e *editor) drop(p place) {
	if _, there := at(e.object, p); there && e.optional(p) {
		e.add(func(object map[string]any) { remove(object, p) })
	}
}

func (e *editor) optional(p place) bool {
	if len(p) == 0 || len(p) <= 2 && p[0].Name == "metadata" {
		return false
	}
	last := p[len(p)-1]
	parent := e.shapeAt(p[:len(p)-1])
	if last.IsIndex {
		list, _ := at(e.object, p[:len(p)-1])
		items, _ := list.([]any)
		return len(items) > parent.least(func(s *schema.Schema) *int64 { return s.MinItems })
	}
	return last.Name != "kind" && last.Name != "apiVersion" && (len(parent.schemas) == 0 || !slices.Contains(parent.schemas[0].Required, last.Name))
}

// leave removes a value or the nearest optional value around it, and then the values around that.
func (e *editor) leave(p place) {
	for ; len(p) > 0; p = p[:len(p)-1] {
		e.drop(p)
	}
}

// only keeps one of several optional fields, for rules by which they exclude one another.
func (e *editor) only(fields []place) {
	var there []place
	for _, q := range fields {
		if _, ok := at(e.object, q); ok && e.optional(q) {
			there = append(there, q)
		}
	}
	if len(there) < 2 {
		return
	}
	for _, kept := range there {
		e.add(func(object map[string]any) {
			for _, q := range there {
				if q.String() != kept.String() && !strings.HasPrefix(kept.String(), q.String()+".") {
					remove(object, q)
				}
			}
		})
	}
	e.add(func(object map[string]any) {
		for _, q := range there {
			remove(object, q)
		}
	})
}

// alternatives sets other values of a leaf: the literals of the rule, and the next values that the schema allows.
func (e *editor) alternatives(p place, literals []any) {
	for _, v := range e.others(p, literals) {
		e.add(func(object map[string]any) { put(object, p, v) })
	}
}

// others returns the values that alternatives sets.
func (e *editor) others(p place, literals []any) []any {
	old, there := at(e.object, p)
	schemas := e.schemasAt(p)
	if schemas == nil && isName(p) {
		schemas = []*schema.Schema{{Type: "string"}}
	}
	if !there || schemas == nil {
		return nil
	}
	sh := newShape(schemas, 0)
	switch sh.typ() {
	case "array", "object", "":
		return nil
	}
	fits := e.builder.fitting(sh)
	var list []any
	give := func(v any) {
		if !contains(list, v) && !contains([]any{old}, v) && fits(v) {
			list = append(list, v)
		}
	}
	for _, v := range literals {
		give(v)
	}
	const more = 12
	for _, v := range e.builder.leaves(sh, turn{name: p.name()}, more) {
		give(v)
	}
	return list
}

// pairs sets other values of two leaves at once, because rules often relate two fields.
func (e *editor) pairs(fields []place, literals []any) {
	const few = 5
	others := make([][]any, len(fields))
	for i, p := range fields {
		others[i] = e.others(p, literals)
		others[i] = others[i][:min(len(others[i]), few)]
	}
	for i, p := range fields {
		for j, q := range fields[i+1:] {
			for _, v := range others[i] {
				for _, w := range others[i+1+j] {
					e.add(func(object map[string]any) { put(object, p, v); put(object, q, w) })
				}
			}
		}
	}
}

// junctors builds a value with other branches of anyOf and oneOf, and keeps one of the fields that branches
// require.
func (e *editor) junctors(p place) {
	schemas := e.schemasAt(p)
	if schemas == nil || len(p) == 0 {
		return
	}
	sh := newShape(schemas, 0)
	n := sh.branches()
	for pick := range n {
		v := e.builder.value(schemas, turn{name: p.name(), pick: pick})
		if n > 1 {
			e.add(func(object map[string]any) { put(object, p, runtime.DeepCopyJSONValue(v)) })
		}
	}
	var tested []place
	seen := map[string]bool{} // lists of required fields may be long
	sh.each(func(s *schema.Schema) {
		for _, name := range s.Required {
			if !seen[name] {
				seen[name] = true
				tested = append(tested, p.child(name))
			}
		}
		for _, name := range negated(s.Not) {
			seen[name] = true
			tested = append(tested, p.child(name))
		}
	})
	for _, q := range tested {
		e.drop(q)
	}
	e.only(tested)
}

// negated returns the fields that a schema in not requires.
func negated(not *schema.Schema) []string {
	if not == nil {
		return nil
	}
	names := slices.Clone(not.Required)
	for _, list := range [...][]*schema.Schema{not.AnyOf(), not.OneOf(), not.AllOf()} {
		for _, s := range list {
			names = append(names, s.Required...)
		}
	}
	return names
}

// tooMany reduces a map or an object with too many fields to the required ones and one more.
func (e *editor) tooMany(p place, m map[string]any) {
	sh := e.shapeAt(p)
	full := func(s *schema.Schema) bool { return s.MaxProperties() != nil && int64(len(m)) > *s.MaxProperties() }
	if !slices.ContainsFunc(sh.schemas, full) {
		return
	}
	for _, key := range sortedKeys(m) {
		rest := map[string]any{}
		for k, v := range m {
			if k == key || sh.listed[k] {
				rest[k] = v
			}
		}
		if len(rest) < len(m) {
			e.add(func(object map[string]any) { put(object, p, runtime.DeepCopyJSON(rest)) })
		}
	}
}

// lengths shortens or lengthens a list.
func (e *editor) lengths(p place) {
	v, _ := at(e.object, p)
	if m, ok := v.(map[string]any); ok {
		e.tooMany(p, m)
	}
	list, ok := v.([]any)
	if !ok {
		return
	}
	if len(list) > 1 {
		e.add(func(object map[string]any) { put(object, p, runtime.DeepCopyJSONValue(list[:1])) })
	}
	if len(list) > 0 {
		e.add(func(object map[string]any) { put(object, p, []any{}) })
	}
	items := e.schemasAt(p.index(0))
	if items == nil {
		return
	}
	keys := e.shapeAt(p).schemas[0].XListMapKeys()
	next := e.builder.value(items, turn{name: singular(p.name()), nth: len(list), keys: keys})
	e.add(func(object map[string]any) { put(object, p, append(slices.Clip(list), next)) })
	if len(list) == 0 {
		e.add(func(object map[string]any) { put(object, p, []any{next}) })
	}
}
