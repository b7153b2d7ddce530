package crdtool

import (
	"bytes"
	"context"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// SampleOptions say which samples Samples makes.
type SampleOptions struct {
	// Kind is a kind, named as for Explain; if it is empty, all kinds. APIVersion is
	// the version of it; if it is empty, the newest. Of all kinds, there are samples
	// of all versions that are served.
	Kind, APIVersion string
	// Full shows a plausible value in every field, and not the required ones alone.
	Full bool
	// Set are values that the samples have, such as spec.replicas=3, as helm's --set has
	// them; what they need is built around them. They are for one Kind.
	Set []string
	// Comments put the first paragraph of its description above each field.
	Comments bool
}

// Sample is a manifest of a custom object, made from the schema and tried against
// it and its rules.
type Sample struct {
	Group, Version, Kind string
	// YAML is the manifest with its fields in the order of the CRD.
	YAML []byte
	// Object is the same as JSON values, whole numbers as int64 and others as
	// float64.
	Object map[string]any
	// Accepted says that the server accepts it. Otherwise Refusal is its message:
	// no better manifest was found.
	Accepted bool
	Refusal  string
	// LeftOut are the fields that rules kept out of a full sample.
	LeftOut []string
}

// Samples makes sample manifests. The same CRDs always give the same ones. The error
// is for a kind that is not there, for CRDs that cannot be read or served, for one that the
// server refuses unless IgnoreCRDErrors is set, and that of ctx, which ends it between samples.
func (c *Cluster) Samples(ctx context.Context, opts SampleOptions) ([]Sample, error) {
	c = c.ready()
	ctx = background(ctx)
	set, err := c.definitions()
	if err != nil {
		return nil, err
	}
	var settings []sample.Setting
	for _, text := range opts.Set {
		more, err := sample.ParseSettings(text)
		if err != nil {
			return nil, err
		}
		settings = append(settings, more...)
	}
	wanted := func(*crd.CustomResourceDefinition, string) bool { return true }
	if opts.Kind != "" {
		resources, err := explain.NewResources(set.CRDs, c.version)
		if err != nil {
			return nil, err
		}
		r, err := resources.FindKind(opts.Kind, opts.APIVersion)
		if err != nil {
			return nil, explain.Suggest(err)
		}
		wanted = func(d *crd.CustomResourceDefinition, version string) bool {
			return d.Spec.Group == r.Group && d.Spec.Names.Kind == r.Kind && version == r.Version
		}
	}
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(c.version).CEL))
	checker := crd.NewChecker(behaviour.Of(c.version))
	var all []Sample
	for _, d := range set.CRDs {
		var g *sample.Generator
		for i := range d.Spec.Versions {
			v := &d.Spec.Versions[i]
			if !v.Served || !wanted(d, v.Name) {
				continue
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if g == nil && !c.ignoreCRDErrors {
				if err := set.Refused(d, checker); err != nil {
					return nil, err
				}
			}
			if g == nil {
				if g, err = sample.New(d, sample.Options{Version: c.version, Rules: rules}); err != nil {
					return nil, err
				}
			}
			var s *sample.Sample
			if len(settings) > 0 {
				s, err = g.Setting(v.Name, sample.Size(opts.Full), settings)
			} else {
				s, err = g.Generate(v.Name, sample.Size(opts.Full))
			}
			if err != nil {
				return nil, err
			}
			var b bytes.Buffer
			if err := s.WriteYAML(&b, opts.Comments); err != nil {
				return nil, err
			}
			all = append(all, Sample{
				Group: d.Spec.Group, Version: v.Name, Kind: d.Spec.Names.Kind,
				YAML: b.Bytes(), Object: s.Object, Accepted: s.Accepted, Refusal: s.Refusal, LeftOut: s.LeftOut,
			})
		}
	}
	return all, nil
}
