// Package cluster is an API server that holds custom objects: what a request leaves in
// its store is what the next one finds there. Objects are created, replaced, patched,
// applied and deleted, and their CRDs change in between, as in a cluster; the answers
// are those of package dryrun.
//
// It has no clock: the time of a request is counted in seconds from the latest time that
// it was given in objects, and uids are numbered, so that the same requests leave the
// same objects.
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

// Kind names what a CRD defines.
type Kind struct{ Group, Kind string }

// Key names an object. Those without a namespace have "".
type Key struct {
	Kind
	Namespace, Name string
}

// Cluster holds resources and objects. It is for one goroutine.
type Cluster struct {
	resources map[Kind]*dryrun.Resource
	objects   map[Key]map[string]any
	revision  int64
	made      int64 // objects
	now       time.Time
}

// New returns an empty cluster.
func New() *Cluster {
	return &Cluster{
		resources: map[Kind]*dryrun.Resource{}, objects: map[Key]map[string]any{},
		now: beginning,
	}
}

// beginning is the time at first.
var beginning = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// Install takes up what a CRD defines, in the place of what it defined before. Objects
// that are stored stay as they are.
func (c *Cluster) Install(kind Kind, r *dryrun.Resource) { c.resources[kind] = r }

// Resource returns what Install took up last; nil if there is none.
func (c *Cluster) Resource(kind Kind) *dryrun.Resource { return c.resources[kind] }

// Put stores an object as it is, past all validation, as one that was there before. Its
// uid, resourceVersion and creationTimestamp are kept if it has them, and it gets the
// namespace that it is in, which its file may leave out. The object is the cluster's from then
// on: nobody may change it any more.
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

// Remove removes an object, past all validation.
func (c *Cluster) Remove(key Key) { delete(c.objects, key) }

// place has an object say in which namespace it is, as every stored one does: a client
// compares its manifest with that.
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

// Stored returns an object as it stands in the store, which nobody may change.
func (c *Cluster) Stored(key Key) (map[string]any, bool) {
	o, ok := c.objects[key]
	return o, ok
}

// Keys are those of all objects, in no order.
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

// stamp gives an object that is written the next resourceVersion.
func (c *Cluster) stamp(object map[string]any) {
	c.revision++
	(&unstructured.Unstructured{Object: object}).SetResourceVersion(strconv.FormatInt(c.revision, 10))
}

// tick is the time of a request.
func (c *Cluster) tick() time.Time {
	c.now = c.now.Add(time.Second)
	return c.now
}
