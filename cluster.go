package crdtool

import (
	"context"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/output/definitions"
	"github.com/crdtool/crdtool/kube"
)

// ClusterOptions say which server a Cluster has.
type ClusterOptions struct {
	// KubeVersion is its Kubernetes version, as "1.33"; if it is empty, the newest
	// that is known.
	KubeVersion string
	// IgnoreCRDErrors tries objects also under a CRD that the server would refuse.
	// Without it a request for one of its kind is an error.
	IgnoreCRDErrors bool
}

// Cluster is an API server with CustomResourceDefinitions. It answers requests for
// objects of their kinds with the verdict in the server's words, the object as it
// would be stored, and a trace of what was pruned, defaulted, coerced and forgiven;
// and it tells what the server publishes of the CRDs. It holds no objects: a request
// names what it replaces.
//
// Requests for objects of a CRD that the server would refuse end with an error; what
// is wrong with it is for a Linter to say. A Cluster is made once for any number of requests, and is safe for
// concurrent use.
type Cluster struct {
	version kube.Version
	crds    *apply.CRDs
	// ignoreCRDErrors is that of the options.
	ignoreCRDErrors bool
	files           []*source.File // those of the CRDs
}

// NewCluster returns a Cluster with the CRDs in texts, each of several YAML
// documents or JSON objects; what is no CRD there is skipped. The error is for
// a version that is not known, for a text that cannot be read, and for two different
// CRDs of one kind.
func NewCluster(opts ClusterOptions, crds ...[]byte) (*Cluster, error) {
	c, err := newCluster(opts)
	if err != nil {
		return nil, err
	}
	for i, text := range crds {
		if err := c.add(source.Read(fmt.Sprintf("CRDs %d", i+1), text)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// LoadCluster is NewCluster for the CRDs in files, folders, which are searched for
// .yaml, .yml and .json files, and globs. The error is also for a path that cannot be
// read, and that of ctx, which ends the reading between files.
func LoadCluster(ctx context.Context, opts ClusterOptions, paths ...string) (*Cluster, error) {
	ctx = background(ctx)
	c, err := newCluster(opts)
	if err != nil {
		return nil, err
	}
	if err := readFiles(ctx, paths, files.CRDs, c.add); err != nil {
		return nil, err
	}
	return c, nil
}

func newCluster(opts ClusterOptions) (*Cluster, error) {
	v, err := parseVersion(opts.KubeVersion, kube.Latest)
	if err != nil {
		return nil, err
	}
	return &Cluster{version: v, crds: apply.NewCRDs(v, opts.IgnoreCRDErrors), ignoreCRDErrors: opts.IgnoreCRDErrors}, nil
}

// ready returns the Cluster, or for the zero value one without CRDs.
func (c *Cluster) ready() *Cluster {
	if c != nil && c.crds != nil {
		return c
	}
	cluster, _ := newCluster(ClusterOptions{}) // no option can be wrong
	return cluster
}

// background returns the context, or the background one for nil.
func background(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

func (c *Cluster) add(f *source.File) error {
	if err := unread(f); err != nil {
		return err
	}
	before := c.crds.Len()
	if left := c.crds.Add(f); c.crds.Len() > before || len(left) > 0 {
		c.files = append(c.files, f)
	}
	return nil
}

// readFiles reads the files of paths, on all processors, and hands them to add in
// their order, one after the other. It stops at the first error.
func readFiles(ctx context.Context, paths []string, want files.Want, add func(*source.File) error) error {
	list := files.Expand(paths, want)
	if len(list.Errors) > 0 {
		return errors.Join(list.Errors...)
	}
	type input struct {
		file *source.File
		err  error
	}
	return inorder.Do(ctx, list.Files, func(at files.File) input {
		f, _, err := list.Read(&at, nil)
		return input{f, err}
	}, func(i input) error {
		if i.err != nil || i.file == nil {
			return i.err
		}
		return add(i.file)
	})
}

// definitions decodes the CRDs anew, for those who set their defaults.
func (c *Cluster) definitions() (*definitions.Set, error) {
	var set definitions.Set
	for _, f := range c.files {
		if err := set.Add(f); err != nil {
			return nil, err
		}
	}
	return &set, nil
}
