package upgrade

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// losses compares the fields that objects lose between versions without a conversion webhook: the server changes
// apiVersion, and prunes by the schema of the requested version.
func (c *comparison) losses() {
	were := lossesOf(c.old)
	if c.new.Spec.Conversion == nil {
		return
	}
	before := map[string]bool{}
	for _, l := range were {
		for _, n := range l.nodes {
			before[l.key(n)] = true
		}
	}
	for _, l := range lossesOf(c.new) {
		l.nodes = slices.DeleteFunc(l.nodes, func(n *schematree.Node) bool { return before[l.key(n)] })
		if len(l.nodes) > 0 {
			c.loss(&l, len(were) > 0)
		}
	}
}

// A loss is the fields that objects lose between the storage version and another one.
type loss struct {
	version, storage *crd.Version
	// unstored says that the storage version lacks fields of the other version; otherwise it is the opposite.
	unstored bool
	// tree is the schema of the version that declares the fields; nodes are its nodes.
	tree  *schemafacts.Tree
	nodes []*schematree.Node
}

// key identifies a lost field for users of a version, whichever version is stored.
func (l *loss) key(n *schematree.Node) string {
	return fmt.Sprint(l.unstored, " ", l.version.Name, " ", l.tree.FieldPath(n))
}

// loss adds the change for lost fields. others says that other fields got lost before, too.
func (c *comparison) loss(l *loss, others bool) {
	var fields []string
	for _, n := range l.nodes {
		fields = append(fields, l.tree.FieldPath(n))
	}
	isOrAre := map[bool]string{true: "is", false: "are"}[len(fields) == 1]
	// Only fields that objects of the version had can get lost.
	had := c.had(l.version.Name, fields)
	if !had && others && c.new.Spec.Conversion.Defaulted {
		return // the installer adds a webhook, or other fields got lost before already
	}
	named := prose.AndMore(fields, 5)
	name := l.version.Name
	n := c.inVersion(&storageLoses, name, fmt.Sprintf("%s of version %s %s not declared in the storage version %s, and never stored", named, name, isOrAre, l.storage.Name), nil, l.tree.Path(l.nodes[0].ID))
	n.Effect = "who writes " + name + " loses it silently, since nothing converts the versions"
	if !l.unstored {
		n.Message = fmt.Sprintf("%s of the storage version %s %s not declared in version %s", named, l.storage.Name, isOrAre, name)
		n.Effect = "a client that reads an object as " + name + " and writes it back drops it, since nothing converts the versions"
	}
	n.Field = fields[0]
	n.Breaking = n.Breaking && had
	if c.new.Spec.Conversion.Defaulted {
		n.Effect += ", unless what installs the CRD adds a webhook, which is not in this file"
		n.Help = "if kustomize or a chart adds a webhook, compare what they write: kustomize build DIR | crdtool diff OLD -; else " + n.Help
	}
	if n.Breaking && l.unstored {
		n.search = func() *witness.Search {
			return &witness.Search{Change: witness.Change{Version: name, Value: placeOf(l.tree, l.nodes[0])}, Few: true}
		}
	}
}

// had reports whether a version was served and declared any of some fields.
func (c *comparison) had(version string, fields []string) bool {
	i := c.old.VersionIndex(version)
	if i < 0 || !c.old.Spec.Versions[i].Served || c.old.Spec.Versions[i].OpenAPISchema() == nil {
		return false
	}
	t := schemafacts.Of(schematree.New(c.old.Spec.Versions[i].OpenAPISchema(), nil), false)
	for j := range t.Nodes {
		if slices.Contains(fields, t.FieldPath(&t.Nodes[j])) {
			return true
		}
	}
	return false
}

// lossesOf returns the losses of all served versions.
func lossesOf(of *crd.CustomResourceDefinition) []loss {
	s := &of.Spec
	if len(s.Versions) < 2 || s.Conversion == nil || s.Conversion.Strategy != "None" || s.PreserveUnknownFields || s.Shared.Schema {
		return nil
	}
	stored := slices.IndexFunc(s.Versions, func(v crd.Version) bool { return v.Storage })
	if stored < 0 || s.Versions[stored].OpenAPISchema() == nil {
		return nil
	}
	tree := func(i int) *schemafacts.Tree {
		return schemafacts.Of(schematree.New(s.Versions[i].OpenAPISchema(), finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")), false)
	}
	storage := tree(stored)
	var all []loss
	for i := range s.Versions {
		v := &s.Versions[i]
		if i == stored || !v.Served || v.OpenAPISchema() == nil {
			continue
		}
		other := tree(i)
		for _, l := range [...]loss{
			{v, &s.Versions[stored], true, other, pruned(other, storage)},
			{v, &s.Versions[stored], false, storage, pruned(storage, other)},
		} {
			if len(l.nodes) > 0 {
				all = append(all, l)
			}
		}
	}
	return all
}

// pruned returns the fields of one version that the schema of another one does not declare and prunes. It omits
// the fields inside of them.
func pruned(from, to *schemafacts.Tree) []*schematree.Node {
	var all []*schematree.Node
	for _, c := range schemadiff.Compare(to.Tree, from.Tree) {
		n := c.At.New
		switch {
		case !inObjects(from, c.At) || c.At.Incomparable(), to.Values(c.At.Old) != nil || !to.PrunesUnknown(c.At.Old):
		case c.Keyword == "properties" && c.Before == nil:
			all = append(all, from.Child(n, c.Name))
		case c.Keyword == "additionalProperties" && from.Values(n) != nil:
			all = append(all, from.Values(n))
		}
	}
	all = slices.DeleteFunc(all, func(n *schematree.Node) bool { return from.InMetadata(n) || from.TypeMeta(n) })
	slices.SortFunc(all, func(a, b *schematree.Node) int { return int(a.ID - b.ID) })
	return all
}

// inObjects reports whether a place of two versions is in objects of the version from, outside of the fields that
// the server always keeps.
func inObjects(from *schemafacts.Tree, p *schemadiff.Pair) bool {
	for ; p != nil; p = p.Parent {
		if p.Crossed && p.New.Role != schematree.RoleProperty || from.InMetadata(p.New) || from.TypeMeta(p.New) {
			return false
		}
	}
	return true
}

// placeOf returns the place of a value of a node in an object.
func placeOf(t *schemafacts.Tree, n *schematree.Node) []finding.Segment {
	if n.Parent < 0 {
		return nil
	}
	path := placeOf(t, t.Parent(n))
	switch n.Role {
	case schematree.RoleProperty:
		return append(path, finding.Segment{Name: n.Name})
	case schematree.RoleItems:
		return append(path, finding.Segment{IsIndex: true})
	}
	return append(path, finding.Segment{Name: "example"})
}
