package lint

import (
	"cmp"
	"sort"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// generatedFrom returns what a CRD is generated from; nil if types are not looked up or no generator is known.
func generatedFrom(doc *source.Document, c *crd.CustomResourceDefinition, opts *Options) *rules.Generated {
	if opts.Types == nil || generatorOf(c) == "" {
		return nil
	}
	return &rules.Generated{Find: func() *gotypes.CRD { return opts.Types(origin.GeneratedOf(doc.File.Name, c)) }}
}

// keepOffsets stores the offsets of findings in CEL expressions, which addOrigins needs.
func (a *crdCheck) keepOffsets(found finding.List, offsets map[int]int) {
	if a.from == nil || len(offsets) == 0 {
		return
	}
	a.offsets = map[*finding.Path]int{}
	for i, offset := range offsets {
		a.offsets[found[i].Path] = offset
	}
}

// addOrigins sets the places in Go code that findings come from.
func (a *crdCheck) addOrigins(out []draft, found finding.List) {
	if a.from == nil || len(found) == 0 {
		return
	}
	types := a.from.Types()
	if types == nil {
		return
	}
	generate := types.Command(a.doc.File.Name)
	var way []finding.Segment
	place := func(p gotypes.Position) *report.Origin {
		o := origin.Of(p, a.goFirst)
		o.Generate = generate
		return o
	}
	a.inGoAt = map[*finding.Path]string{}
	for i := range found {
		for j := range found[i].Related {
			r := &found[i].Related[j]
			if r.Path == nil || r.File != "" {
				continue
			}
			way = r.Path.AppendSegments(way[:0])
			if p, ok := types.At(way, a.offsetOf(way, r.Pos)); ok {
				out[i].Related[j].Origin = place(p)
			}
		}
		if found[i].Path == nil {
			continue
		}
		if p, ok := a.from.Places[found[i].Path]; ok {
			out[i].Origin = place(p)
			a.inGoAt[found[i].Path] = inGoText(&p, nil)
			continue
		}
		way = found[i].Path.AppendSegments(way[:0])
		offset, ok := a.offsets[found[i].Path]
		if !ok {
			offset = a.offsetOf(way, found[i].Pos)
		}
		if offset == 0 {
			offset = -1 // the whole expression
		}
		if p, ok := types.At(way, offset); ok {
			out[i].Origin = place(p)
			a.inGoAt[found[i].Path] = inGoText(&p, way)
		}
	}
}

// offsetOf returns the byte offset of a lint rule's finding in the text of a CEL rule, or -1 if the finding is
// about the whole text.
func (a *crdCheck) offsetOf(way []finding.Segment, pos finding.Pos) int {
	if n := len(way); n < 3 || way[n-3].Name != "x-kubernetes-validations" {
		return -1
	}
	n, exact := a.doc.Node(way)
	if !exact || n.Kind != yamlnode.Scalar || a.doc.Locate(way) == pos {
		return -1
	}
	after := func(i int) int {
		at, ok := a.doc.Inside(n, i)
		if !ok {
			return 1
		}
		return cmp.Or(cmp.Compare(at.Line, pos.Line), cmp.Compare(at.Column, pos.Column))
	}
	i := sort.Search(len(n.Value), func(i int) bool { return after(i) >= 0 })
	if i == len(n.Value) || after(i) != 0 {
		return -1
	}
	return i
}
