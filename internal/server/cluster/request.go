package cluster

import (
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
)

// Target identifies the URL of a request.
type Target struct {
	Key
	// Version is the version of the API in the URL.
	Version string
	// Subresource is "", "status" or "scale".
	Subresource string
}

// Create creates an object; Target.Name is the name of the object.
func (c *Cluster) Create(at Target, o dryrun.Object, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	r, err := c.prepare(&at, &opts)
	if err != nil {
		return nil, err
	}
	if old, exists := c.Stored(at.Key); exists {
		return r.CreateAgain(o, (&unstructured.Unstructured{Object: old}).GetDeletionTimestamp() != nil, opts), nil
	}
	result := r.Create(o, opts)
	if result.APIServer.Accepted && (&unstructured.Unstructured{Object: result.InStore}).GetResourceVersion() != "" {
		// An apply patch may have a resourceVersion, and a dry run does not check it.
		result.Refusal = code.Refused
		answer.Refuse(&result.APIServer, http.StatusInternalServerError, "resourceVersion should not be set on objects to be created")
		result.Object, result.Stored, result.InStore = nil, nil, nil
		return result, nil
	}
	c.created(at, result)
	return result, nil
}

// Update replaces an object or its status.
func (c *Cluster) Update(at Target, o dryrun.Object, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	r, err := c.prepare(&at, &opts)
	if err != nil {
		return nil, err
	}
	old, exists := c.old(at.Key)
	if !exists {
		return r.UpdateMissing(o, at.Name, at.Subresource, opts), nil
	}
	var result *dryrun.Result
	if at.Subresource == "status" {
		result, err = r.UpdateStatus(o, old, opts)
	} else {
		result, err = r.Update(o, old, opts)
	}
	if err != nil {
		return nil, err
	}
	c.updated(at, result)
	return result, nil
}

// Scale sets the replicas of an object through its scale subresource.
func (c *Cluster) Scale(at Target, replicas int32, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	r, err := c.prepare(&at, &opts)
	if err != nil {
		return nil, err
	}
	old, exists := c.old(at.Key)
	if !exists {
		return r.UpdateMissing(dryrun.Object{}, at.Name, "scale", opts), nil
	}
	result, err := r.UpdateScale(replicas, old, opts)
	if err != nil {
		return nil, err
	}
	c.updated(at, result)
	return result, nil
}

// Patch patches or applies an object.
func (c *Cluster) Patch(at Target, p dryrun.Patch, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	r, err := c.prepare(&at, &opts)
	if err != nil {
		return nil, err
	}
	p.Name, p.Subresource = at.Name, at.Subresource
	var old *dryrun.Object
	if o, exists := c.old(at.Key); exists {
		old = &o
	}
	result, err := r.Patch(p, old, opts)
	if err != nil {
		return nil, err
	}
	if old == nil {
		c.created(at, result)
	} else {
		c.updated(at, result)
	}
	return result, nil
}

// prepare returns the resource of a request and completes the options.
func (c *Cluster) prepare(at *Target, opts *dryrun.RequestOptions) (*dryrun.Resource, error) {
	r := c.resources[at.Kind]
	if r == nil {
		return nil, fmt.Errorf("no CRD defines %s in group %s", at.Kind.Kind, at.Group)
	}
	opts.Version, opts.Namespace, opts.Owners, opts.Now = at.Version, at.Namespace, true, c.tick()
	return r, nil
}

// created stores a new object.
func (c *Cluster) created(at Target, result *dryrun.Result) {
	if !result.APIServer.Accepted {
		return
	}
	u := &unstructured.Unstructured{Object: result.InStore}
	u.SetUID(c.uid())
	u.SetCreationTimestamp(metav1.NewTime(c.now))
	c.stamp(u.Object)
	at.Name = u.GetName()
	c.objects[at.Key] = u.Object
	show(result, u)
}

// updated stores an updated object. An object that is being deleted is removed with its last finalizer.
func (c *Cluster) updated(at Target, result *dryrun.Result) {
	if !result.APIServer.Accepted {
		return
	}
	old := &unstructured.Unstructured{Object: c.objects[at.Key]}
	u := &unstructured.Unstructured{Object: result.InStore}
	if seconds := old.GetDeletionGracePeriodSeconds(); len(u.GetFinalizers()) == 0 && seconds != nil && *seconds == 0 {
		c.Remove(at.Key)
		return
	}
	u.SetResourceVersion(old.GetResourceVersion())
	if !jsonvalue.Equal(old.Object, u.Object) {
		c.stamp(u.Object)
		c.objects[at.Key] = u.Object
	}
	show(result, u)
}

// show copies the resourceVersion of the stored object to the objects of a result.
func show(result *dryrun.Result, stored *unstructured.Unstructured) {
	for _, o := range [...]map[string]any{result.Object, result.Stored, result.Scale} {
		if o != nil {
			(&unstructured.Unstructured{Object: o}).SetResourceVersion(stored.GetResourceVersion())
		}
	}
}
