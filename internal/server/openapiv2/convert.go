package openapiv2

import (
	"maps"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// converter removes from a schema, in place, the keywords that v2 or its readers do not support, as
// ToStructuralOpenAPIV2 of k8s.io/apiextensions-apiserver pkg/controller/openapi/v2 does, and defaults, as
// PruneDefaults of k8s.io/kube-openapi pkg/handler does.
type converter struct {
	// lost, if set, receives every removed keyword with its value and the reason. The place is the path in an object of
	// the values that the schema describes.
	lost func(place []string, keyword string, value any, reason string)

	place []string
}

func (c *converter) convert(s *spec.Schema) {
	preserved := s.Extensions["x-kubernetes-preserve-unknown-fields"] == true
	if c.lost != nil && preserved && s.Extensions["x-kubernetes-embedded-resource"] == true {
		c.openResource(s)
	}
	c.junctors(s)
	if s.Nullable {
		c.drop("nullable", true, noNullable)
		s.Nullable = false
		c.dropType(s, untypedNull)
		c.dropStructure(s, untypedNull)
	}
	if preserved {
		c.dropStructure(s, preservedFields)
	}
	if s.Items == nil && s.Type.Contains("array") {
		c.dropType(s, arrayWithoutItems)
	}
	if preserved && s.Type.Contains("object") {
		c.dropType(s, preservedFields)
	}
	c.required(s)
	if s.Default != nil {
		c.drop("default", s.Default, prunedDefault)
		s.Default = nil
	}
	c.children(s)
}

// children converts the schemas below s. It runs last, as the conversion of s depends on unconverted children.
func (c *converter) children(s *spec.Schema) {
	for name, p := range s.Properties {
		c.at("."+name, &p)
		s.Properties[name] = p
	}
	if s.Items != nil {
		c.at("[*]", s.Items.Schema)
	}
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		c.at(".*", a.Schema)
	}
}

func (c *converter) at(step string, s *spec.Schema) {
	if c.lost == nil {
		c.convert(s)
		return
	}
	c.place = append(c.place, step)
	c.convert(s)
	c.place = c.place[:len(c.place)-1]
}

func (c *converter) drop(keyword string, value any, reason string) {
	if c.lost != nil {
		c.lost(c.place, keyword, value, reason)
	}
}

func (c *converter) junctors(s *spec.Schema) {
	drop := func(keyword string, list *[]spec.Schema, reason string) {
		if len(*list) > 0 {
			c.drop(keyword, *list, reason)
			*list = nil
		}
	}
	anyOf := noJunctors
	if s.Extensions["x-kubernetes-int-or-string"] == true {
		anyOf = intOrStringRemains
	}
	drop("allOf", &s.AllOf, noAllOf)
	drop("anyOf", &s.AnyOf, anyOf)
	drop("oneOf", &s.OneOf, noJunctors)
	if s.Not != nil {
		c.drop("not", s.Not, noJunctors)
		s.Not = nil
	}
}

func (c *converter) dropType(s *spec.Schema, reason string) {
	if len(s.Type) > 0 {
		c.drop("type", s.Type[0], reason)
		s.Type = nil
	}
}

// dropStructure removes the keywords that structure an object or a list, except additionalProperties, which the server
// keeps.
func (c *converter) dropStructure(s *spec.Schema, reason string) {
	if s.Items != nil {
		c.drop("items", s.Items.Schema, reason)
		s.Items = nil
	}
	if s.Properties != nil {
		if c.lost != nil {
			c.drop("properties", lostNames(s), reason)
		}
		s.Properties = nil
	}
}

// required removes required fields that are nullable, and all of them if the values of a map are nullable.
func (c *converter) required(s *spec.Schema) {
	if len(s.Required) == 0 {
		return
	}
	nullableValues := s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil && s.AdditionalProperties.Schema.Nullable
	dropped := func(name string) bool { return nullableValues || s.Properties[name].Nullable }
	if !slices.ContainsFunc(s.Required, dropped) {
		return
	}
	var kept, lost []string
	for _, name := range s.Required {
		if dropped(name) {
			lost = append(lost, name)
		} else {
			kept = append(kept, name)
		}
	}
	c.drop("required", lost, nullableField)
	s.Required = kept
}

// lostNames returns the properties that a schema loses. The server adds the properties that every embedded resource has
// again, unless it preserves unknown fields.
func lostNames(s *spec.Schema) []string {
	names := slices.Sorted(maps.Keys(s.Properties))
	if s.Extensions["x-kubernetes-embedded-resource"] != true || s.Extensions["x-kubernetes-preserve-unknown-fields"] == true {
		return names
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "apiVersion" || n == "kind" || n == "metadata" })
}
