package clientapply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// annotation is the set of fields with the annotation.
var annotation = fieldpath.NewSet(fieldpath.MakePathOrDie("metadata", "annotations", Annotation))

// fields returns the fields of an entry of managedFields.
func fields(e metav1.ManagedFieldsEntry) (*fieldpath.Set, error) {
	set := new(fieldpath.Set)
	if e.FieldsV1 == nil {
		return set, nil
	}
	return set, set.FromJSON(bytes.NewReader(e.FieldsV1.GetRawBytes()))
}

// owners returns the sorted managers that own the annotation by an operation. It skips entries that cannot be decoded.
func owners(u *unstructured.Unstructured, operation metav1.ManagedFieldsOperationType) []string {
	var names []string
	for _, e := range u.GetManagedFields() {
		if e.Operation != operation {
			continue
		}
		if set, err := fields(e); err == nil && annotation.Difference(set).Empty() {
			names = append(names, e.Manager)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// upgrade returns the JSON patch that transfers the fields that others own by update to manager, which owns them by
// apply; nil if they own no fields. It sets resourceVersion, so that it conflicts with a change of the object.
func upgrade(u *unstructured.Unstructured, others []string, manager string) ([]byte, error) {
	if len(others) == 0 {
		return nil, nil
	}
	entries := u.GetManagedFields()
	changed := false
	for _, name := range others {
		updates := func(e metav1.ManagedFieldsEntry) bool {
			return e.Manager == name && e.Operation == metav1.ManagedFieldsOperationUpdate && e.Subresource == ""
		}
		to := slices.IndexFunc(entries, func(e metav1.ManagedFieldsEntry) bool {
			return e.Manager == manager && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == ""
		})
		if to < 0 {
			if to = slices.IndexFunc(entries, updates); to < 0 {
				continue
			}
			// The newest entry is first: it is kept and renamed.
			entries[to].Manager, entries[to].Operation = manager, metav1.ManagedFieldsOperationApply
		}
		set, err := fields(entries[to])
		if err != nil {
			return nil, fmt.Errorf("failed to convert fields to set: %w", err)
		}
		// Only fields of the same version can be joined.
		if from := slices.IndexFunc(entries, func(e metav1.ManagedFieldsEntry) bool {
			return updates(e) && e.APIVersion == entries[to].APIVersion
		}); from >= 0 {
			more, err := fields(entries[from])
			if err != nil {
				return nil, fmt.Errorf("failed to convert fields to set: %w", err)
			}
			set = set.Union(more)
		}
		raw, err := set.ToJSON()
		if err != nil {
			return nil, fmt.Errorf("failed to encode field set: %w", err)
		}
		entries[to].FieldsV1 = &metav1.FieldsV1{}
		entries[to].FieldsV1.SetRawBytes(raw)
		entries = slices.DeleteFunc(entries, updates)
		changed = true
	}
	if !changed {
		return nil, nil
	}
	type replace struct {
		Op    string `json:"op"`
		Path  string `json:"path"`
		Value any    `json:"value"`
	}
	if len(entries) == 0 {
		entries = nil
	}
	return json.Marshal([]replace{
		{"replace", "/metadata/managedFields", entries},
		{"replace", "/metadata/resourceVersion", u.GetResourceVersion()},
	})
}
