package rules

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// schemaOf returns the schema of a version by its index in spec.versions, possibly a shared one, or nil.
func (p *Pass) schemaOf(i int) *Version {
	if k, found := slices.BinarySearchFunc(p.Versions, i, func(v *Version, i int) int { return cmp.Compare(v.Index, i) }); found {
		return p.Versions[k]
	}
	if p.CRD.Spec.Shared.Schema && len(p.Versions) > 0 {
		return p.Versions[0]
	}
	return nil
}

// eachVersion calls f for each version with a schema, and its path. It calls f only once if all versions share
// the schema and, as shared reports, the part that f reads.
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
	// end is the node at the end of the path; nil if the path is broken or the schema does not describe its
	// end.
	end *schematree.Node
	// broken is the reason why no object has a value there; "" if one may.
	broken string
	// near is a likely field in place of the missing one, or "". nearEnd is the end with that field.
	near    string
	nearEnd *schematree.Node
	// leaf is a scalar field that the path tries to continue; nil if the path breaks for another reason.
	leaf *schematree.Node
}

// follow follows the steps of a path from a node.
func (p *Pass) follow(v *Version, n *schematree.Node, steps []jsonpath.Step) trace {
	if p.CRD.Spec.PreserveUnknownFields {
		return trace{}
	}
	for i, s := range steps {
		if v.InMetadata(n) {
			return trace{}
		}
		var to *schematree.Node
		switch s.To {
		case jsonpath.Field:
			next, t := p.stepTo(v, n, s.Field)
			if next == nil {
				if t.near == "" {
					return t
				}
				// The suggestion needs a field that the rest of the path fits.
				meant := p.follow(v, v.Child(n, t.near), steps[i+1:])
				if t.nearEnd = meant.end; meant.broken != "" {
					t.near = ""
				}
				return t
			}
			to = next
		case jsonpath.Item:
			if hasOtherType(n, "array") {
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

// stepTo returns the node of a field. If there is none, the trace tells whether the path is broken.
func (p *Pass) stepTo(v *Version, n *schematree.Node, name string) (*schematree.Node, trace) {
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
	case hasOtherType(n, "object"):
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

// hasOtherType reports whether values of a node certainly have another type.
func hasOtherType(n *schematree.Node, wanted string) bool {
	return n.XIntOrString || n.Type != "" && n.Type != wanted
}

// named returns the name of a node for messages.
func (v *Version) named(n *schematree.Node) string {
	if n.ID == 0 {
		return "the object"
	}
	return v.FieldPath(n)
}

// didYouMean returns the help about a broken path: the likely field, or else orElse.
func (t trace) didYouMean(orElse string) string {
	if t.near == "" {
		return orElse
	}
	return "did you mean " + t.near + "?"
}
