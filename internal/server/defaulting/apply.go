// Package defaulting checks that the defaults of a schema are what the server accepts (pruned and valid), prunes those
// of CRDs that were stored before servers checked that, and sets defaults in objects.
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
	a := &applier{}
	a.apply(x, s)
	slices.SortFunc(a.set, func(a, b printed) int { return strings.Compare(a.path, b.path) })
	set := make([]Set, len(a.set))
	for i := range a.set {
		set[i] = a.set[i].Set
	}
	return set
}

// Fill sets what Apply does, without a list of it, and reports whether that is anything.
func Fill(x any, s *schema.Schema) bool {
	a := &applier{unlisted: true}
	a.apply(x, s)
	return a.any
}

type applier struct {
	at  finding.Trail
	set []printed
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

// copy returns a copy of a default and notes it.
func (a *applier) copy(value any, null bool) any {
	a.any = true
	if !a.unlisted {
		a.set = append(a.set, printed{Set{a.at.Path(), value, null}, string(a.at.AppendServer(nil))})
	}
	return runtime.DeepCopyJSONValue(value)
}

// unwantedNull reports whether a default replaces a value.
func unwantedNull(v any, s *schema.Schema) bool {
	return v == nil && s != nil && !s.Nullable && s.Default != nil
}
