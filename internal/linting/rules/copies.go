package rules

import (
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Copies returns the paths of a node in all versions that share its schema, which is linted once. A fix has to
// change them all, or the versions would differ. Versions that share the text by an alias count once.
func (p *Pass) Copies(v *Version, n *schematree.Node) []*finding.Path {
	if !p.CRD.Spec.Shared.Schema {
		return []*finding.Path{v.Tree.Path(n.ID)}
	}
	var paths []*finding.Path
	seen := map[*yamlnode.Node]bool{}
	for i := range p.CRD.Spec.Versions {
		at := v.Tree.PathFrom(finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema"), n.ID)
		if node, exact := p.Doc.Node(at.Segments()); exact && !seen[node] {
			seen[node] = true
			paths = append(paths, at)
		}
	}
	return paths
}

// Written reports whether the document has a node at a path, even null.
func (p *Pass) Written(path *finding.Path) bool {
	_, exact := p.Doc.Node(path.Segments())
	return exact
}
