package cluster

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Delete deletes an object. An object with finalizers is only marked as deleted; Result.Object is then that object.
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
		c.Remove(at.Key)
		return result, nil
	}
	u := &unstructured.Unstructured{Object: result.InStore}
	if !jsonvalue.Equal(old, u.Object) {
		c.stamp(u.Object)
		c.objects[at.Key] = u.Object
	}
	show(result, u)
	return result, nil
}

// Get returns an object as a read at a version of the API returns it.
func (c *Cluster) Get(at Target) (object map[string]any, found bool, err error) {
	r := c.resources[at.Kind]
	stored, found := c.Stored(at.Key)
	if r == nil || !found {
		return nil, false, nil
	}
	object, err = r.Read(at.Version, stored)
	return object, true, err
}

// old returns the stored object that a request changes.
func (c *Cluster) old(key Key) (o dryrun.Object, exists bool) {
	stored, exists := c.Stored(key)
	return dryrun.FromStore(stored), exists
}
