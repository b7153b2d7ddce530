// Package defaulting applies the defaults of a schema to objects, and checks
// that the defaults are what the server accepts: pruned and valid. Apply and
// CheckSchema are the places to start; a schema is read by schema.Parse or
// schema.FromValue.
package defaulting

import (
	"reflect"
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
	return (&applier{most: most}).first(x, s)
}

func (a *applier) first(x any, s *schema.Schema) (first []Set, others int) {
	a.apply(x, s)
	a.cut(a.most)
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

// FillShared is Fill for those who do not change what is set: it is shared by all places
// that lack it.
func FillShared(x any, s *schema.Schema) bool {
	a := &applier{unlisted: true, shared: map[*schema.Schema]sharedDefault{}}
	a.apply(x, s)
	return a.any
}

// ApplyFirstShared is ApplyFirst for those who do not change what is set.
func ApplyFirstShared(x any, s *schema.Schema, most int) (first []Set, others int) {
	return (&applier{most: most, shared: map[*schema.Schema]sharedDefault{}}).first(x, s)
}

// sharedDefault is an object that is a default, with the defaults within it.
type sharedDefault struct {
	value  map[string]any
	within []Set
}

type applier struct {
	// shared, unless nil, are the defaults of objects that were set within items and values, by
	// their schemas, with what was set within them: many items have the same one.
	shared map[*schema.Schema]sharedDefault
	// many counts the lists and maps around this place, all of whose values have one schema.
	many int
	at   finding.Trail
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
				x[p.Name] = a.fill(p.Schema, found)
				a.at.Leave()
			}
		}
		values := s.ValueSchema()
		for k, v := range x {
			a.at.Enter(k)
			if p := s.Property(k); p != nil {
				if !a.isShared(v, p) {
					a.apply(v, p)
				}
			} else {
				if unwantedNull(v, values) {
					v = a.copy(values.Default, true)
					x[k] = v
				}
				a.many++
				a.apply(v, values)
				a.many--
			}
			a.at.Leave()
		}
	case []any:
		items := s.ItemSchema()
		a.many++
		for i, v := range x {
			a.at.EnterIndex(i)
			if unwantedNull(v, items) {
				v = a.copy(items.Default, true)
				x[i] = v
			}
			a.apply(v, items)
			a.at.Leave()
		}
		a.many--
	}
}

// fill returns the default of a property with all that is set within it, and notes it.
func (a *applier) fill(p *schema.Schema, null bool) any {
	object, ok := p.Default.(map[string]any)
	if a.shared == nil || a.many == 0 || !ok {
		return a.copy(p.Default, null)
	}
	of, known := a.shared[p]
	if !known {
		of.value = runtime.DeepCopyJSON(object)
		within := applier{unlisted: a.unlisted}
		within.apply(of.value, p)
		for i := range within.set {
			of.within = append(of.within, within.set[i].Set)
		}
		a.shared[p] = of
	}
	a.any = true
	if a.unlisted {
		return of.value
	}
	a.note(p.Default, null)
	for _, set := range of.within {
		way := set.At.Segments()
		for _, s := range way {
			if s.IsIndex {
				a.at.EnterIndex(s.Index)
			} else {
				a.at.Enter(s.Name)
			}
		}
		a.note(set.Value, set.Null)
		for range way {
			a.at.Leave()
		}
	}
	return of.value
}

// isShared reports whether a value is the shared default of a property, in which all is set.
func (a *applier) isShared(v any, p *schema.Schema) bool {
	if a.many == 0 {
		return false
	}
	of, known := a.shared[p]
	if !known {
		return false
	}
	m, ok := v.(map[string]any)
	return ok && reflect.ValueOf(m).Pointer() == reflect.ValueOf(of.value).Pointer()
}

// copy returns a copy of a default and notes it.
func (a *applier) copy(value any, null bool) any {
	a.any = true
	if !a.unlisted {
		a.note(value, null)
	}
	return runtime.DeepCopyJSONValue(value)
}

// unwantedNull reports whether a default replaces a value.
func unwantedNull(v any, s *schema.Schema) bool {
	return v == nil && s != nil && !s.Nullable && s.Default != nil
}
