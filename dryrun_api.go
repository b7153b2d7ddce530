package crdtool

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// DryRun answers what a cluster with certain CustomResourceDefinitions would do
// with custom objects: the verdict in the server's words, the object as it would
// be stored, and a trace of what was pruned, defaulted, coerced and forgiven. The
// CRDs are loaded once for any number of objects. It is safe for concurrent use.
type DryRun struct{ crds *apply.CRDs }

// NewDryRun returns a DryRun against the CRDs in texts, each of several YAML
// documents or JSON objects; what is no CRD there is passed over. It answers as
// the newest Kubernetes version does that is known. The error is for a text that
// can't be read, and for two different CRDs of one kind.
//
// CRDs are taken as they are. Whether the server would accept them is what
// Linter says.
func NewDryRun(crds ...[]byte) (*DryRun, error) {
	d := &DryRun{apply.NewCRDs(kube.Latest)}
	for i, text := range crds {
		if err := d.add(source.Read(fmt.Sprintf("CRDs %d", i+1), text)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// LoadDryRun is NewDryRun for the CRDs in files, directories, which are searched
// for .yaml, .yml and .json files, and globs.
func LoadDryRun(paths ...string) (*DryRun, error) {
	d := &DryRun{apply.NewCRDs(kube.Latest)}
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	for _, name := range names {
		f, err := source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := d.add(f); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *DryRun) add(f *source.File) error {
	if len(f.Problems) > 0 {
		return fmt.Errorf("%s:%d: %s", f.Name, f.Problems[0].Pos.Line, f.Problems[0].Message)
	}
	return d.crds.Add(f)
}

// ApplyOptions say how Apply sends objects. The zero value is how kubectl does.
type ApplyOptions struct {
	// FieldValidation is dryrun.Strict (also if empty), dryrun.Warn or
	// dryrun.Ignore.
	FieldValidation string
	// Namespace is that of the requests; if it is empty, each object's own, or
	// "default".
	Namespace string
	// Live holds the objects in the cluster, as YAML or JSON. Those of the same
	// group, kind, namespace and name are updated, all others created.
	Live []byte
	// Subresource is "status" to write the status of live objects, "scale" to
	// scale them, or "".
	Subresource string
	// Replicas is what a scale asks for; if it is nil, what each object says.
	Replicas *int32
}

// Apply sends the custom objects in a text, which may hold several YAML
// documents, lists or JSON objects; name is what the report calls it. An object
// without a CRD, and what can't be read, are findings at their lines. The error
// is for live objects that can't be read.
func (d *DryRun) Apply(name string, text []byte, opts ApplyOptions) (apply.FileReport, error) {
	options := apply.RunOptions{
		FieldValidation: opts.FieldValidation, Namespace: opts.Namespace,
		Subresource: opts.Subresource, Replicas: opts.Replicas,
	}
	if opts.Live != nil {
		f := source.Read("live objects", opts.Live)
		if len(f.Problems) > 0 {
			return apply.FileReport{}, fmt.Errorf("%s:%d: %s", f.Name, f.Problems[0].Pos.Line, f.Problems[0].Message)
		}
		options.Live = apply.NewLive(d.crds, opts.Namespace)
		if err := options.Live.Add(f); err != nil {
			return apply.FileReport{}, err
		}
	}
	return apply.New(d.crds, options).File(source.Read(name, text)), nil
}

// Create answers a request to create an object. The object is anything that
// encoding/json writes as one: a map, or a value of the API's Go type. The error
// is for an object that has no CRD or is no JSON object, never for one that is
// refused: that is in the result.
func (d *DryRun) Create(object any, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	o, r, err := d.object(object)
	if err != nil {
		return nil, err
	}
	return r.Create(o, opts), nil
}

// Update answers a request to replace the object old by another, like Create.
func (d *DryRun) Update(object, old any, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	o, r, was, err := d.objects(object, old)
	if err != nil {
		return nil, err
	}
	return r.Update(o, was, opts)
}

// UpdateStatus answers a request to replace the status of the object old by that
// of another, like Create.
func (d *DryRun) UpdateStatus(object, old any, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	o, r, was, err := d.objects(object, old)
	if err != nil {
		return nil, err
	}
	return r.UpdateStatus(o, was, opts)
}

// Scale answers a request to scale an object, as kubectl scale makes it.
func (d *DryRun) Scale(replicas int32, object any, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	o, r, err := d.object(object)
	if err != nil {
		return nil, err
	}
	return r.UpdateScale(replicas, o, opts)
}

// object encodes an object and finds its resource.
func (d *DryRun) object(object any) (dryrun.Object, *dryrun.Resource, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return dryrun.Object{}, nil, err
	}
	var meta struct{ APIVersion, Kind string }
	if err := json.Unmarshal(text, &meta); err != nil {
		return dryrun.Object{}, nil, err
	}
	group, _, found := strings.Cut(meta.APIVersion, "/")
	if !found {
		group = ""
	}
	r, err := d.crds.Resource(group, meta.Kind)
	if err != nil {
		return dryrun.Object{}, nil, err
	}
	o, err := dryrun.FromJSON(text)
	return o, r, err
}

func (d *DryRun) objects(object, old any) (dryrun.Object, *dryrun.Resource, dryrun.Object, error) {
	o, r, err := d.object(object)
	if err != nil {
		return o, nil, dryrun.Object{}, err
	}
	text, err := json.Marshal(old)
	if err != nil {
		return o, nil, dryrun.Object{}, err
	}
	was, err := dryrun.FromJSON(text)
	return o, r, was, err
}
