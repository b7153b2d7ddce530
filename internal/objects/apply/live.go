package apply

import (
	"cmp"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Live are the custom objects in the cluster. They are safe for concurrent use once all are added.
type Live struct {
	objects   map[identity]live
	crds      *CRDs
	namespace string
}

type live struct {
	object         dryrun.Object
	version, place string
}

// NewLive returns an empty cluster with CRDs. Objects without a namespace are in the given one, or in "default" if
// that is empty.
func NewLive(crds *CRDs, namespace string) *Live {
	return &Live{objects: map[identity]live{}, crds: crds, namespace: cmp.Or(namespace, DefaultNamespace)}
}

// Len returns the number of objects.
func (l *Live) Len() int { return len(l.objects) }

// Add adds the objects of a file that have a CRD. It returns an error for an object that is present already.
func (l *Live) Add(f *source.File) error {
	for _, doc := range f.Documents {
		apiVersion, kind := doc.TypeMeta()
		group, version := splitAPIVersion(apiVersion)
		d := l.crds.find(group, kind)
		if d == nil {
			continue
		}
		value, ok := source.Value(doc.Root).(map[string]any)
		if !ok {
			continue
		}
		namespace, name := names(doc)
		id := d.identity(cmp.Or(namespace, l.namespace), name)
		if first, found := l.objects[id]; found {
			return fmt.Errorf("%s %q is in %s and again in %s; remove one of them", kind, name, first.place, place(doc))
		}
		// The document is not kept, to save memory: a cluster has many objects.
		l.objects[id] = live{dryrun.FromValue(value), version, place(doc)}
	}
	return nil
}

// find returns the object of an identity. It accepts a nil Live.
func (l *Live) find(id identity) (dryrun.Object, bool) {
	if l == nil {
		return dryrun.Object{}, false
	}
	found, ok := l.objects[id]
	return found.object, ok
}

// identity returns the identity of an object of this kind.
func (d *definition) identity(namespace, name string) identity {
	if !d.namespaced {
		namespace = ""
	}
	return identity{d.group, d.kind, namespace, name}
}
