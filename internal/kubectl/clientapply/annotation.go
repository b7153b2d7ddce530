package clientapply

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// saveConfig sets the annotation to the manifest itself, and returns it: with annotations, be
// they empty, but without this one.
func saveConfig(u *unstructured.Unstructured) (kept string) {
	annotations := ownAnnotations(u.Object)
	delete(annotations, Annotation)
	kept = string(encode(u))
	annotations[Annotation] = kept
	return kept
}

// Annotate sets the annotation of an object, whose metadata are the caller's to change, to a text.
func Annotate(object map[string]any, text string) { ownAnnotations(object)[Annotation] = text }

// ownAnnotations gives an object annotations of its own, be they empty, and returns them. Nothing is
// given to one whose metadata are no object.
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
	read := u.GetAnnotations() // none if one of them is no text
	if read == nil {
		read = map[string]string{}
	}
	u.SetAnnotations(read)
	if metadata, ok = object["metadata"].(map[string]any); !ok {
		return map[string]any{}
	}
	return metadata["annotations"].(map[string]any)
}

// texts reports whether a value is an object of texts.
func texts(value any) bool {
	fields, ok := value.(map[string]any)
	for _, v := range fields {
		if _, isText := v.(string); !isText {
			return false
		}
	}
	return ok
}

// keepConfig does so only if the manifest has the annotation.
func keepConfig(u *unstructured.Unstructured) {
	if u.GetAnnotations()[Annotation] != "" {
		saveConfig(u)
	}
}

// withoutNulls returns a copy of a value without the fields that are null. Items of lists that are null stay.
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
