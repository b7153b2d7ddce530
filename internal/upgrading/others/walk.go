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
		w.add(n, n.Items.Schema, child{way: ".items", keywords: ".items", fields: "[*]", path: at})
		for i, s := range n.Items.Schemas {
			index := "[" + strconv.Itoa(i) + "]"
			w.add(n, s, child{way: ".items.jsonSchemas" + index, last: strconv.Itoa(i), keywords: ".items" + index, fields: index, path: at.Index(i)})
		}
	}
	w.branches(n, "allOf", n.AllOf())
	w.branches(n, "anyOf", n.AnyOf())
	w.branches(n, "oneOf", n.OneOf())
	w.add(n, n.Not, child{way: ".not", keywords: ".not", path: n.path.Child("not")})
	for _, p := range n.Properties.All() {
		w.add(n, p.Schema, child{way: ".properties[" + p.Name + "]", last: p.Name, keywords: "." + p.Name, fields: "." + p.Name, path: n.path.Child("properties").Key(p.Name)})
	}
	if n.AdditionalProperties != nil {
		w.add(n, n.AdditionalProperties.Schema, child{way: ".additionalProperties.schema", keywords: ".additionalProperties", fields: "[*]", path: n.path.Child("additionalProperties")})
	}
	for _, p := range n.PatternProperties().All() {
		w.named(n, "patternProperties", p)
	}
	if n.AdditionalItems() != nil {
		w.add(n, n.AdditionalItems().Schema, child{way: ".additionalItems.schema", keywords: ".additionalItems", path: n.path.Child("additionalItems")})
	}
	for _, p := range n.Definitions().All() {
		w.named(n, "definitions", p)
	}
	for _, d := range n.Dependencies() {
		way := ".dependencies[" + d.Name + "]"
		w.add(n, d.Schema, child{way: way + ".schema", keywords: way, path: n.path.Child("dependencies").Key(d.Name)})
	}
}

func (w walker) branches(n *node, keyword string, all []*schema.Schema) {
	for i, s := range all {
		way := "." + keyword + "[" + strconv.Itoa(i) + "]"
		w.add(n, s, child{way: way, last: strconv.Itoa(i), keywords: way, path: n.path.Child(keyword).Index(i)})
	}
}

// named goes on with a schema that has a name below a keyword.
func (w walker) named(n *node, keyword string, p schema.Property) {
	way := "." + keyword + "[" + p.Name + "]"
	w.add(n, p.Schema, child{way: way, last: p.Name, keywords: way, path: n.path.Child(keyword).Key(p.Name)})
}

// child is where a schema stands below another: as node has it, and its field by either spelling.
type child struct {
	way, last        string
	keywords, fields string
	path             *finding.Path
}

func (w walker) add(n *node, s *schema.Schema, c child) {
	if s == nil {
		return
	}
	field := n.field + c.keywords
	if w.spelling == fieldsOnly {
		field = n.field + c.fields
	}
	w.walk(&node{Schema: s, parent: n, way: n.way + c.way, field: field, last: c.last, path: c.path})
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
