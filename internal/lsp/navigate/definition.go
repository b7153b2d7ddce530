package navigate

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A definition is a CRD with its document.
type definition struct {
	doc      *source.Document
	crd      *crd.CustomResourceDefinition
	versions []version // as in the CRD
}

// A version is a version of a CRD.
type version struct {
	name string
	tree *schematree.Tree
	root *finding.Path // of the version in the document
}

func newDefinition(doc *source.Document) *definition {
	c, _ := crd.Decode(doc)
	d := &definition{doc: doc, crd: c}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		root := finding.Root("spec", "versions").Index(i)
		d.versions = append(d.versions, version{v.Name, schematree.New(v.OpenAPISchema(), root.Child("schema", "openAPIV3Schema")), root})
	}
	return d
}

// version returns the index of a version, or -1.
func (d *definition) version(name string) int { return d.crd.VersionIndex(name) }

// node returns the node of the document at a path; nil if there is none.
func (d *definition) node(path *finding.Path) *yamlnode.Node {
	n, exact := d.doc.Node(path.Segments())
	if !exact {
		return nil
	}
	return n
}

// key returns the key of the document at a path, as far as it is in the file; nil otherwise.
func (d *definition) key(path *finding.Path) *yamlnode.Node {
	n := d.doc.KeyNode(path.Segments())
	if n == nil || n.Line() == 0 {
		return nil
	}
	return n
}

// A field is a field of the objects of a CRD.
type field struct {
	def     *definition
	version int    // the index of the version in which it was found
	steps   []step // the last one leads to a field
}

func (f *field) name() string { return f.steps[len(f.steps)-1].name }

// parent returns the steps to the object that has the field.
func (f *field) parent() []step { return f.steps[:len(f.steps)-1] }

// versions returns the versions in which the field is the same one: all that have it, or only its own if a webhook
// converts objects, which can rename fields between versions.
func (f *field) versions() []int {
	if f.converted() {
		return []int{f.version}
	}
	var list []int
	for i := range f.def.versions {
		if len(nodesAt(f.def.versions[i].tree, f.steps)) > 0 {
			list = append(list, i)
		}
	}
	return list
}

// converted reports whether a webhook converts the objects of the CRD.
func (f *field) converted() bool {
	c := f.def.crd.Spec.Conversion
	return c != nil && c.Strategy == "Webhook"
}

// declarations returns the keys of the field in the schema of a version.
func (f *field) declarations(version int) []Place {
	v := &f.def.versions[version]
	var list []Place
	for _, id := range nodesAt(v.tree, f.steps) {
		if v.tree.Nodes[id].Role != schematree.RoleProperty {
			continue
		}
		if key := f.def.key(v.tree.Path(id)); key != nil {
			list = append(list, placeOf(f.def.doc, key))
		}
	}
	return list
}

// nodeAt returns the node of a schema at a path of the document, and the rest of the path, which leads into a keyword
// of the node. It returns -1 for a path outside of the schema.
func (v *version) nodeAt(path []finding.Segment) (id int32, rest []finding.Segment) {
	if len(v.tree.Nodes) == 0 {
		return -1, nil
	}
	root := v.tree.Path(0).Segments()
	if !hasPrefix(path, root) {
		return -1, nil
	}
	return v.tree.Find(path[len(root):])
}

func hasPrefix(path, prefix []finding.Segment) bool {
	if len(path) < len(prefix) {
		return false
	}
	for i := range prefix {
		if a, b := path[i], prefix[i]; a.IsIndex != b.IsIndex || a.Name != b.Name || a.Index != b.Index {
			return false
		}
	}
	return true
}

func splitAPIVersion(apiVersion string) (group, version string) {
	group, version, grouped := strings.Cut(apiVersion, "/")
	if !grouped {
		return "", group
	}
	return group, version
}
