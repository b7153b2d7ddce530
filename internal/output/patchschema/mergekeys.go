package patchschema

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/schema"
)

// mergeKeys returns the part of a schema that kustomize reads to merge lists; nil if there is no list to merge.
//
// Fields without such lists are left out. kustomize replaces lists without a schema, and it merges an embedded object
// without a schema by its own apiVersion and kind.
func mergeKeys(s *schema.Schema) *spec.Schema {
	if s == nil || s.MapType() == "atomic" {
		return nil // server-side apply replaces an atomic map, and so the lists in it
	}
	if s.Type == "array" {
		return list(s)
	}
	out := &spec.Schema{}
	for _, p := range s.Properties.All() {
		if property := mergeKeys(p.Schema); property != nil {
			out.SetProperty(p.Name, *property)
		}
	}
	value := mergeKeys(s.ValueSchema())
	if value != nil {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: value}
	}
	if value == nil && len(out.Properties) == 0 {
		return nil
	}
	return out
}

// list returns the schema of a list that is merged; nil for a list that is replaced.
func list(s *schema.Schema) *spec.Schema {
	switch keys := s.XListMapKeys(); {
	case s.ListType() == "map" && len(keys) == 1:
		out := merged(mergeKeys(s.ItemSchema()))
		out.AddExtension("x-kubernetes-patch-merge-key", keys[0])
		return out
	case s.ListType() == "map" && len(keys) > 1:
		out := merged(mergeKeys(s.ItemSchema()))
		out.AddExtension("x-kubernetes-list-map-keys", keys)
		return out
	case s.ListType() == "set" && scalar(s.ItemSchema()):
		return merged(nil)
	}
	return nil
}

// merged returns the schema of a list that kustomize merges. Without a merge key, it merges by the values of scalars.
func merged(items *spec.Schema) *spec.Schema {
	if items == nil {
		items = &spec.Schema{}
	}
	out := spec.ArrayProperty(items)
	out.AddExtension("x-kubernetes-patch-strategy", "merge")
	return out
}

// scalar reports whether values of a schema are scalars. kustomize would take all other values of a set for one.
func scalar(s *schema.Schema) bool {
	if s == nil {
		return false
	}
	switch s.Type {
	case "string", "integer", "number", "boolean":
		return true
	}
	return s.XIntOrString
}
