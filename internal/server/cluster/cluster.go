// Package cluster is an API server that stores custom objects, so that each request finds the objects that earlier
// requests stored. Objects are created, replaced, patched, applied and deleted, and their CRDs may change in between.
// The answers come from package dryrun.
//
// It has no clock: the time of a request is one second after that of the request before, counted from the latest time
// in objects passed to Put. Uids are numbered, so that the same requests store the same objects.
package cluster

import (
	"fmt"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
)

// Kind identifies the kind that a CRD defines.
type Kind struct{ Group, Kind string }

// Key identifies an object. The namespace of a cluster-scoped object is "".
type Key struct {
	Kind
	Namespace, Name string
}

// Cluster holds resources and objects. It is not safe for concurrent use.
type Cluster struct {
	resources map[Kind]*dryrun.Resource
	objects   map[Key]map[string]any
	revision  int64
	made      int64 // the number of objects created
	now       time.Time
}

// New returns an empty cluster.
func New() *Cluster {
	return &Cluster{
		resources: map[Kind]*dryrun.Resource{}, objects: map[Key]map[string]any{},
		now: beginning,
	}
}

// beginning is the time of an empty cluster.
var beginning = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// Install sets the resource of a kind and replaces the earlier one. Stored objects are not changed.
func (c *Cluster) Install(kind Kind, r *dryrun.Resource) { c.resources[kind] = r }

// Resource returns the resource that Install set last for a kind, or nil.
func (c *Cluster) Resource(kind Kind) *dryrun.Resource { return c.resources[kind] }

// Put stores an object without validation, as one that existed before. It keeps the object's uid, resourceVersion and
// creationTimestamp if they are set, and sets the namespace of the key, which a file may omit. The cluster owns the
// object afterwards: the caller must not change it.
func (c *Cluster) Put(key Key, object map[string]any) {
	place(object, key.Namespace)
	u := &unstructured.Unstructured{Object: object}
	if at := u.GetCreationTimestamp(); at.After(c.now) {
		c.now = at.Time
	}
	for _, e := range validate.Owners(object) {
		if e.Time != nil && e.Time.After(c.now) {
			c.now = e.Time.Time
		}
	}
	if n, err := strconv.ParseInt(u.GetResourceVersion(), 10, 64); err == nil {
		c.revision = max(c.revision, n)
	}
	if u.GetUID() == "" {
		u.SetUID(c.uid())
	}
	if u.GetResourceVersion() == "" {
		c.stamp(object)
	}
	c.objects[key] = object
}

// Remove removes an object without a request.
func (c *Cluster) Remove(key Key) { delete(c.objects, key) }

// place sets the namespace in an object's metadata, as in every stored object: a client compares its manifest with it.
func place(object map[string]any, namespace string) {
	metadata, ok := object["metadata"].(map[string]any)
	switch {
	case !ok:
	case namespace == "":
		delete(metadata, "namespace")
	case metadata["namespace"] == nil || metadata["namespace"] == "":
		metadata["namespace"] = namespace
	}
}

// Stored returns an object of the store. The caller must not change it.
func (c *Cluster) Stored(key Key) (map[string]any, bool) {
	o, ok := c.objects[key]
	return o, ok
}

// Keys returns the keys of all objects, in no particular order.
func (c *Cluster) Keys() []Key {
	keys := make([]Key, 0, len(c.objects))
	for k := range c.objects {
		keys = append(keys, k)
	}
	return keys
}

func (c *Cluster) uid() types.UID {
	c.made++
	return types.UID(fmt.Sprintf("00000000-0000-4000-8000-%012d", c.made))
}

// stamp sets the next resourceVersion in an object that is written.
func (c *Cluster) stamp(object map[string]any) {
	c.revision++
	(&unstructured.Unstructured{Object: object}).SetResourceVersion(strconv.FormatInt(c.revision, 10))
}

// tick advances the clock and returns the time of a request.
func (c *Cluster) tick() time.Time {
	c.now = c.now.Add(time.Second)
	return c.now
}
