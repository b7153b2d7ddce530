package shape

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// A Kind is a kind in one version of a CRD of the workspace.
type Kind struct {
	Group, Version, Kind string
	// CRD is the decoded document with its defaults, and File the file that has it.
	CRD  *crd.CustomResourceDefinition
	File string
	// Schema is the schema of the version; nil if it has none.
	Schema                      *schema.Schema
	Served, Storage, Deprecated bool
	// Warning is the deprecationWarning; "" if there is none.
	Warning string
}

// APIVersion returns the apiVersion of the kind's objects.
func (k *Kind) APIVersion() string {
	if k.Group == "" {
		return k.Version
	}
	return k.Group + "/" + k.Version
}

// Kinds are what a workspace has. Implementations are safe for concurrent reads.
type Kinds interface {
	// All returns the kinds of all CRDs: the storage version of a kind before its other versions.
	All() []*Kind
	// Find returns a kind, or nil.
	Find(apiVersion, kind string) *Kind
	// Names returns the names of the workspace's objects of a kind, in any version, sorted.
	Names(kind string) []string
	// Uses returns how many objects of a kind set a field. The path has the names of fields, without indexes, joined by
	// dots.
	Uses(kind, path string) int
	// Keys returns the keys that objects of a kind have in the map at such a path, sorted.
	Keys(kind, path string) []string
	// Values returns the short strings that objects of a kind have at such a path, the most frequent first.
	Values(kind, path string) []string
}

// KindsOf returns the kinds of a CRD, the storage version first.
func KindsOf(c *crd.CustomResourceDefinition, file string) []*Kind {
	var kinds []*Kind
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		k := &Kind{
			Group: c.Spec.Group, Version: v.Name, Kind: c.Spec.Names.Kind, CRD: c, File: file, Schema: v.OpenAPISchema(),
			Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated,
		}
		if v.DeprecationWarning != nil {
			k.Warning = *v.DeprecationWarning
		}
		kinds = append(kinds, k)
	}
	slices.SortStableFunc(kinds, func(a, b *Kind) int { return order(a) - order(b) })
	return kinds
}

func order(k *Kind) int {
	switch {
	case !k.Served:
		return 3
	case k.Deprecated:
		return 2
	case !k.Storage:
		return 1
	}
	return 0
}

// A Workspace is a set of kinds and objects. It implements Kinds.
type Workspace struct {
	kinds  []*Kind
	byType map[[2]string]*Kind
	names  map[string][]string
	// objects counts the objects by kind and name: several namespaces may have the same name.
	objects map[[2]string]int
	uses    map[string]map[string]int
	// values counts the strings of fields by kind and path.
	values map[[2]string]map[string]int
}

// NewWorkspace returns an empty workspace.
func NewWorkspace() *Workspace {
	return &Workspace{byType: map[[2]string]*Kind{}, names: map[string][]string{}, objects: map[[2]string]int{}, uses: map[string]map[string]int{}, values: map[[2]string]map[string]int{}}
}

// AddCRD adds the kinds of a CRD. The first CRD of several with a kind counts.
func (w *Workspace) AddCRD(c *crd.CustomResourceDefinition, file string) {
	for _, k := range KindsOf(c, file) {
		at := [2]string{k.APIVersion(), k.Kind}
		if w.byType[at] == nil {
			w.byType[at] = k
			w.kinds = append(w.kinds, k)
		}
	}
}

// AddObject adds an object, of which the name and the fields are kept.
func (w *Workspace) AddObject(object map[string]any) { w.count(object, 1) }

// RemoveObject removes an object that was added.
func (w *Workspace) RemoveObject(object map[string]any) { w.count(object, -1) }

func (w *Workspace) count(object map[string]any, by int) {
	kind, _ := object["kind"].(string)
	metadata, _ := object["metadata"].(map[string]any)
	if name, _ := metadata["name"].(string); name != "" {
		add(w.objects, [2]string{kind, name}, by)
		exists := w.objects[[2]string{kind, name}] > 0
		names := w.names[kind]
		i, found := slices.BinarySearch(names, name)
		switch {
		case exists && !found:
			w.names[kind] = slices.Insert(names, i, name)
		case !exists && found:
			w.names[kind] = slices.Delete(names, i, i+1)
		}
	}
	counts := w.uses[kind]
	if counts == nil {
		counts = map[string]int{}
		w.uses[kind] = counts
	}
	w.countFields(kind, counts, "", object, by)
}

// maxValueBytes limits the values that are kept: people choose among words, not among texts.
const maxValueBytes = 64

// add adds to a count, and removes a count of 0.
func add[K comparable](counts map[K]int, key K, by int) {
	if counts[key] += by; counts[key] == 0 {
		delete(counts, key)
	}
}

func (w *Workspace) countFields(kind string, counts map[string]int, path string, v any, by int) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			at := strings.TrimPrefix(path+"."+key, ".")
			add(counts, at, by)
			w.countFields(kind, counts, at, value, by)
		}
	case []any:
		for _, item := range v {
			w.countFields(kind, counts, path, item, by)
		}
	case string:
		if v == "" || len(v) > maxValueBytes || strings.Contains(v, "\n") || kind == "Secret" || !strings.Contains(path, ".") {
			return
		}
		at := [2]string{kind, path}
		if w.values[at] == nil {
			w.values[at] = map[string]int{}
		}
		add(w.values[at], v, by)
	}
}

// All implements Kinds.
func (w *Workspace) All() []*Kind { return w.kinds }

// Find implements Kinds.
func (w *Workspace) Find(apiVersion, kind string) *Kind { return w.byType[[2]string{apiVersion, kind}] }

// Names implements Kinds.
func (w *Workspace) Names(kind string) []string { return w.names[kind] }

// Keys implements Kinds. The keys of a map whose values are scalars may have dots.
func (w *Workspace) Keys(kind, path string) []string {
	var keys []string
	for at, n := range w.uses[kind] {
		if key, ok := strings.CutPrefix(at, path+"."); ok && n > 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Values implements Kinds.
func (w *Workspace) Values(kind, path string) []string {
	counts := w.values[[2]string{kind, path}]
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
}

// Uses implements Kinds.
func (w *Workspace) Uses(kind, path string) int { return w.uses[kind][path] }
