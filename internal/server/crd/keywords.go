package crd

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// schemaTypes are the types of OpenAPI v3, in the order in which the server prints them.
var schemaTypes = []string{"array", "boolean", "integer", "number", "object", "string"}

// inherited holds the facts that a node inherits from the nodes around it.
type inherited struct {
	// noDefault says where the node is, if it may not have a default; otherwise "".
	noDefault string
	// inMeta is set inside apiVersion, kind and metadata of a resource.
	inMeta bool
}

// keywords checks the keywords of every node, some of them against the parent node. It returns the nodes with findings,
// in ascending order.
func (k *checker) keywords(t *schematree.Tree) (faults []int32) {
	facts := make([]inherited, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Unwalked {
			continue
		}
		if n.Parent >= 0 {
			facts[i] = inherit(facts[n.Parent], &t.Nodes[n.Parent], n)
		}
		before := len(k.found)
		k.unsupported(t, n, facts[i])
		k.extensions(t, n)
		k.listType(t, n)
		k.mapList(t, n)
		if k.require.mapKeys {
			for _, l := range listKeyFindings(n.Schema) {
				k.add(l(t.Path(n.ID)))
			}
		}
		k.ruleFields(t, n)
		if len(k.found) > before {
			faults = append(faults, n.ID)
		}
	}
	return faults
}

func inherit(f inherited, parent, n *schematree.Node) inherited {
	switch n.Role {
	case schematree.RoleAdditionalProperties:
		if f.inMeta {
			f.noDefault = "inside additionalProperties applying to object metadata"
		}
	case schematree.RoleProperty:
		root := parent.Role == schematree.RoleRoot
		if (root || parent.XEmbeddedResource) && (n.Name == "metadata" || n.Name == "kind" || n.Name == "apiVersion") {
			f.inMeta = true
			if root {
				f.noDefault = "in top-level " + n.Name
			}
		}
	}
	return f
}

// unsupported reports keywords and values of JSON Schema that CRDs do not support.
func (k *checker) unsupported(t *schematree.Tree, n *schematree.Node, f inherited) {
	if k.require.validTypes && n.Type != "" && !slices.Contains(schemaTypes, n.Type) {
		k.add(finding.NotSupported(code.TypeUnknown, t.Path(n.ID).Child("type"), n.Type, schemaTypes))
	}
	if n.Default != nil && f.noDefault != "" {
		k.add(finding.Forbidden(code.DefaultForbidden, t.Path(n.ID).Child("default"), "must not be set "+f.noDefault).
			With(finding.Facts{Where: f.noDefault}))
	}
	forbid := func(c finding.Code, keyword, detail string) {
		k.add(finding.Forbidden(c, t.Path(n.ID).Child(keyword), detail))
	}
	for _, u := range [...]struct {
		set     bool
		keyword string
	}{
		{n.Schema.ID() != "", "id"}, {n.AdditionalItems() != nil, "additionalItems"},
		{n.PatternProperties().Len() > 0, "patternProperties"}, {n.Definitions().Len() > 0, "definitions"},
		{n.Dependencies() != nil, "dependencies"}, {n.Ref() != nil, "$ref"},
	} {
		if u.set {
			forbid(code.UnsupportedKeyword, u.keyword, u.keyword+" is not supported")
		}
	}
	if n.Type == "null" {
		forbid(code.TypeNull, "type", "type cannot be set to null, use nullable as an alternative")
	}
	if n.Items != nil && len(n.Items.Schemas) > 0 {
		forbid(code.ItemsAsList, "items", "items must be a schema object and not an array")
	}
	if f.inMeta && n.XEmbeddedResource {
		forbid(code.EmbeddedInMetadata, "x-kubernetes-embedded-resource", "must not be used inside of resource meta")
	}
	if n.UniqueItems {
		forbid(code.UniqueItems, "uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic")
	}
	if ap := n.AdditionalProperties; ap != nil && n.Properties.Len() > 0 && (!ap.Allows || ap.Schema != nil) {
		forbid(code.AdditionalBesideProperties, "additionalProperties", "additionalProperties and properties are mutual exclusive")
	}
}

func (k *checker) extensions(t *schematree.Tree, n *schematree.Node) {
	if n.XPreserveUnknownFields != nil && !*n.XPreserveUnknownFields {
		k.add(finding.Invalid(code.PreserveFalse, t.Path(n.ID).Child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined"))
	}
	if n.XMapType() == nil {
		return
	}
	k.typeBeside(t, n, code.MapTypeNoObject, "object", "must be object if x-kubernetes-map-type is specified")
	if m := *n.XMapType(); m != "atomic" && m != "granular" {
		k.add(finding.NotSupported(code.MapTypeUnknown, t.Path(n.ID).Child("x-kubernetes-map-type"), m, []string{"atomic", "granular"}))
	}
}

// typeBeside checks the type of a node that has an extension.
func (k *checker) typeBeside(t *schematree.Tree, n *schematree.Node, c finding.Code, want, detail string) {
	switch n.Type {
	case want:
	case "":
		k.add(finding.Required(c, t.Path(n.ID).Child("type"), detail))
	default:
		k.add(finding.Invalid(c, t.Path(n.ID).Child("type"), n.Type, detail))
	}
}
