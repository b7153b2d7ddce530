package validate

import (
	"maps"
	"reflect"
	"time"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// AsideOwners are metadata without managedFields that are read and written as they stand, and
// those; nil if there are none, or others. They may be many times as large as the rest.
func AsideOwners(metadata any) (rest any, owners []any) {
	fields, ok := metadata.(map[string]any)
	if !ok {
		return metadata, nil
	}
	owners, ok = fields["managedFields"].([]any)
	if !ok || len(owners) == 0 {
		return metadata, nil
	}
	for _, e := range owners {
		if !plainOwner(e) {
			return metadata, nil
		}
	}
	fields = maps.Clone(fields)
	delete(fields, "managedFields")
	return fields, owners
}

// plainOwner reports whether an entry has its fields alone, as the server writes them.
func plainOwner(entry any) bool {
	fields, ok := entry.(map[string]any)
	if !ok {
		return false
	}
	for k, v := range fields {
		switch k {
		case "manager", "operation", "apiVersion", "fieldsType", "subresource":
			if s, ok := plainText(v); !ok || s == "" {
				return false
			}
		case "time":
			s, _ := v.(string)
			at, err := time.Parse(time.RFC3339, s)
			if err != nil || at.IsZero() || at.UTC().Format(time.RFC3339) != s {
				return false
			}
		case "fieldsV1":
			if !plainFields(v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func plainFields(v any) bool {
	fields, ok := v.(map[string]any)
	if !ok {
		return false
	}
	var last map[string]any // items of a list share what they have
	for k, v := range fields {
		if !utf8.ValidString(k) {
			return false
		}
		below, ok := v.(map[string]any)
		if ok && last != nil && reflect.ValueOf(below).Pointer() == reflect.ValueOf(last).Pointer() {
			continue
		}
		if !plainFields(v) {
			return false
		}
		last = below
	}
	return true
}

// Owners are the entries of an object's managedFields, without the fields that they own.
func Owners(object map[string]any) []metav1.ManagedFieldsEntry {
	metadata, _ := object["metadata"].(map[string]any)
	owners, ok := metadata["managedFields"].([]any)
	if !ok {
		return nil
	}
	u := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"managedFields": withoutFields(owners)}}}
	return u.GetManagedFields()
}

// withoutFields are entries of managedFields without the fields that they own.
func withoutFields(owners []any) []any {
	without := make([]any, len(owners))
	for i, e := range owners {
		without[i] = e
		if fields, ok := e.(map[string]any); ok {
			fields = maps.Clone(fields)
			delete(fields, "fieldsV1")
			without[i] = fields
		}
	}
	return without
}
