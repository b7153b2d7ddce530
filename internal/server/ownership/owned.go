package ownership

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// eachOwned calls f for each field that an entry of an object's managedFields owns, with its path as the server prints
// it. It skips entries that cannot be parsed.
func eachOwned(object map[string]any, f func(e metav1.ManagedFieldsEntry, printed string)) {
	for _, e := range (&unstructured.Unstructured{Object: object}).GetManagedFields() {
		set := fieldpath.NewSet()
		if e.FieldsV1 == nil || set.FromJSON(e.FieldsV1.GetRawReader()) != nil {
			continue
		}
		set.Iterate(func(p fieldpath.Path) { f(e, p.String()) })
	}
}

// Owners returns the entries of an object's managedFields that own the fields at the given paths, by path. The paths
// have the server's form.
func Owners(live map[string]any, printed []string) map[string][]metav1.ManagedFieldsEntry {
	owners := make(map[string][]metav1.ManagedFieldsEntry, len(printed))
	for _, path := range printed {
		owners[path] = nil
	}
	eachOwned(live, func(e metav1.ManagedFieldsEntry, path string) {
		if of, wanted := owners[path]; wanted {
			owners[path] = append(of, e)
		}
	})
	return owners
}

// Owned maps the paths of an object to the entries of managedFields that own them.
type Owned struct {
	// by maps paths, as finding.Path.Server prints them, to entries.
	by map[string][]metav1.ManagedFieldsEntry
	// paths are the sorted keys of by.
	paths []string
}

// OwnedIn decodes the managedFields of an object.
func OwnedIn(object map[string]any) *Owned {
	o := &Owned{by: map[string][]metav1.ManagedFieldsEntry{}}
	eachOwned(object, func(e metav1.ManagedFieldsEntry, printed string) {
		if at := Locate(object, printed); at != nil {
			e.FieldsV1 = nil
			o.by[at.Server()] = append(o.by[at.Server()], e)
		}
	})
	o.paths = slices.Sorted(maps.Keys(o.by))
	return o
}

// Of returns the entries that own a path or anything below it. The path has the form of finding.Path.Server.
func (o *Owned) Of(path string) []metav1.ManagedFieldsEntry {
	var list []metav1.ManagedFieldsEntry
	seen := map[string]bool{}
	for _, owned := range o.paths {
		if owned != path && !strings.HasPrefix(owned, path+".") && !strings.HasPrefix(owned, path+"[") {
			continue
		}
		for i := range o.by[owned] {
			if id := identity(&o.by[owned][i]); !seen[id] {
				seen[id] = true
				list = append(list, o.by[owned][i])
			}
		}
	}
	sort(list)
	return list
}
