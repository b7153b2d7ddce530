package crd

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// Stored returns the CRD as a server stores it that uses the given fields: without the fields that it does not know and
// those that it drops on create. The receiver is not changed. The result shares all unchanged parts with it, and is the
// receiver if nothing changes.
func (c *CustomResourceDefinition) Stored(f behaviour.Fields) *CustomResourceDefinition {
	if f.MessageExpression == behaviour.Used && f.ReasonAndFieldPath == behaviour.Used && f.OptionalOldSelf == behaviour.Used && f.SelectableFields == behaviour.Used {
		return c
	}
	out := *c
	out.Spec.Versions = slices.Clone(c.Spec.Versions)
	for i := range out.Spec.Versions {
		v := &out.Spec.Versions[i]
		if f.SelectableFields != behaviour.Used {
			v.SelectableFields = nil
		}
		root := v.OpenAPISchema()
		if root == nil {
			continue
		}
		if s := storedSchema(root, f); s != root {
			wrapper := *v.Schema
			wrapper.OpenAPIV3Schema = s
			v.Schema = &wrapper
		}
	}
	return &out
}

// storedSchema returns s, or a changed copy.
func storedSchema(s *schema.Schema, f behaviour.Fields) *schema.Schema {
	out := s
	change := func() *schema.Schema {
		if out == s {
			c := *s
			out = &c
		}
		return out
	}
	if rules := storedRules(s.XValidations(), f); rules != nil {
		change().OwnRare().XValidations = rules
	}
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		if c := storedSchema(a.Schema, f); c != a.Schema {
			change().AdditionalProperties = &schema.SchemaOrBool{Allows: a.Allows, Schema: c}
		}
	}
	if items := storedItems(s.Items, f); items != s.Items {
		change().Items = items
	}
	var properties []schema.Property
	for i, p := range s.Properties.All() {
		c := storedSchema(p.Schema, f)
		if c == p.Schema {
			continue
		}
		if properties == nil {
			properties = slices.Clone(s.Properties.All())
		}
		properties[i].Schema = c
	}
	if properties != nil {
		change().Properties = schema.NewProperties(properties)
	}
	return out
}

// storedItems returns items, or a changed copy.
func storedItems(items *schema.Items, f behaviour.Fields) *schema.Items {
	if items == nil {
		return nil
	}
	out := schema.Items{Schemas: slices.Clone(items.Schemas)}
	if items.Schema != nil {
		out.Schema = storedSchema(items.Schema, f)
	}
	for i, s := range items.Schemas {
		if s != nil {
			out.Schemas[i] = storedSchema(s, f)
		}
	}
	if out.Schema == items.Schema && slices.Equal(out.Schemas, items.Schemas) {
		return items
	}
	return &out
}

// storedRules returns a copy of the rules without the fields that a server drops; nil if no rule has one.
func storedRules(rules []schema.ValidationRule, f behaviour.Fields) []schema.ValidationRule {
	var kept []schema.ValidationRule
	for i, r := range rules {
		if f.MessageExpression != behaviour.Used {
			r.MessageExpression = ""
		}
		if f.ReasonAndFieldPath != behaviour.Used {
			r.Reason, r.FieldPath = nil, ""
		}
		if f.OptionalOldSelf != behaviour.Used {
			r.OptionalOldSelf = nil
		}
		if r == rules[i] {
			continue
		}
		if kept == nil {
			kept = slices.Clone(rules)
		}
		kept[i] = r
	}
	return kept
}
