package clientapply

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// saveConfig stores the manifest in its own annotation, and returns it. The stored manifest has annotations, even if
// empty, but not this one.
func saveConfig(u *unstructured.Unstructured) (kept string) {
	annotations := ownAnnotations(u.Object)
	delete(annotations, Annotation)
	kept = string(encode(u))
	annotations[Annotation] = kept
	return kept
}

// Annotate sets the annotation of an object. It changes the object's metadata.
func Annotate(object map[string]any, text string) { ownAnnotations(object)[Annotation] = text }

// ownAnnotations replaces the annotations of an object by a copy, even if empty, and returns it. If the metadata are no
// object, the copy is not stored.
func ownAnnotations(object map[string]any) map[string]any {
	metadata, ok := object["metadata"].(map[string]any)
	if has, there := metadata["annotations"]; ok && (!there || texts(has)) {
		of, _ := has.(map[string]any)
		own := make(map[string]any, len(of)+1)
		maps.Copy(own, of)
		metadata["annotations"] = own
		return own
	}
	u := &unstructured.Unstructured{Object: object}
	read := u.GetAnnotations() // none if one of them is no string
	if read == nil {
		read = map[string]string{}
	}
	u.SetAnnotations(read)
	if metadata, ok = object["metadata"].(map[string]any); !ok {
		return map[string]any{}
	}
	return metadata["annotations"].(map[string]any)
}

// texts reports whether a value is an object of strings.
func texts(value any) bool {
	fields, ok := value.(map[string]any)
	for _, v := range fields {
		if _, isText := v.(string); !isText {
			return false
		}
	}
	return ok
}

// keepConfig is saveConfig for a manifest that already has the annotation.
func keepConfig(u *unstructured.Unstructured) {
	if u.GetAnnotations()[Annotation] != "" {
		saveConfig(u)
	}
}

// withoutNulls returns a copy of a value without null fields. It keeps null items of lists.
func withoutNulls(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, field := range v {
			if field != nil {
				out[key] = withoutNulls(field)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = withoutNulls(item)
		}
		return out
	}
	return value
}
