package upgrade

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// besideOthers reports whether another change of the same version is at the place of a change, in it or around it.
// A request may then show the other change.
func (c *comparison) besideOthers(n *Change) bool {
	if n.schema == nil || n.Keyword == "x-kubernetes-validations" || n.rarelyBreaks() {
		return false // the error names the CEL rule
	}
	return slices.ContainsFunc(c.found, func(o Change) bool {
		if o.Kind == &subresourceChanged && o.Version == n.Version && strings.HasPrefix(n.Field, "status") {
			return true
		}
		return o.schema != nil && o.schema != n.schema && o.Version == n.Version && o.Class != Documentation && o.Kind != &equivalent &&
			(strings.HasPrefix(o.Field, n.Field) || strings.HasPrefix(n.Field, o.Field))
	})
}

// undone returns the new CRD with one change of a schema undone; nil if it cannot be undone.
func (c *comparison) undone(version string, s *schemadiff.Change) *crd.CustomResourceDefinition {
	i := c.new.VersionIndex(version)
	if i < 0 || c.new.Spec.Versions[i].OpenAPISchema() == nil {
		return nil
	}
	var path []*schematree.Node
	for at := s.At; at.Parent != nil; at = at.Parent {
		if at.Crossed {
			return nil // the path differs between the two schemas
		}
		path = append(path, at.New)
	}
	slices.Reverse(path)
	root := changedAt(c.new.Spec.Versions[i].OpenAPISchema(), path, func(is *schema.Schema) { undo(is, s) })
	if root == nil {
		return nil
	}
	out := *c.new
	out.Spec.Versions = slices.Clone(out.Spec.Versions)
	out.Spec.Versions[i].Schema = &crd.Validation{OpenAPIV3Schema: root}
	return &out
}

// changedAt copies a schema and changes the schema that the nodes lead to.
func changedAt(s *schema.Schema, path []*schematree.Node, change func(*schema.Schema)) *schema.Schema {
	if s == nil {
		return nil
	}
	out := *s
	if len(path) == 0 {
		change(&out)
		return &out
	}
	var below *schema.Schema
	switch n := path[0]; n.Role {
	case schematree.RoleItems:
		below = changedAt(s.ItemSchema(), path[1:], change)
		out.Items = &schema.Items{Schema: below}
	case schematree.RoleAdditionalProperties:
		below = changedAt(s.ValueSchema(), path[1:], change)
		out.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: below}
	case schematree.RoleProperty:
		below = changedAt(s.Property(n.Name), path[1:], change)
		out.Properties = withProperty(s.Properties, n.Name, below)
	}
	if below == nil {
		return nil
	}
	return &out
}

// withProperty returns properties with the schema of a name set; nil removes it.
func withProperty(all *schema.Properties, name string, is *schema.Schema) *schema.Properties {
	list := slices.DeleteFunc(slices.Clone(all.All()), func(p schema.Property) bool { return p.Name == name })
	if is != nil {
		list = append(list, schema.Property{Name: name, Schema: is})
	}
	return schema.NewProperties(list)
}

// undo restores the old value of one keyword in a schema.
func undo(is *schema.Schema, c *schemadiff.Change) {
	was := c.At.Old.Schema
	switch c.Keyword {
	case "type", "x-kubernetes-int-or-string":
		*is = *was
	case "properties":
		before, _ := c.Before.(*schema.Schema)
		is.Properties = withProperty(is.Properties, c.Name, before)
	case "required":
		is.Required = slices.DeleteFunc(slices.Clone(is.Required), func(name string) bool { return name == c.Name })
		if c.Before != nil {
			is.Required = append(is.Required, c.Name)
		}
	case "additionalProperties", "x-kubernetes-preserve-unknown-fields":
		is.AdditionalProperties, is.XPreserveUnknownFields = was.AdditionalProperties, was.XPreserveUnknownFields
	case "items":
		is.Items = was.Items
	case "x-kubernetes-embedded-resource":
		is.XEmbeddedResource = was.XEmbeddedResource
	case "default":
		is.Default = was.Default
	case "enum":
		is.Enum = was.Enum
	case "nullable":
		is.Nullable = was.Nullable
	case "not":
		is.Not = was.Not
	case "allOf":
		is.OwnBranches().AllOf = was.AllOf()
	case "anyOf":
		is.OwnBranches().AnyOf = was.AnyOf()
	case "oneOf":
		is.OwnBranches().OneOf = was.OneOf()
	case "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		rare := is.OwnRare()
		rare.XListType, rare.XListMapKeys = was.XListType(), was.XListMapKeys()
	default:
		undoBound(is, was, c.Keyword)
	}
}

func undoBound(is, was *schema.Schema, keyword string) {
	switch keyword {
	case "pattern":
		is.Pattern = was.Pattern
	case "format":
		is.Format = was.Format
	case "maximum", "exclusiveMaximum":
		is.Maximum, is.ExclusiveMaximum = was.Maximum, was.ExclusiveMaximum
	case "minimum", "exclusiveMinimum":
		is.Minimum, is.ExclusiveMinimum = was.Minimum, was.ExclusiveMinimum
	case "maxLength":
		is.MaxLength = was.MaxLength
	case "minLength":
		is.MinLength = was.MinLength
	case "maxItems":
		is.MaxItems = was.MaxItems
	case "minItems":
		is.MinItems = was.MinItems
	case "uniqueItems":
		is.UniqueItems = was.UniqueItems
	case "multipleOf":
		is.OwnRare().MultipleOf = was.MultipleOf()
	case "maxProperties":
		is.OwnRare().MaxProperties = was.MaxProperties()
	case "minProperties":
		is.OwnRare().MinProperties = was.MinProperties()
	}
}
