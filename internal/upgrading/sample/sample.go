// Package sample makes sample manifests for the versions of a CustomResourceDefinition: a minimal one with only
// the required fields, and a full one with a plausible value in every field.
//
// It builds a sample from the schema and sends it to the dry run. A bounded search repairs what the dry run
// refuses, so a sample is accepted if the search succeeds. The same CRD always gives the same samples.
package sample

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// A Size is the share of a schema that a sample shows.
type Size bool

// The sizes.
const (
	Minimal Size = false
	Full    Size = true
)

// String returns "minimal" or "full".
func (s Size) String() string {
	if s == Full {
		return "full"
	}
	return "minimal"
}

// Options describe the server that is to accept the samples.
type Options struct {
	// Version is the version of the server; the zero Version means kube.Latest.
	Version kube.Version
	// Rules evaluates the CEL rules of schemas, as dryrun.Server.Rules. Without it a sample may break rules.
	Rules func(*schematree.Tree) dryrun.Rules
	// Resource makes the resource of a CRD; nil for dryrun.New.
	Resource func(*crd.CustomResourceDefinition) (*dryrun.Resource, error)
}

func (o *Options) resource(c *crd.CustomResourceDefinition) (*dryrun.Resource, error) {
	if o.Resource != nil {
		return o.Resource(c)
	}
	return dryrun.New(c, dryrun.Server{Version: o.Version, Rules: o.Rules})
}

// A Generator makes samples of a CRD. It is safe for concurrent use.
type Generator struct {
	crd       *crd.CustomResourceDefinition
	resource  *dryrun.Resource
	behaviour behaviour.Behaviour
	named     map[string][]*crd.Version
}

// New returns a generator for a CRD, and sets the CRD's defaults. It returns an error for a CRD that no server can
// serve.
func New(c *crd.CustomResourceDefinition, o Options) (*Generator, error) {
	if o.Version == (kube.Version{}) {
		o.Version = kube.Latest
	}
	r, err := o.resource(c)
	if err != nil {
		return nil, err
	}
	g := &Generator{crd: c, resource: r, behaviour: behaviour.Of(o.Version), named: map[string][]*crd.Version{}}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		g.named[v.Name] = append(g.named[v.Name], v)
	}
	return g, nil
}

// Any reports whether samples can be made of a version of a CRD: the server serves it, and it has a schema.
func Any(c *crd.CustomResourceDefinition) bool {
	return slices.ContainsFunc(c.Spec.Versions, func(v crd.Version) bool { return v.Served && v.OpenAPISchema() != nil })
}

// A Sample is a manifest of a custom object.
type Sample struct {
	// Object is the manifest as JSON values, with integers as int64 and other numbers as float64.
	Object map[string]any
	// Accepted says that the dry run accepts it. Otherwise Refusal is the server's message.
	Accepted bool
	Refusal  string
	// LeftOut are the fields that a full sample lacks because of rules: they exclude one another, or no value was
	// found.
	LeftOut []string
	// Tries is the number of manifests that were sent to the dry run.
	Tries int

	schema *schema.Schema
}

// Generate returns a sample of a version. It returns an error if the CRD lacks the version or does not serve it.
func (g *Generator) Generate(version string, size Size) (*Sample, error) {
	s, err := g.search(version, size)
	if err != nil {
		return nil, err
	}
	return s.run(), nil
}

// search returns the search for a sample.
func (g *Generator) search(version string, size Size) (*search, error) {
	spec := &g.crd.Spec
	named := g.named[version]
	if len(named) == 0 {
		return nil, fmt.Errorf("%s has no version %q", g.crd.Metadata.Name, version)
	}
	v := named[0]
	if !v.Served {
		return nil, fmt.Errorf("version %q of %s is not served, so no object of it is accepted", version, g.crd.Metadata.Name)
	}
	root := v.OpenAPISchema()
	b := &builder{size: size, behaviour: g.behaviour}
	built := b.object(spec, v, root)
	return &search{generator: g, builder: b, root: root, version: version, wanted: built}, nil
}
