package crdtool

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// ApplyOptions say how Apply sends the objects of files. The zero value is how
// kubectl sends them to a cluster that holds none.
type ApplyOptions struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict (also
	// if empty), Warn or Ignore.
	FieldValidation string
	// Namespace is that of the requests; if it is empty, each object's own, or
	// "default".
	Namespace string
	// Live holds the objects in the cluster, as YAML or JSON, and LiveFiles are
	// files, folders and globs of them. Those of the same group, kind, namespace and
	// name are updated, all others created.
	Live      []byte
	LiveFiles []string
	// StoredBy has the CRDs as they were when the live objects were stored; nil if
	// they were those of today.
	StoredBy *Cluster
	// Subresource is "status" to write the status of live objects, "scale" to scale
	// them, or "". If there are no live objects at all, each object stands in for its
	// own.
	Subresource string
	// Verb is "apply", "create", "replace", "patch" or "delete": what is done with the
	// objects, as the kubectl command of that name does it. If it is empty, those that are
	// live are applied and all others created.
	Verb string
	// ServerSide has the server merge what is applied, and ForceConflicts take fields from
	// the managers that own them.
	ServerSide, ForceConflicts bool
	// FieldManager is the name under which the requests own fields; kubectl's own names
	// if it is empty.
	FieldManager string
	// Patch is what the verb patch sends, as JSON, and PatchType its content type; a JSON
	// merge patch if that is empty.
	Patch     []byte
	PatchType types.PatchType
	// ShowManagedFields leaves metadata.managedFields in the objects of results.
	ShowManagedFields bool
	// Replicas is what a scale asks for; if it is nil, what each object says.
	Replicas *int32
	// IgnoreMissing lets objects pass that have no CRD.
	IgnoreMissing bool
	// KubeVersions are several versions, as "1.27-", "1.27-1.30,1.33" or "all": the newest
	// of them answers instead of the cluster's, and report.Document.Servers says what others
	// make of an object.
	KubeVersions string
	// Row fills in report.Result.Row, what kubectl get prints of the object; Wide has
	// it hold the columns of -o wide.
	Row, Wide bool
}

// Apply sends the custom objects in a text, which may hold several YAML documents,
// lists or JSON objects; name is what the report calls it. An object without a CRD,
// and what cannot be read, are findings at their lines. The error is for options that
// make no sense, for live objects that cannot be read, and that of ctx, which also
// ends CEL rules that take long.
func (c *Cluster) Apply(ctx context.Context, name string, text []byte, opts ApplyOptions) (*report.Objects, error) {
	c = c.ready()
	ctx = background(ctx)
	r, err := c.runner(ctx, &opts)
	if err != nil {
		return nil, err
	}
	all := &report.Objects{SchemaVersion: report.SchemaVersion, KubeVersions: r.KubeVersions()}
	add(all, r.File(source.Read(name, text)))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return all, nil
}

// ApplyFiles is Apply for files, folders, which are searched for .yaml, .yml and
// .json files, and globs. What is no object yet is skipped in folders: templates,
// patches, and what tests compare objects with. CRDs in them are counted, but do not become those of the
// cluster. It works on all processors; results are in the order of the files. The
// error also joins those about paths that could not be read, beside the report on
// all others.
func (c *Cluster) ApplyFiles(ctx context.Context, opts ApplyOptions, paths ...string) (*report.Objects, error) {
	c = c.ready()
	ctx = background(ctx)
	r, err := c.runner(ctx, &opts)
	if err != nil {
		return nil, err
	}
	all := &report.Objects{SchemaVersion: report.SchemaVersion, KubeVersions: r.KubeVersions()}
	list := files.Expand(paths, files.Objects)
	unread := list.Errors
	type outcome struct {
		report apply.FileReport
		err    error
	}
	err = inorder.Do(ctx, list.Files, func(at files.File) outcome {
		f, _, err := list.Read(&at, nil)
		if err != nil {
			return outcome{err: err}
		}
		if f == nil {
			return outcome{report: apply.FileReport{Summary: report.Summary{Files: 1}}}
		}
		if at.Found {
			out, _ := r.FoundFile(f, &at)
			return outcome{report: out}
		}
		return outcome{report: r.File(f)}
	}, func(o outcome) error {
		if o.err != nil {
			unread = append(unread, o.err)
		} else {
			add(all, o.report)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, errors.Join(unread...)
}

func add(all *report.Objects, r apply.FileReport) {
	for i := range r.Results {
		ownObjects(&r.Results[i])
	}
	all.Results = append(all.Results, r.Results...)
	all.Findings = append(all.Findings, r.Findings...)
	all.Summary.Add(r.Summary)
}

func (c *Cluster) runner(ctx context.Context, opts *ApplyOptions) (*apply.Runner, error) {
	if err := checkFieldValidation(opts.FieldValidation); err != nil {
		return nil, err
	}
	switch opts.Subresource {
	case "", apply.Status, apply.Scale:
	default:
		return nil, fmt.Errorf("the option Subresource is %q; it must be empty, %q or %q", opts.Subresource, apply.Status, apply.Scale)
	}
	run := apply.RunOptions{
		FieldValidation: opts.FieldValidation, Namespace: opts.Namespace,
		Replicas: opts.Replicas, ShowOwners: opts.ShowManagedFields,
		Command: apply.Command{
			Verb: apply.Verb(opts.Verb), ServerSide: opts.ServerSide, Force: opts.ForceConflicts, Manager: opts.FieldManager,
			Patch: opts.Patch, PatchType: cmp.Or(opts.PatchType, types.MergePatchType), Subresource: opts.Subresource,
		},
		IgnoreMissing: opts.IgnoreMissing, Row: opts.Row, Wide: opts.Wide, Context: ctx,
	}
	run.Settle(opts.Live != nil || len(opts.LiveFiles) > 0 || opts.ShowManagedFields)
	if opts.StoredBy != nil {
		run.StoredBy = opts.StoredBy.crds
	}
	crds, asked := c.crds, []kube.Version{c.version}
	if opts.KubeVersions != "" {
		var err error
		if asked, err = kube.ParseVersions(opts.KubeVersions); err != nil {
			return nil, err
		}
		if newest := asked[len(asked)-1]; newest != c.version {
			crds = crds.At(newest)
		}
	}
	if opts.Live == nil && len(opts.LiveFiles) == 0 {
		return apply.NewFor(crds, run, asked), nil
	}
	run.Live = apply.NewLive(crds, opts.Namespace)
	take := func(f *source.File) error {
		if err := unread(f); err != nil {
			return err
		}
		return run.Live.Add(f)
	}
	if opts.Live != nil {
		if err := take(source.Read("live objects", opts.Live)); err != nil {
			return nil, err
		}
	}
	if err := readFiles(ctx, opts.LiveFiles, files.Objects, take); err != nil {
		return nil, err
	}
	return apply.NewFor(crds, run, asked), nil
}
