package ownership

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// Owned are the entries of an object's managedFields by the places that they own.
type Owned struct {
	object map[string]any
	// by are entries by the path as finding.Path.Server prints it.
	by map[string][]metav1.ManagedFieldsEntry
}

// OwnedIn reads the managedFields of an object. Entries that can't be read own nothing.
func OwnedIn(object map[string]any) *Owned {
	o := &Owned{object: object, by: map[string][]metav1.ManagedFieldsEntry{}}
	for _, e := range (&unstructured.Unstructured{Object: object}).GetManagedFields() {
		set := fieldpath.NewSet()
		if e.FieldsV1 == nil || set.FromJSON(e.FieldsV1.GetRawReader()) != nil {
			continue
		}
		e.FieldsV1 = nil
		set.Iterate(func(p fieldpath.Path) {
			if at := Locate(object, p.String()); at != nil {
				path := at.Server()
				o.by[path] = append(o.by[path], e)
			}
		})
	}
	return o
}

// Of are the entries that own a place, or anything below it; path is as
// finding.Path.Server prints it.
func (o *Owned) Of(path string) []metav1.ManagedFieldsEntry {
	var list []metav1.ManagedFieldsEntry
	seen := map[string]bool{}
	for at, entries := range o.by {
		if at != path && !strings.HasPrefix(at, path+".") && !strings.HasPrefix(at, path+"[") {
			continue
		}
		for i := range entries {
			if id := identity(&entries[i]); !seen[id] {
				seen[id] = true
				list = append(list, entries[i])
			}
		}
	}
	sort(list)
	return list
}
