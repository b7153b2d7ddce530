package others

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// node is a schema of a version on the way through it.
type node struct {
	*schema.Schema
	parent *node
	// way is the path of keywords, as both tools write it for themselves.
	way string
	// field is where the field stands: crdify names each keyword but properties, and
	// crd-schema-checker none, so that the branches of allOf stand where the schema does.
	field string
	// last is the last step of way if it is in brackets, else "".
	last string
	path *finding.Path
}

// spelling is how a tool writes the place of a field.
type spelling uint8

const (
	withKeywords spelling = iota // crdify
	fieldsOnly                   // crd-schema-checker
)

// versionPath is where the schema of a version stands.
func versionPath(i int) *finding.Path {
	return finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
}

// each goes through the schemas of a version in the order of both tools: where two have one
// place, the later one counts for some checks.
func each(v *crd.Version, at *finding.Path, s spelling, visit func(*node)) {
	if root := v.OpenAPISchema(); root != nil {
		walker{s, visit}.walk(&node{Schema: root, way: "^", field: "^", path: at})
	}
}

type walker struct {
	spelling spelling
	visit    func(*node)
}

func (w walker) walk(n *node) {
	w.visit(n)
	if n.Items != nil {
		at := n.path.Child("items")
		w.keyword(n, n.Items.Schema, "items", "[*]", at)
		for i, s := range n.Items.Schemas {
			w.step(n, s, ".items.jsonSchemas", strconv.Itoa(i), ".items["+strconv.Itoa(i)+"]", "["+strconv.Itoa(i)+"]", at.Index(i))
		}
	}
	w.branches(n, "allOf", n.AllOf())
	w.branches(n, "anyOf", n.AnyOf())
	w.branches(n, "oneOf", n.OneOf())
	w.keyword(n, n.Not, "not", "", n.path.Child("not"))
	for _, p := range n.Properties.All() {
		w.step(n, p.Schema, ".properties", p.Name, "."+p.Name, "."+p.Name, n.path.Child("properties").Key(p.Name))
	}
	if n.AdditionalProperties != nil {
		w.add(n, n.AdditionalProperties.Schema, ".additionalProperties.schema", "", ".additionalProperties", "[*]", n.path.Child("additionalProperties"))
	}
	for _, p := range n.PatternProperties().All() {
		w.step(n, p.Schema, ".patternProperties", p.Name, ".patternProperties["+p.Name+"]", "", n.path.Child("patternProperties").Key(p.Name))
	}
	if n.AdditionalItems() != nil {
		w.add(n, n.AdditionalItems().Schema, ".additionalItems.schema", "", ".additionalItems", "", n.path.Child("additionalItems"))
	}
	for _, p := range n.Definitions().All() {
		w.step(n, p.Schema, ".definitions", p.Name, ".definitions["+p.Name+"]", "", n.path.Child("definitions").Key(p.Name))
	}
	for _, d := range n.Dependencies() {
		w.add(n, d.Schema, ".dependencies["+d.Name+"].schema", "", ".dependencies["+d.Name+"]", "", n.path.Child("dependencies").Key(d.Name))
	}
}

func (w walker) branches(n *node, keyword string, all []*schema.Schema) {
	for i, s := range all {
		w.step(n, s, "."+keyword, strconv.Itoa(i), "."+keyword+"["+strconv.Itoa(i)+"]", "", n.path.Child(keyword).Index(i))
	}
}

// keyword goes on with the one schema of a keyword.
func (w walker) keyword(n *node, s *schema.Schema, keyword, field string, at *finding.Path) {
	w.add(n, s, "."+keyword, "", "."+keyword, field, at)
}

// step goes on with a schema that has a name or an index below a keyword.
func (w walker) step(n *node, s *schema.Schema, way, last, keywords, fields string, at *finding.Path) {
	w.add(n, s, way+"["+last+"]", last, keywords, fields, at)
}

func (w walker) add(n *node, s *schema.Schema, way, last, keywords, fields string, at *finding.Path) {
	if s == nil {
		return
	}
	field := n.field + keywords
	if w.spelling == fieldsOnly {
		field = n.field + fields
	}
	w.walk(&node{Schema: s, parent: n, way: n.way + way, field: field, last: last, path: at})
}

// versionOf returns the version of a name and its place, or nil.
func versionOf(c *crd.CustomResourceDefinition, name string) (*crd.Version, int) {
	if c == nil {
		return nil, -1
	}
	for i := range c.Spec.Versions {
		if c.Spec.Versions[i].Name == name {
			return &c.Spec.Versions[i], i
		}
	}
	return nil, -1
}
