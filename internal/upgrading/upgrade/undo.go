package upgrade

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// besideOthers reports whether another change of the same version is at the place of a change, in it
// or around it, so that an object may show the other one.
func (c *comparison) besideOthers(n *Change) bool {
	if n.schema == nil || n.Keyword == "x-kubernetes-validations" || n.onlyBeside() {
		return false // a refusal names the CEL rule
	}
	return slices.ContainsFunc(c.found, func(o Change) bool {
		if o.Kind == &subresourceChanged && o.Version == n.Version && strings.HasPrefix(n.Field, "status") {
			return true
		}
		return o.schema != nil && o.schema != n.schema && o.Version == n.Version && o.Class != Documentation && o.Kind != &equivalent &&
			(strings.HasPrefix(o.Field, n.Field) || strings.HasPrefix(n.Field, o.Field))
	})
}

// undone is the new CRD with one change of a schema undone; nil if that cannot be.
func (c *comparison) undone(version string, s *schemadiff.Change) *crd.CustomResourceDefinition {
	i := c.new.VersionIndex(version)
	if i < 0 || c.new.Spec.Versions[i].OpenAPISchema() == nil {
		return nil
	}
	var way []*schema.Node
	for at := s.At; at.Parent != nil; at = at.Parent {
		if at.Crossed {
			return nil // the place is not the same in the two schemas
		}
		way = append(way, at.New)
	}
	slices.Reverse(way)
	root := changedAt(c.new.Spec.Versions[i].OpenAPISchema(), way, func(is *schema.Schema) { undo(is, s) })
	if root == nil {
		return nil
	}
	out := *c.new
	out.Spec.Versions = slices.Clone(out.Spec.Versions)
	out.Spec.Versions[i].Schema = &crd.Validation{OpenAPIV3Schema: root}
	return &out
}

// changedAt copies a schema, with a change of the one that nodes lead to.
func changedAt(s *schema.Schema, way []*schema.Node, change func(*schema.Schema)) *schema.Schema {
	if s == nil {
		return nil
	}
	out := *s
	if len(way) == 0 {
		change(&out)
		return &out
	}
	var below *schema.Schema
	switch n := way[0]; n.Role {
	case schema.RoleItems:
		below = changedAt(s.ItemSchema(), way[1:], change)
		out.Items = &schema.Items{Schema: below}
	case schema.RoleAdditionalProperties:
		below = changedAt(s.ValueSchema(), way[1:], change)
		out.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: below}
	case schema.RoleProperty:
		below = changedAt(s.Property(n.Name), way[1:], change)
		out.Properties = withProperty(s.Properties, n.Name, below)
	}
	if below == nil {
		return nil
	}
	return &out
}

// withProperty are properties with another one of a name; nil for without.
func withProperty(all *schema.Properties, name string, is *schema.Schema) *schema.Properties {
	list := slices.DeleteFunc(slices.Clone(all.All()), func(p schema.Property) bool { return p.Name == name })
	if is != nil {
		list = append(list, schema.Property{Name: name, Schema: is})
	}
	return schema.NewProperties(list)
}

// undo has a schema be what it was as far as one keyword goes.
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
