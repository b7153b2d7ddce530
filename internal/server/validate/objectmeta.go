package validate

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// MetaOf returns the metadata of an object, which has been read before without an error.
func MetaOf(u map[string]any) *metav1.ObjectMeta {
	meta := &metav1.ObjectMeta{}
	if m, ok := u["metadata"].(map[string]any); ok {
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(m, meta)
	}
	return meta
}

// MetaFields returns metadata as it is stored.
func MetaFields(meta *metav1.ObjectMeta) (map[string]any, error) {
	return runtime.DefaultUnstructuredConverter.ToUnstructured(meta)
}

// Owners returns the entries of an object's managedFields.
func Owners(object map[string]any) []metav1.ManagedFieldsEntry {
	return (&unstructured.Unstructured{Object: object}).GetManagedFields()
}
