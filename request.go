package crdtool

import (
	"context"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/report"
)

// RequestOptions say how a request for one object is made. The zero value is how
// kubectl makes it.
type RequestOptions struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict (also
	// if empty), Warn or Ignore.
	FieldValidation string
	// Namespace is that of the request. If it is empty, it is that of the old object,
	// the object's own, or "default".
	Namespace string
	// NeedResourceVersion refuses an update without a metadata.resourceVersion, as
	// the server does. Without it the update is given that of the old object.
	NeedResourceVersion bool
	// Subresource is what Patch and ServerSideApply write: "status", or "" for the object
	// itself.
	Subresource string
	// FieldManager is the name under which Patch and ServerSideApply own fields; kubectl's
	// own names if it is empty. ForceConflicts has ServerSideApply take fields from the
	// managers that own them.
	FieldManager   string
	ForceConflicts bool
	// ShowManagedFields leaves metadata.managedFields in the object of the result.
	ShowManagedFields bool
	// Propagation is what Delete does with the objects that the object owns: Background
	// (also if empty), Foreground or Orphan.
	Propagation metav1.DeletionPropagation
}

// Create answers a request to create an object. The object is anything that
// encoding/json writes as one: a map, or a value of the API's Go type.
//
// An object that is refused is no error: that is in the result. The error is for an
// object that has no CRD, for what is no JSON object, and that of ctx, which also
// ends CEL rules that take long.
func (c *Cluster) Create(ctx context.Context, object any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.request(ctx, object, nil, opts, apply.RunOptions{})
}

// Update answers a request to replace the object old, which is in the cluster. What
// is wrong, but was so before, is forgiven as the server does (ratcheting). The
// error is that of Create, and for an old object that no server could hold under the
// CRD.
func (c *Cluster) Update(ctx context.Context, object, old any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.update(ctx, object, old, opts, apply.RunOptions{})
}

// UpdateStatus answers a request to replace the status of the object old by that of
// another, through the status subresource. The error is that of Update.
func (c *Cluster) UpdateStatus(ctx context.Context, object, old any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.update(ctx, object, old, opts, apply.RunOptions{Command: apply.Command{Subresource: apply.Status}})
}

// Scale answers a request to set the replicas of an object in the cluster through
// its scale subresource, as kubectl scale makes it. The result also has the Scale
// that is returned. The error is that of Update.
func (c *Cluster) Scale(ctx context.Context, replicas int32, object any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.update(ctx, object, object, opts, apply.RunOptions{Command: apply.Command{Subresource: apply.Scale}, Replicas: &replicas})
}

// Patch answers a request to change the object old, which is in the cluster, by a patch
// in JSON: a JSON merge patch or a JSON patch. Without RequestOptions.FieldValidation
// unknown fields in it are pruned with a warning, as kubectl patch has it. The error is
// that of Update, and for a type that custom resources do not take.
func (c *Cluster) Patch(ctx context.Context, patch []byte, t types.PatchType, old any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	if t != types.MergePatchType && t != types.JSONPatchType {
		return nil, fmt.Errorf("the type of the patch is %q; it must be %q or %q", t, types.MergePatchType, types.JSONPatchType)
	}
	return c.update(ctx, old, old, opts, apply.RunOptions{Command: apply.Command{
		Verb: apply.VerbPatch, Patch: patch, PatchType: t, Manager: opts.FieldManager, Subresource: opts.Subresource,
	}})
}

// ServerSideApply answers a request to apply an object server-side: what it says is merged
// into old by the field managers in its metadata.managedFields, and created if old is nil.
// Fields that others own and that would change are conflicts, in Result.Findings. An
// object that was in no cluster is taken for what was applied before, in the same way. The
// error is that of Create, and for an object of a cluster that has no managedFields: from
// these nobody can tell who owns what.
func (c *Cluster) ServerSideApply(ctx context.Context, object, old any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.request(ctx, object, old, opts, apply.RunOptions{Command: apply.Command{
		Verb: apply.VerbApply, ServerSide: true, Force: opts.ForceConflicts, Manager: opts.FieldManager, Subresource: opts.Subresource,
	}})
}

// Delete answers a request to delete the object old. While it has finalizers it stays: the
// object of the result is then marked as deleted, and nil otherwise. The error is that of
// Update.
func (c *Cluster) Delete(ctx context.Context, old any, opts RequestOptions) (*report.Result, error) {
	c = c.ready()
	ctx = background(ctx)
	return c.update(ctx, old, old, opts, apply.RunOptions{Command: apply.Command{Verb: apply.VerbDelete, Propagation: opts.Propagation}})
}

func (c *Cluster) update(ctx context.Context, object, old any, opts RequestOptions, run apply.RunOptions) (*report.Result, error) {
	if old == nil {
		return nil, errors.New("there is no old object; an update needs the one that is in the cluster")
	}
	return c.request(ctx, object, old, opts, run)
}

func (c *Cluster) request(ctx context.Context, object, old any, opts RequestOptions, run apply.RunOptions) (*report.Result, error) {
	if err := checkFieldValidation(opts.FieldValidation); err != nil {
		return nil, err
	}
	if opts.Subresource != "" && opts.Subresource != apply.Status {
		return nil, fmt.Errorf("the option Subresource is %q; it must be empty or %q", opts.Subresource, apply.Status)
	}
	run.FieldValidation, run.Namespace, run.NeedResourceVersion = opts.FieldValidation, opts.Namespace, opts.NeedResourceVersion
	run.PatchValidation, run.Context, run.ShowOwners = opts.FieldValidation, ctx, opts.ShowManagedFields
	result, err := apply.New(c.crds, run).Value(object, old)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	ownObjects(result)
	return result, err
}

// ownObjects has each object of a result be the caller's own, to change: they share what is
// the same in them.
func ownObjects(r *report.Result) {
	if r == nil {
		return
	}
	for _, o := range [...]*map[string]any{&r.Object, &r.Scale, &r.Live, &r.Sent, &r.Stored} {
		if *o != nil {
			*o = runtime.DeepCopyJSON(*o)
		}
	}
}
