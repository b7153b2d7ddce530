package jsonvalue

import "maps"

// Shallow returns a copy of a Kubernetes object that shares all but its own fields and those of its metadata.
func Shallow(object map[string]any) map[string]any {
	object = maps.Clone(object)
	if metadata, ok := object["metadata"].(map[string]any); ok {
		object["metadata"] = maps.Clone(metadata)
	}
	return object
}
