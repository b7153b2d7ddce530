package ownership

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
)

// UpdateScale returns the managedFields of an object after a manager has written its replicas through its Scale.
// entries are the managedFields before; was and is are the Scale before and after. The Manager must be that of the
// scale subresource.
func (m *Manager) UpdateScale(entries []metav1.ManagedFieldsEntry, was, is map[string]any, manager string, now time.Time) ([]metav1.ManagedFieldsEntry, error) {
	handler := managedfields.NewScaleHandler(entries, schema.GroupVersion{Group: m.types.group, Version: m.version}, m.types.replicas)
	of, err := handler.ToSubresource()
	if err != nil {
		return nil, err
	}
	live := &unstructured.Unstructured{Object: was}
	live.SetManagedFields(of)
	written := m.Update(live.Object, is, manager, now)
	return handler.ToParent((&unstructured.Unstructured{Object: written}).GetManagedFields())
}
