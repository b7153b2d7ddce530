// Package docgen writes documentation of CustomResourceDefinitions: Markdown, and HTML in one file without other
// files. Both are written from one model, Set, and the same CRDs always give the same bytes.
//
// Descriptions may come from strangers. They are parsed as a small part of Markdown, and all of their text is
// escaped for the output format.
package docgen

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// A Format is a format of documentation.
type Format string

// The formats.
const (
	Markdown Format = "markdown"
	HTML     Format = "html"
)

// Options select the content.
type Options struct {
	// Title is the heading of the set; if empty, it is made from the groups.
	Title string
	// NoSamples omits the sample manifests, which take the most time.
	NoSamples bool
	// Version is the version of the server that accepts the samples; the zero Version means kube.Latest.
	Version kube.Version
	// Timeout limits the time for the samples of a CRD; 0 is no limit. File names a CRD's file if a run takes too much
	// memory; it may be nil.
	Timeout time.Duration
	File    func(*crd.CustomResourceDefinition) string
	// Source returns the address of the code of a place of a CRD, or ""; it may be nil.
	Source func(c *crd.CustomResourceDefinition, path []finding.Segment) string
	// Notes are shown in HTML; they may be nil.
	Notes Notes
}

// Render writes the documentation of CRDs with samples, and sets the CRDs' defaults.
func Render(w io.Writer, crds []*crd.CustomResourceDefinition, format Format) error {
	set := New(crds, Options{})
	switch format {
	case Markdown:
		return set.WriteMarkdown(w)
	case HTML:
		return set.WriteHTML(w)
	}
	return fmt.Errorf("unknown format %q; supported are %s, %s", format, Markdown, HTML)
}

// New builds the model of CRDs, and sets their defaults. Pages are sorted by group and kind.
func New(crds []*crd.CustomResourceDefinition, o Options) *Set {
	crds = slices.Clone(crds)
	slices.SortStableFunc(crds, func(a, b *crd.CustomResourceDefinition) int {
		return cmp.Or(cmp.Compare(a.Spec.Group, b.Spec.Group), cmp.Compare(a.Spec.Names.Kind, b.Spec.Names.Kind),
			cmp.Compare(a.Metadata.Name, b.Metadata.Name))
	})
	set := &Set{Title: cmp.Or(o.Title, title(crds)), Pages: make([]*Page, len(crds)), noted: o.Notes != nil}
	anchors := anchors{}
	for i, c := range crds {
		c.Default()
		set.Pages[i] = newPage(c, anchors, &o)
	}
	if !o.NoSamples {
		o.Version = cmp.Or(o.Version, kube.Latest)
		if o.File == nil {
			o.File = func(c *crd.CustomResourceDefinition) string { return c.Metadata.Name }
		}
		set.Late = addSamples(set.Pages, crds, &o)
	}
	return set
}

// title returns the title of a set, from the group of its CRDs.
func title(crds []*crd.CustomResourceDefinition) string {
	if len(crds) == 0 {
		return "Custom resources"
	}
	group := crds[0].Spec.Group
	for _, c := range crds {
		if c.Spec.Group != group {
			return "Custom resources"
		}
	}
	if len(crds) == 1 {
		return crds[0].Spec.Names.Kind + " (" + group + ")"
	}
	return "Custom resources of " + group
}
