package clientapply

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// saveConfig sets the annotation to the manifest itself, and returns it: with annotations, be
// they empty, but without this one.
func saveConfig(u *unstructured.Unstructured) (kept string) {
	annotations := u.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	delete(annotations, Annotation)
	u.SetAnnotations(annotations)
	kept = string(encode(u))
	annotations[Annotation] = kept
	u.SetAnnotations(annotations)
	return kept
}

// keepConfig does so only if the manifest has the annotation.
func keepConfig(u *unstructured.Unstructured) {
	if u.GetAnnotations()[Annotation] != "" {
		saveConfig(u)
	}
}

// withoutNulls removes the fields that are null. Items of lists that are null stay.
func withoutNulls(value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			if field == nil {
				delete(v, key)
			} else {
				withoutNulls(field)
			}
		}
	case []any:
		for _, item := range v {
			withoutNulls(item)
		}
	}
}
