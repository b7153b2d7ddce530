// Package coretypes recognizes types of the Kubernetes API by the names of a schema's fields. It knows the types that
// CRDs embed most. As it compares only names, it may miss a type or take a similar one for it. This suffices to
// suppress findings about types that an author cannot change, but not to name a type in a message.
package coretypes

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// coreType describes a type of the Kubernetes API by the fields of its schema. CRDs embed such types unchanged, so that
// their authors cannot fix their violations of conventions.
type coreType struct {
	// marks are the fields that the type has in all releases.
	marks []string
	// only is set if the marks are too common: the type then has no other fields than marks and others.
	only   bool
	others []string
}

// Is reports whether an object with these properties is of a listed type.
func Is(p *schema.Properties) bool {
	return slices.ContainsFunc(list, func(t coreType) bool { return t.matches(p) })
}

func (t *coreType) matches(p *schema.Properties) bool {
	if p.Len() < len(t.marks) || t.only && p.Len() > len(t.marks)+len(t.others) {
		return false
	}
	for _, m := range t.marks {
		if p.Get(m) == nil {
			return false
		}
	}
	if !t.only {
		return true
	}
	for _, f := range p.List {
		if !slices.Contains(t.marks, f.Name) && !slices.Contains(t.others, f.Name) {
			return false
		}
	}
	return true
}
