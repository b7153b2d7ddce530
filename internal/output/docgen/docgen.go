// Package docgen writes documentation of CustomResourceDefinitions that people
// read: Markdown, and HTML in one file that needs nothing else. Both are written
// from one model, Set, and the same CRDs always give the same bytes.
//
// Descriptions come from strangers. They are read as a small part of Markdown,
// and all of their text is escaped for the format it goes into.
package docgen

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// Format is a format of documentation.
type Format string

// The formats.
const (
	Markdown Format = "markdown"
	HTML     Format = "html"
)

// Options say what is documented.
type Options struct {
	// Title is the heading of the set; empty for one made from the groups.
	Title string
	// NoSamples leaves out the sample manifests, which take the most time.
	NoSamples bool
	// Version is the server that accepts the samples; the zero Version means
	// kube.Latest.
	Version kube.Version
	// Source, unless nil, is the address of the code that a place of a CRD comes from; "" if
	// there is none.
	Source func(c *crd.CustomResourceDefinition, path []finding.Segment) string
	// Notes are shown in HTML; nil for none.
	Notes Notes
}

// Render writes the documentation of CRDs, whose defaults it sets, with samples.
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

// New builds the model of CRDs, whose defaults it sets. Pages are sorted by
// group and kind.
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
		addSamples(set.Pages, crds, o.Version)
	}
	return set
}

// title names a set by the group of its CRDs.
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
