package clientapply

import (
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// TestAnnotate: an annotation is set as Unstructured sets it, and annotations that another object
// has, too, stay as they are.
func TestAnnotate(t *testing.T) {
	for _, object := range []map[string]any{
		{},
		{"metadata": nil},
		{"metadata": "text"},
		{"metadata": map[string]any{}},
		{"metadata": map[string]any{"annotations": nil}},
		{"metadata": map[string]any{"annotations": "text"}},
		{"metadata": map[string]any{"annotations": map[string]any{}}},
		{"metadata": map[string]any{"annotations": map[string]any{"a": "b", Annotation: "c"}}},
		{"metadata": map[string]any{"annotations": map[string]any{"a": "b", "c": nil}}},
		{"metadata": map[string]any{"annotations": map[string]any{"a": "b", "c": int64(1)}}},
	} {
		u := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(object)}
		annotations := u.GetAnnotations()
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[Annotation] = "applied"
		u.SetAnnotations(annotations)

		before, _, _ := unstructured.NestedMap(object, "metadata", "annotations")
		shared, _, _ := unstructured.NestedFieldNoCopy(object, "metadata", "annotations")
		Annotate(object, "applied")
		if !reflect.DeepEqual(object, u.Object) {
			t.Errorf("%v, want %v", object, u.Object)
		}
		if of, ok := shared.(map[string]any); ok && before != nil && !reflect.DeepEqual(of, before) {
			t.Errorf("%v was %v", of, before)
		}
	}
}
