package others

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// A node is a schema of a version during a walk.
type node struct {
	*schema.Schema
	parent *node
	// keywordPath is the path of keywords, as both tools use it internally.
	keywordPath string
	// field is the place in the tool's notation: crdify names each keyword but properties, and crd-schema-checker
	// none, so that branches of allOf have the place of their schema.
	field string
	// last is the last step of keywordPath if it is in brackets, else "".
	last string
	path *finding.Path
}

// A spelling is a tool's notation of places.
type spelling uint8

const (
	withKeywords spelling = iota // crdify
	fieldsOnly                   // crd-schema-checker
)

// versionPath returns the path of the schema of a version.
func versionPath(i int) *finding.Path {
	return finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
}

// each visits the schemas of a version in the order of both tools: for some checks, the last schema of a place is
// used.
func each(v *crd.Version, at *finding.Path, s spelling, visit func(*node)) {
	if root := v.OpenAPISchema(); root != nil {
		walker{s, visit}.walk(&node{Schema: root, keywordPath: "^", field: "^", path: at})
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
		w.add(n, n.Items.Schema, child{keywordPath: ".items", keywords: ".items", fields: "[*]", path: at})
		for i, s := range n.Items.Schemas {
			index := "[" + strconv.Itoa(i) + "]"
			w.add(n, s, child{keywordPath: ".items.jsonSchemas" + index, last: strconv.Itoa(i), keywords: ".items" + index, fields: index, path: at.Index(i)})
		}
	}
	w.branches(n, "allOf", n.AllOf())
	w.branches(n, "anyOf", n.AnyOf())
	w.branches(n, "oneOf", n.OneOf())
	w.add(n, n.Not, child{keywordPath: ".not", keywords: ".not", path: n.path.Child("not")})
	for _, p := range n.Properties.All() {
		w.add(n, p.Schema, child{keywordPath: ".properties[" + p.Name + "]", last: p.Name, keywords: "." + p.Name, fields: "." + p.Name, path: n.path.Child("properties").Key(p.Name)})
	}
	if n.AdditionalProperties != nil {
		w.add(n, n.AdditionalProperties.Schema, child{keywordPath: ".additionalProperties.schema", keywords: ".additionalProperties", fields: "[*]", path: n.path.Child("additionalProperties")})
	}
	for _, p := range n.PatternProperties().All() {
		w.named(n, "patternProperties", p)
	}
	if n.AdditionalItems() != nil {
		w.add(n, n.AdditionalItems().Schema, child{keywordPath: ".additionalItems.schema", keywords: ".additionalItems", path: n.path.Child("additionalItems")})
	}
	for _, p := range n.Definitions().All() {
		w.named(n, "definitions", p)
	}
	for _, d := range n.Dependencies() {
		keywordPath := ".dependencies[" + d.Name + "]"
		w.add(n, d.Schema, child{keywordPath: keywordPath + ".schema", keywords: keywordPath, path: n.path.Child("dependencies").Key(d.Name)})
	}
}

func (w walker) branches(n *node, keyword string, all []*schema.Schema) {
	for i, s := range all {
		keywordPath := "." + keyword + "[" + strconv.Itoa(i) + "]"
		w.add(n, s, child{keywordPath: keywordPath, last: strconv.Itoa(i), keywords: keywordPath, path: n.path.Child(keyword).Index(i)})
	}
}

// named adds a schema that has a name below a keyword.
func (w walker) named(n *node, keyword string, p schema.Property) {
	keywordPath := "." + keyword + "[" + p.Name + "]"
	w.add(n, p.Schema, child{keywordPath: keywordPath, last: p.Name, keywords: keywordPath, path: n.path.Child(keyword).Key(p.Name)})
}

// A child is the place of a schema below another, in the forms of node and in both notations.
type child struct {
	keywordPath, last string
	keywords, fields  string
	path              *finding.Path
}

func (w walker) add(n *node, s *schema.Schema, c child) {
	if s == nil {
		return
	}
	field := n.field + c.keywords
	if w.spelling == fieldsOnly {
		field = n.field + c.fields
	}
	w.walk(&node{Schema: s, parent: n, keywordPath: n.keywordPath + c.keywordPath, field: field, last: c.last, path: c.path})
}

// versionOf returns the version of a name and its index, or nil.
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
