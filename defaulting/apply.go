// Package defaulting applies the defaults of a schema to objects, and checks
// that the defaults are what the server accepts: pruned and valid. Apply and
// CheckSchema are the places to start; a schema is read by schema.Parse or
// schema.FromValue.
package defaulting

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// Set is a default that was set in an object.
type Set struct {
	At    *finding.Path
	Value any
	// Null is set where the default replaced a null.
	Null bool
}

// Apply sets the defaults of s in x, a JSON value, as Default of
// pkg/apiserver/schema/defaulting does: a field that is absent, or null and not
// nullable, takes a copy of its default; then the fields of what is there are
// looked at. Nothing is set below a field that stays absent. It returns what it
// set, outermost first and else sorted by path.
func Apply(x any, s *schema.Schema) []Set {
	set, _ := ApplyFirst(x, s, 0)
	return set
}

// ApplyFirst is Apply for those who want no more than so many of the list, 0 for all, and the
// number of the others: large objects may take a million defaults.
func ApplyFirst(x any, s *schema.Schema, most int) (first []Set, others int) {
	a := &applier{most: most}
	a.apply(x, s)
	if a.count == 0 {
		return nil, 0
	}
	a.cut(most)
	first = make([]Set, len(a.set))
	for i := range a.set {
		first[i] = a.set[i].Set
	}
	return first, a.count - len(first)
}

// Fill sets what Apply does, without a list of it, and reports whether that is anything.
func Fill(x any, s *schema.Schema) bool {
	a := &applier{unlisted: true}
	a.apply(x, s)
	return a.any
}

type applier struct {
	at finding.Trail
	// set are the first by their paths, up to twice as many as most, or all if that is 0, of
	// as many as count. None before last is left out.
	set     []printed
	most    int
	count   int
	last    string
	printed []byte
	// unlisted leaves set empty.
	unlisted bool
	// any says that something was set.
	any bool
}

// printed is a Set with its path, which takes time to print.
type printed struct {
	Set
	path string
}

// note lists a default that was set here.
func (a *applier) note(value any, null bool) {
	a.count++
	a.printed = a.at.AppendServer(a.printed[:0])
	if a.last != "" && string(a.printed) >= a.last {
		return
	}
	a.set = append(a.set, printed{Set{a.at.Path(), value, null}, string(a.printed)})
	if a.most > 0 && len(a.set) >= 2*a.most {
		a.cut(a.most)
		a.last = a.set[a.most-1].path
	}
}

// cut sorts the list and leaves so many, or all if that is 0.
func (a *applier) cut(most int) {
	slices.SortFunc(a.set, func(a, b printed) int { return strings.Compare(a.path, b.path) })
	if most > 0 && len(a.set) > most {
		clear(a.set[most:])
		a.set = a.set[:most]
	}
}

func (a *applier) apply(x any, s *schema.Schema) {
	if s == nil {
		return
	}
	switch x := x.(type) {
	case map[string]any:
		for _, p := range s.Properties.All() {
			if p.Schema.Default == nil {
				continue
			}
			if v, found := x[p.Name]; !found || unwantedNull(v, p.Schema) {
				a.at.Enter(p.Name)
				x[p.Name] = a.copy(p.Schema.Default, found)
				a.at.Leave()
			}
		}
		values := s.ValueSchema()
		for k, v := range x {
			a.at.Enter(k)
			if p := s.Property(k); p != nil {
				a.apply(v, p)
			} else {
				if unwantedNull(v, values) {
					v = a.copy(values.Default, true)
					x[k] = v
				}
				a.apply(v, values)
			}
			a.at.Leave()
		}
	case []any:
		items := s.ItemSchema()
		for i, v := range x {
			a.at.EnterIndex(i)
			if unwantedNull(v, items) {
				v = a.copy(items.Default, true)
				x[i] = v
			}
			a.apply(v, items)
			a.at.Leave()
		}
	}
}

// copy returns a copy of a default and notes it. An item may be null and have
// none.
func (a *applier) copy(value any, null bool) any {
	if value == nil {
		return nil
	}
	a.any = true
	if !a.unlisted {
		a.note(value, null)
	}
	return runtime.DeepCopyJSONValue(value)
}

func unwantedNull(v any, s *schema.Schema) bool { return v == nil && s != nil && !s.Nullable }
