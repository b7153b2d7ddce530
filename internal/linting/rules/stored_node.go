package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// postponeNarrowing changes findings whose help narrows a field of the stored CRD: the help is for a new
// version, and the fix is dropped. The current version must not refuse stored objects and requests of clients.
func (p *Pass) postponeNarrowing() {
	if p.Old == nil || p.rule.Topic == Upgrade {
		return
	}
	for i := range p.found {
		f := &p.found[i]
		// Inside of anyOf and the like, any change may make the schema refuse more values.
		if !p.rule.Narrows && (f.Fix != nil || !inJunctor(f.Path)) || p.storedAt(f.Path) == nil {
			continue
		}
		f.Fix = nil
		if f.Help != "" {
			f.Help = "in a new version: " + f.Help
		}
	}
}

// inJunctor reports whether a path leads through allOf, anyOf, oneOf or not.
func inJunctor(path *finding.Path) bool {
	segments := path.Segments()
	for i, s := range segments {
		if named := i > 0 && segments[i-1].Name == "properties"; named {
			continue
		}
		switch s.Name {
		case "allOf", "anyOf", "oneOf", "not":
			return true
		}
	}
	return false
}

// storedNode is storedAt for a node.
func (p *Pass) storedNode(v *Version, n *schematree.Node) *schema.Schema {
	if p.Old == nil {
		return nil
	}
	return p.storedAt(v.Tree.Path(n.ID))
}

// storedAt returns the stored CRD's schema of the field that a path leads to, or whose keyword it leads to. For
// a path to a version it is the whole schema. It returns nil if there is no stored CRD or no such field.
func (p *Pass) storedAt(path *finding.Path) *schema.Schema {
	if p.Old == nil {
		return nil
	}
	segments := path.Segments()
	if len(segments) < 3 || segments[1].Name != "versions" || !segments[2].IsIndex || segments[2].Index >= len(p.CRD.Spec.Versions) {
		return nil
	}
	was := p.Old.VersionNamed(p.CRD.Spec.Versions[segments[2].Index].Name)
	for i := range p.CRD.Spec.Versions {
		if was == nil && p.CRD.Spec.Shared.Schema {
			was = p.Old.VersionNamed(p.CRD.Spec.Versions[i].Name)
		}
	}
	if was == nil {
		return nil
	}
	at := was.OpenAPISchema()
	if len(segments) < 5 || segments[3].Name != "schema" {
		return at // a path to the version
	}
	segments = segments[5:]
	for i := 0; at != nil && i < len(segments); i++ {
		switch segments[i].Name {
		case "properties":
			i++
			if i == len(segments) {
				return at
			}
			at = at.Properties.Get(segments[i].Name)
		case "items":
			if at.Items == nil {
				return nil
			}
			at = at.Items.Schema
		case "additionalProperties":
			if at.AdditionalProperties == nil {
				return nil
			}
			at = at.AdditionalProperties.Schema
		default:
			return at
		}
	}
	return at
}
