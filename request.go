package crdtool

import (
	"context"
	"errors"

	"github.com/crdtool/crdtool/internal/apply"
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
}

// Create answers a request to create an object. The object is anything that
// encoding/json writes as one: a map, or a value of the API's Go type.
//
// An object that is refused is no error: that is in the result. The error is for an
// object that has no CRD, for what is no JSON object, and that of ctx, which also
// ends CEL rules that take long.
func (c *Cluster) Create(ctx context.Context, object any, opts RequestOptions) (*report.Result, error) {
	return c.request(ctx, object, nil, opts, apply.RunOptions{})
}

// Update answers a request to replace the object old, which is in the cluster. What
// is wrong, but was so before, is forgiven as the server does (ratcheting). The
// error is that of Create, and for an old object that no server could hold under the
// CRD.
func (c *Cluster) Update(ctx context.Context, object, old any, opts RequestOptions) (*report.Result, error) {
	return c.update(ctx, object, old, opts, apply.RunOptions{})
}

// UpdateStatus answers a request to replace the status of the object old by that of
// another, through the status subresource. The error is that of Update.
func (c *Cluster) UpdateStatus(ctx context.Context, object, old any, opts RequestOptions) (*report.Result, error) {
	return c.update(ctx, object, old, opts, apply.RunOptions{Command: apply.Command{Subresource: apply.Status}})
}

// Scale answers a request to set the replicas of an object in the cluster through
// its scale subresource, as kubectl scale makes it. The result also has the Scale
// that is returned. The error is that of Update.
func (c *Cluster) Scale(ctx context.Context, replicas int32, object any, opts RequestOptions) (*report.Result, error) {
	return c.update(ctx, object, object, opts, apply.RunOptions{Command: apply.Command{Subresource: apply.Scale}, Replicas: &replicas})
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
	run.FieldValidation, run.Namespace, run.NeedResourceVersion = opts.FieldValidation, opts.Namespace, opts.NeedResourceVersion
	run.Context = ctx
	result, err := apply.New(c.crds, run).Value(object, old)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return result, err
}
