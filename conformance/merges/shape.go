// Package merges records what server-side apply makes of patches of custom objects whose lists have the type map.
// conformance/kustomize compares what kustomize makes of the same patches.
package merges

import (
	"fmt"
	"slices"

	"sigs.k8s.io/yaml"
)

// schema is a schema of a CRD as it is decoded from JSON.
type schema = map[string]any

// shape returns the parts of a CRD that decide how a server merges its objects: the storage version without
// subresources, and of its schema the structure and the defaults of list map keys.
//
// Without the validation, any values can be sent. Without other defaults, a server adds no fields to what it merges.
func shape(text []byte) (map[string]any, error) {
	var crd struct {
		Metadata struct {
			Name        string
			Annotations map[string]string
		}
		Spec struct {
			Group, Scope string
			Names        map[string]any
			Versions     []struct {
				Name    string
				Storage bool
				Schema  struct{ OpenAPIV3Schema schema }
			}
		}
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return nil, err
	}
	metadata := map[string]any{"name": crd.Metadata.Name}
	const approved = "api-approved.kubernetes.io"
	if url := crd.Metadata.Annotations[approved]; url != "" {
		metadata["annotations"] = map[string]any{approved: url}
	}
	for _, v := range crd.Spec.Versions {
		if !v.Storage {
			continue
		}
		reduced := structure(v.Schema.OpenAPIV3Schema)
		properties(reduced)["metadata"] = schema{"type": "object"}
		version := map[string]any{"name": v.Name, "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": reduced}}
		return map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": metadata,
			"spec": map[string]any{"group": crd.Spec.Group, "scope": crd.Spec.Scope, "names": crd.Spec.Names, "versions": []any{version}},
		}, nil
	}
	return nil, fmt.Errorf("%s has no storage version", crd.Metadata.Name)
}

// structure returns the structure of a schema.
func structure(s schema) schema {
	out := schema{}
	for name, value := range s {
		switch name {
		case "type", "nullable", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
			"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type":
			out[name] = value
		case "items", "additionalProperties":
			if sub, ok := value.(schema); ok {
				value = structure(sub)
			}
			out[name] = value
		case "properties":
			all := schema{}
			for property, sub := range properties(s) {
				all[property] = structure(sub.(schema))
			}
			out[name] = all
		}
	}
	if out["x-kubernetes-list-type"] == "map" {
		keepKeys(items(out), items(s), mapKeys(s))
	}
	return out
}

// keepKeys keeps what a server needs of the keys of a list map: that they are required, or their defaults.
func keepKeys(out, item schema, keys []string) {
	var required []any
	of, _ := item["required"].([]any)
	for _, key := range keys {
		if slices.Contains(of, any(key)) {
			required = append(required, key)
		}
		property, _ := properties(item)[key].(schema)
		if value, ok := property["default"]; ok {
			properties(out)[key].(schema)["default"] = value
		}
	}
	if required != nil {
		out["required"] = required
	}
}

func properties(s schema) schema {
	all, _ := s["properties"].(schema)
	return all
}

func items(s schema) schema {
	item, _ := s["items"].(schema)
	return item
}

func mapKeys(s schema) []string {
	var keys []string
	list, _ := s["x-kubernetes-list-map-keys"].([]any)
	for _, key := range list {
		keys = append(keys, fmt.Sprint(key))
	}
	return keys
}
