package ownership

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// Owned are the entries of an object's managedFields by the places that they own.
type Owned struct {
	// by are entries by the path as finding.Path.Server prints it.
	by map[string][]metav1.ManagedFieldsEntry
	// paths are those of by, in order.
	paths []string
}

// OwnedIn reads the managedFields of an object. Entries that can't be read own nothing.
func OwnedIn(object map[string]any) *Owned {
	o := &Owned{by: map[string][]metav1.ManagedFieldsEntry{}}
	places := PlacesIn(object)
	for _, e := range (&unstructured.Unstructured{Object: object}).GetManagedFields() {
		set := fieldpath.NewSet()
		if e.FieldsV1 == nil || set.FromJSON(e.FieldsV1.GetRawReader()) != nil {
			continue
		}
		e.FieldsV1 = nil
		set.Iterate(func(p fieldpath.Path) {
			if at := places.Locate(p.String()); at != nil {
				path := at.Server()
				o.by[path] = append(o.by[path], e)
			}
		})
	}
	o.paths = slices.Sorted(maps.Keys(o.by))
	return o
}

// Of are the entries that own a place, or anything below it; path is as
// finding.Path.Server prints it.
func (o *Owned) Of(path string) []metav1.ManagedFieldsEntry {
	var list []metav1.ManagedFieldsEntry
	seen := map[string]bool{}
	add := func(entries []metav1.ManagedFieldsEntry) {
		for i := range entries {
			if id := identity(&entries[i]); !seen[id] {
				seen[id] = true
				list = append(list, entries[i])
			}
		}
	}
	add(o.by[path])
	for _, prefix := range [...]string{path + ".", path + "["} {
		for i, _ := slices.BinarySearch(o.paths, prefix); i < len(o.paths) && strings.HasPrefix(o.paths[i], prefix); i++ {
			add(o.by[o.paths[i]])
		}
	}
	sort(list)
	return list
}
