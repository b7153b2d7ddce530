package jsonvalue

import "maps"

// Shallow is a copy of a Kubernetes object that shares with it all but its fields and those
// of its metadata.
func Shallow(object map[string]any) map[string]any {
	object = maps.Clone(object)
	if metadata, ok := object["metadata"].(map[string]any); ok {
		object["metadata"] = maps.Clone(metadata)
	}
	return object
}
