package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// changes returns the changes of schemas in versions that the stored CRD also has, as far as upgrade rules can
// judge them. It skips fields below one whose type changed, and metadata of the object, which belongs to the
// server. A schema that all versions share on both sides is compared once.
func (p *Pass) changes(checked *crd.Answer) []schemadiff.Change {
	c, old := p.CRD, p.Old
	var all []schemadiff.Change
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		was := old.VersionIndex(v.Name)
		if was < 0 || old.Spec.Versions[was].OpenAPISchema() == nil || v.OpenAPISchema() == nil {
			continue
		}
		path := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		found := schemadiff.Compare(checked.OldTrees.Of(&old.Spec, was, path), checked.Trees.Of(&c.Spec, i, path))
		replicas := old.Spec.Versions[was].ReplicasFields()
		if c.Spec.Shared.Schema && old.Spec.Shared.Schema && !old.Spec.Shared.Subresources {
			replicas = nil // versions may differ
		}
		for j := range found {
			if change := &found[j]; judged(change) {
				if change.Effect.Has(schemadiff.Narrows) && (p.tighter.KeepsAll(change) || p.tighter.KeepsReplicas(change, replicas)) {
					change.Effect &^= schemadiff.Narrows
				}
				all = append(all, *change)
			}
		}
		if c.Spec.Shared.Schema && old.Spec.Shared.Schema {
			break
		}
	}
	return all
}

// eachVersionOfBoth calls f for each version that the stored CRD also has, with its path.
func (p *Pass) eachVersionOfBoth(f func(at *finding.Path, was, now *crd.Version)) {
	if p.Old == nil {
		return
	}
	for i := range p.CRD.Spec.Versions {
		now := &p.CRD.Spec.Versions[i]
		if was := p.Old.VersionNamed(now.Name); was != nil {
			f(finding.Root("spec", "versions").Index(i), was, now)
		}
	}
}

func judged(c *schemadiff.Change) bool {
	if c.At.Retyped && c.Keyword != "type" && c.Keyword != "x-kubernetes-int-or-string" {
		return false
	}
	for p := c.At; p != nil; p = p.Parent {
		// unknown-fields-pruned reports former values of a map.
		if p.Crossed && p.Old.Role != schematree.RoleProperty || p != c.At && p.Retyped {
			return false
		}
		if p.New.Role == schematree.RoleProperty && p.New.Name == "metadata" && p.New.Parent == 0 {
			return false
		}
	}
	return true
}

// crossed reports whether a field is now a value of a map, or below one.
func crossed(p *schemadiff.Pair) bool {
	for ; p != nil; p = p.Parent {
		if p.Crossed {
			return true
		}
	}
	return false
}

// changed returns the name of the changed field for a message.
func changed(c *schemadiff.Change) string {
	if field := c.Field(); field != "" {
		return field
	}
	return "the object"
}

// retypes reports whether a change is one of the type. If both type and int-or-string changed, only the first
// counts.
func retypes(c *schemadiff.Change) bool {
	return c.Keyword == "type" || c.Keyword == "x-kubernetes-int-or-string" && c.At.Old.Type == c.At.New.Type
}

// indexOf returns the index of a version of c in its list.
func indexOf(c *crd.CustomResourceDefinition, v *crd.Version) int {
	for i := range c.Spec.Versions {
		if &c.Spec.Versions[i] == v {
			return i
		}
	}
	return 0
}
