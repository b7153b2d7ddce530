// Package coretypes recognizes types of the Kubernetes API by the names of the
// fields of a schema. It knows those that CRDs embed most and looks at names only,
// so it may miss a type, and take for one what looks the same: enough to be silent
// about what an author cannot change, and too little to tell somebody what a type
// is.
package coretypes

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// coreType tells a type of the Kubernetes API by the fields of its schema. CRDs
// embed such types as they are, so their authors cannot follow a convention that
// the type doesn't.
type coreType struct {
	// marks are fields that all releases of the type have.
	marks []string
	// only is set for types whose marks say little unless, apart from others, they
	// are all there is.
	only   bool
	others []string
}

// Is reports whether an object with these properties is of a type that is listed.
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
