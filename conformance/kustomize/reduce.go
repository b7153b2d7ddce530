package main

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

const (
	refPrefix = "#/definitions/"
	strategy  = "x-kubernetes-patch-strategy"
	mergeKey  = "x-kubernetes-patch-merge-key"
	mapKeys   = "x-kubernetes-list-map-keys"
	kinds     = "x-kubernetes-group-version-kind"

	objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
	// kustomization is the definition that kustomize adds to all schemas.
	kustomization = "io.k8s.api.apps.v1.Kustomization"
)

// reducer reduces kustomize's schema to the parts that decide how objects are merged.
type reducer struct {
	all spec.Definitions
	// needed has the definitions that lead to a list with a merge strategy, or to a field that may hold any object.
	needed map[string]bool
}

// reduce returns the definitions of the kinds with lists that kustomize merges, and those to which they refer.
func reduce(all spec.Definitions) spec.Definitions {
	r := reducer{all: all, needed: map[string]bool{}}
	for found := true; found; {
		found = false
		for name, d := range all {
			if !r.needed[name] && r.reduce(&d) != nil {
				r.needed[name], found = true, true
			}
		}
	}
	out := spec.Definitions{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if d := all[name]; isKind(&d) && name != kustomization {
			r.add(out, name)
		}
	}
	return out
}

// isKind reports whether a definition is one of objects. Those of lists and of requests have no metadata of an object.
func isKind(s *spec.Schema) bool {
	metadata := s.Properties["metadata"]
	return s.Extensions[kinds] != nil && metadata.Ref.String() == refPrefix+objectMeta
}

// add adds a definition and those to which it refers.
func (r *reducer) add(out spec.Definitions, name string) {
	if _, done := out[name]; done || !r.needed[name] {
		return
	}
	d := r.all[name]
	reduced := r.reduce(&d)
	if d.Extensions[kinds] != nil {
		reduced.AddExtension(kinds, d.Extensions[kinds])
	}
	out[name] = *reduced
	eachReference(reduced, func(name string) { r.add(out, name) })
}

// reduce returns the part of a schema that decides how values are merged; nil if there is none.
func (r *reducer) reduce(s *spec.Schema) *spec.Schema {
	if ref := s.Ref.String(); ref != "" {
		if !r.needed[strings.TrimPrefix(ref, refPrefix)] {
			return nil
		}
		return spec.RefProperty(ref)
	}
	if s.Type.Contains("array") {
		return r.list(s)
	}
	if holdsAnyObject(s) {
		// Without a schema, kustomize merges the object by its own apiVersion and kind.
		return &spec.Schema{}
	}
	out := &spec.Schema{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		if reduced := r.reduce(&p); reduced != nil {
			out.SetProperty(name, *reduced)
		}
	}
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		if reduced := r.reduce(a.Schema); reduced != nil {
			out.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: reduced}
		}
	}
	if len(out.Properties) == 0 && out.AdditionalProperties == nil {
		return nil
	}
	return out
}

// list returns the schema of a list that is merged; nil for a list that is replaced.
func (r *reducer) list(s *spec.Schema) *spec.Schema {
	how, _ := s.Extensions[strategy].(string)
	if !slices.Contains(strings.Split(how, ","), "merge") {
		return nil
	}
	items := r.reduce(s.Items.Schema)
	if items == nil {
		items = &spec.Schema{}
	}
	out := spec.ArrayProperty(items)
	for _, name := range [...]string{strategy, mergeKey, mapKeys} {
		if value, ok := s.Extensions[name]; ok {
			out.AddExtension(name, value)
		}
	}
	return out
}

// holdsAnyObject reports whether a schema says nothing about the fields of an object.
func holdsAnyObject(s *spec.Schema) bool {
	return (len(s.Type) == 0 || s.Type.Contains("object")) && len(s.Properties) == 0 && s.AdditionalProperties == nil
}

// eachReference calls f for the name of each definition to which a schema refers.
func eachReference(s *spec.Schema, f func(name string)) {
	if ref := s.Ref.String(); ref != "" {
		f(strings.TrimPrefix(ref, refPrefix))
	}
	for _, p := range s.Properties {
		eachReference(&p, f)
	}
	if s.Items != nil {
		eachReference(s.Items.Schema, f)
	}
	if s.AdditionalProperties != nil {
		eachReference(s.AdditionalProperties.Schema, f)
	}
}
