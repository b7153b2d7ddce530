package rules

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/schema"
)

// schemaOf returns the schema of a version by its index in spec.versions, which
// may be one that all versions share, or nil.
func (p *Pass) schemaOf(i int) *Version {
	if k, found := slices.BinarySearchFunc(p.Versions, i, func(v *Version, i int) int { return cmp.Compare(v.Index, i) }); found {
		return p.Versions[k]
	}
	if p.CRD.Spec.Shared.Schema && len(p.Versions) > 0 {
		return p.Versions[0]
	}
	return nil
}

// eachVersion calls f for each version that has a schema, with its path; once if all versions share the schema and,
// as shared says, what f looks at.
func (p *Pass) eachVersion(shared bool, f func(v *Version, of *crd.Version, at *finding.Path)) {
	s := &p.CRD.Spec
	for i := range s.Versions {
		if v := p.schemaOf(i); v != nil && (i == 0 || !shared || !s.Shared.Schema) {
			f(v, &s.Versions[i], finding.Root("spec", "versions").Index(i))
		}
	}
}

// A trace is the result of following a path through a schema.
type trace struct {
	// end is the node at the end of the path; nil if the path leads to a place
	// that the schema does not describe, or is broken.
	end *schema.Node
	// broken says why no object has a value there, "" if one may.
	broken string
	// near is a field that may be meant instead of the missing one, or ""; nearEnd is end with it.
	near    string
	nearEnd *schema.Node
	// leaf is the field at which the path should end, as it has no fields or items; nil if that is not
	// what breaks the path.
	leaf *schema.Node
}

// follow goes from a node along the steps of a path, as their values would.
func (p *Pass) follow(v *Version, n *schema.Node, steps []jsonpath.Step) trace {
	if p.CRD.Spec.PreserveUnknownFields {
		return trace{}
	}
	for i, s := range steps {
		if v.InMetadata(n) {
			return trace{}
		}
		var to *schema.Node
		switch s.To {
		case jsonpath.Field:
			next, t := p.stepTo(v, n, s.Field)
			if next == nil {
				if t.near == "" {
					return t
				}
				// The field is meant only if it has what the rest of the path wants.
				meant := p.follow(v, v.Child(n, t.near), steps[i+1:])
				if t.nearEnd = meant.end; meant.broken != "" {
					t.near = ""
				}
				return t
			}
			to = next
		case jsonpath.Item:
			if notA(n, "array") {
				return trace{broken: v.named(n) + " is not a list, it is of type " + schemadiff.TypeOf(n.Schema), leaf: n}
			}
			to = v.Items(n)
		case jsonpath.Each:
			switch n.Type {
			case "array":
				to = v.Items(n)
			case "object":
				to = v.Values(n)
			}
		}
		if to == nil {
			return trace{}
		}
		if len(s.Filter) > 0 {
			if t := p.follow(v, to, s.Filter); t.broken != "" {
				return t
			}
		}
		n = to
	}
	return trace{end: n}
}

// stepTo goes on to a field of a node's objects. If there is none, the trace says
// whether the path is broken.
func (p *Pass) stepTo(v *Version, n *schema.Node, name string) (*schema.Node, trace) {
	if v.Resource(n) && (name == "metadata" || name == "apiVersion" || name == "kind") || name == "" {
		return nil, trace{}
	}
	if c := v.Child(n, name); c != nil {
		return c, trace{}
	}
	if c := v.Values(n); c != nil {
		return c, trace{}
	}
	switch {
	case notA(n, "object"):
		return nil, trace{broken: v.named(n) + " has no fields, it is of type " + schemadiff.TypeOf(n.Schema), leaf: n}
	case !v.PrunesUnknown(n):
		return nil, trace{}
	}
	broken := trace{broken: v.named(n) + " does not declare a field " + name}
	fields := fieldNames(n)
	slices.Sort(fields)
	broken.near = nearest.Name(name, fields)
	return nil, broken
}

// notA reports whether the values of a node are certainly of another type.
func notA(n *schema.Node, wanted string) bool {
	return n.XIntOrString || n.Type != "" && n.Type != wanted
}

// named is a node in a sentence.
func (v *Version) named(n *schema.Node) string {
	if n.ID == 0 {
		return "the object"
	}
	return v.FieldPath(n)
}

// didYouMean is the help for a path that is broken: what it was to be, or else what to do.
func (t trace) didYouMean(orElse string) string {
	if t.near == "" {
		return orElse
	}
	return "did you mean " + t.near + "?"
}
