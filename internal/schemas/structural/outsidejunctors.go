package structural

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// spine checks a node that gives structure.
func (c *checker) spine(n *schematree.Node) {
	p := func() *finding.Path { return c.tree.Path(n.ID) }
	root := n.Role == schematree.RoleRoot

	if n.Type == "array" && n.ItemSchema() == nil {
		c.add(finding.Required(code.ItemsRequired, p().Child("items"), "must be specified"))
	}
	if n.AdditionalProperties != nil && root {
		c.add(finding.Forbidden(code.AdditionalAtRoot, p().Child("additionalProperties"), "must not be used at the root"))
	}
	if n.XIntOrString && n.PreservesUnknownFields() {
		c.add(finding.Invalid(code.IntOrStringContradicted, p().Child("x-kubernetes-preserve-unknown-fields"), true, "must be false if x-kubernetes-int-or-string is true"))
	}
	if n.XIntOrString && n.XEmbeddedResource {
		c.add(finding.Invalid(code.IntOrStringContradicted, p().Child("x-kubernetes-embedded-resource"), true, "must be false if x-kubernetes-int-or-string is true"))
	}
	c.spineType(n, p)
	c.embedded(n, p)
	c.typeMeta(n, p)
}

func (c *checker) spineType(n *schematree.Node, p func() *finding.Path) {
	switch {
	case n.XEmbeddedResource && n.Type == "":
		c.add(finding.Required(code.EmbeddedType, p().Child("type"), "must be object if x-kubernetes-embedded-resource is true"))
	case n.XEmbeddedResource && n.Type != "object":
		c.add(finding.Invalid(code.EmbeddedType, p().Child("type"), n.Type, "must be object if x-kubernetes-embedded-resource is true"))
	case n.Type == "" && !n.XIntOrString && !n.PreservesUnknownFields():
		where := "for specified object fields"
		switch n.Role {
		case schematree.RoleRoot:
			where = "at the root"
		case schematree.RoleItems:
			where = "for specified array items"
		}
		c.add(finding.Required(code.TypeRequired, p().Child("type"), "must not be empty "+where))
	}
	if n.Role == schematree.RoleRoot && n.Type != "" && n.Type != "object" {
		c.add(finding.Invalid(code.RootNoObject, p().Child("type"), n.Type, "must be object at the root"))
	}
}

func (c *checker) embedded(n *schematree.Node, p func() *finding.Path) {
	if !n.XEmbeddedResource {
		return
	}
	if n.AdditionalProperties != nil {
		c.add(finding.Forbidden(code.EmbeddedAdditional, p().Child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set"))
	}
	if !n.PreservesUnknownFields() && n.Properties.Len() == 0 {
		c.add(finding.Required(code.EmbeddedEmpty, p().Child("properties"),
			"must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields"))
	}
}

// typeMeta checks the schemas of apiVersion, kind and metadata where a resource
// begins: at the root and at an embedded resource.
func (c *checker) typeMeta(n *schematree.Node, p func() *finding.Path) {
	resource := n.Role == schematree.RoleRoot || n.XEmbeddedResource
	for _, name := range [...]string{"kind", "apiVersion"} {
		if s := n.Property(name); s != nil && resource && s.Type != "string" {
			c.add(finding.Invalid(code.TypeMetaNoString, p().Child("properties").Key(name).Child("type"), s.Type, "must be string"))
		}
	}
	meta := n.Property("metadata")
	if meta == nil {
		return
	}
	mp := func() *finding.Path { return p().Child("properties").Key("metadata") }
	if resource && meta.Type != "object" {
		c.add(finding.Invalid(code.MetadataNoObject, mp().Child("type"), meta.Type, "must be object"))
	}
	if n.Role == schematree.RoleRoot && restrictsMetadata(meta, c.checks) {
		c.add(finding.Forbidden(code.MetadataRestricted, mp(),
			"must not specify anything other than name and generateName, but metadata is implicitly specified"))
	}
}

// restrictsMetadata reports whether the schema of the root's metadata says more
// than its type, a default (reported elsewhere), and properties for name and
// generateName alone.
func restrictsMetadata(meta *schema.Schema, checks behaviour.Checks) bool {
	for _, p := range meta.Properties.All() {
		if p.Name != "name" && p.Name != "generateName" {
			return true
		}
	}
	m := *meta
	m.Type, m.Default = "", nil
	return !saysNothing(&m, checks)
}
