// Package defaulting checks the defaults of a schema as the server does (they must be pruned and valid), prunes the
// defaults of CRDs that were stored before servers checked that, and sets defaults in objects.
package defaulting

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Set is a default that was set in an object.
type Set struct {
	At    *finding.Path
	Value any
	// Null reports that the default replaced a null.
	Null bool
}

// Apply sets the defaults of s in x, a JSON value, as Default of pkg/apiserver/schema/defaulting does. A field that is
// absent, or null and not nullable, gets a copy of its default. Then the fields of the present values are visited; a
// field that stays absent gets no defaults below it. Apply returns the defaults that it set, sorted by path.
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

// Fill sets the same defaults as Apply without listing them, and reports whether it set any.
func Fill(x any, s *schema.Schema) bool {
	a := &applier{unlisted: true}
	a.apply(x, s)
	return a.any
}

type applier struct {
	at  finding.Trail
	set []printed
	// unlisted skips the list of defaults.
	unlisted bool
	// any reports that a default was set.
	any bool
}

// printed is a Set with its printed path. Printing takes time.
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

// copy returns a copy of a default and records it.
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
