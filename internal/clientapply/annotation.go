package clientapply

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// saveConfig sets the annotation to the manifest itself, and returns it: with annotations, be
// they empty, but without this one. It need not be written if it is what was applied last.
func saveConfig(u *unstructured.Unstructured, last Last) (kept string) {
	annotations := u.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	delete(annotations, Annotation)
	u.SetAnnotations(annotations)
	if kept = last.Text; last.Object == nil || !jsonvalue.Equal(u.Object, last.Object) {
		kept = string(encode(u))
	}
	annotations[Annotation] = kept
	u.SetAnnotations(annotations)
	return kept
}

// keepConfig does so only if the manifest has the annotation.
func keepConfig(u *unstructured.Unstructured) {
	if u.GetAnnotations()[Annotation] != "" {
		saveConfig(u, Last{})
	}
}

// withoutNulls is an object without the fields that are null, be it itself or a copy. Items of
// lists that are null stay.
func withoutNulls(object map[string]any) map[string]any {
	without, _ := nullsOut(object)
	return without.(map[string]any)
}

// nullsOut is a value without the fields that are null, and whether it is another.
func nullsOut(value any) (without any, other bool) {
	switch v := value.(type) {
	case map[string]any:
		var out map[string]any
		for key, field := range v {
			kept, other := nullsOut(field)
			if field != nil && !other {
				continue
			}
			if out == nil {
				out = maps.Clone(v)
			}
			if field == nil {
				delete(out, key)
			} else {
				out[key] = kept
			}
		}
		if out != nil {
			return out, true
		}
	case []any:
		var out []any
		for i, item := range v {
			if kept, other := nullsOut(item); other {
				if out == nil {
					out = slices.Clone(v)
				}
				out[i] = kept
			}
		}
		if out != nil {
			return out, true
		}
	}
	return value, false
}
