package clientapply

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// modified returns the manifest as it is to be kept in the annotation: with annotations, be
// they empty, but without this one; and the same with the annotation in it. The object
// stays as it is, but that the annotation is there, empty if it was not.
func modified(u *unstructured.Unstructured) (kept, annotated []byte) {
	annotations := u.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	had := annotations[Annotation]
	delete(annotations, Annotation)
	u.SetAnnotations(annotations)
	kept = encode(u)

	annotations[Annotation] = string(kept)
	u.SetAnnotations(annotations)
	annotated = encode(u)

	annotations[Annotation] = had
	u.SetAnnotations(annotations)
	return kept, annotated
}

// saveConfig sets the annotation to the manifest itself.
func saveConfig(u *unstructured.Unstructured) {
	kept, _ := modified(u)
	annotations := u.GetAnnotations()
	annotations[Annotation] = string(kept)
	u.SetAnnotations(annotations)
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
