package cluster

import (
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// Delete deletes an object, or marks it as deleted while it has finalizers; Result.Object
// is then the object.
func (c *Cluster) Delete(at Target, d dryrun.Deletion, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	r, err := c.prepare(&at, &opts)
	if err != nil {
		return nil, err
	}
	old, exists := c.Stored(at.Key)
	if !exists {
		return r.DeleteMissing(at.Name, d, opts), nil
	}
	result, err := r.Delete(dryrun.FromStore(old), d, opts)
	switch {
	case err != nil || !result.APIServer.Accepted:
		return result, err
	case result.Object == nil:
		c.remove(at.Key)
		return result, nil
	}
	u := &unstructured.Unstructured{Object: result.Kept}
	if !jsonvalue.Equal(old, u.Object) {
		c.stamp(u.Object)
		c.put(at.Key, u.Object)
	}
	show(result, u)
	return result, nil
}

// Get returns an object as it is read at a version, of which nobody may change more than fields and
// those of its metadata: it may share the rest with what is stored.
func (c *Cluster) Get(at Target) (object map[string]any, found bool, err error) {
	r := c.resources[at.Kind]
	stored, found := c.Stored(at.Key)
	if r == nil || !found {
		return nil, false, nil
	}
	if object = c.read.is(stored, r, at.Version); object == nil {
		if object, err = r.Read(at.Version, stored); err != nil {
			return nil, true, err
		}
		c.read = reading{of: stored, by: r, version: at.Version, object: object}
	}
	return jsonvalue.Shallow(object), true, nil
}

// reading is an object as it was read last: who gets one often writes it next, for which it
// is read again.
type reading struct {
	of      map[string]any
	by      *dryrun.Resource
	version string
	object  map[string]any
}

// is returns the object if it is what a resource reads of something that is stored; nil if not.
func (l *reading) is(stored map[string]any, by *dryrun.Resource, version string) map[string]any {
	if l.by != by || l.version != version || reflect.ValueOf(l.of).Pointer() != reflect.ValueOf(stored).Pointer() {
		return nil
	}
	return l.object
}

// old is the object that a request finds in the store.
func (c *Cluster) old(at *Target, r *dryrun.Resource) (o dryrun.Object, exists bool) {
	stored, exists := c.Stored(at.Key)
	o = dryrun.FromStore(stored)
	if read := c.read.is(stored, r, at.Version); exists && read != nil {
		o = o.Read(at.Version, read)
	}
	c.read = reading{}
	return o, exists
}
