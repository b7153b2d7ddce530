package lint

import (
	"cmp"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
)

// keepOffsets keeps the offsets of CEL expressions until it is known where they come from.
func (a *asked) keepOffsets(found finding.List, offsets map[int]int) {
	if a.origins == nil || len(offsets) == 0 {
		return
	}
	a.offsets = map[*finding.Path]int{}
	for i, offset := range offsets {
		a.offsets[found[i].Path] = offset
	}
}

// addOrigins adds the places in Go code that findings come from.
func (a *asked) addOrigins(out []draft, found finding.List) {
	if a.origins == nil || len(found) == 0 || generatorOf(a.crd) == "" {
		return
	}
	g := Generated{
		File: a.doc.File.Name, Group: strings.Clone(a.crd.Spec.Group), Kind: strings.Clone(a.crd.Spec.Names.Kind),
		Generator: strings.Clone(a.crd.Metadata.Annotations[generatorAnnotation]),
	}
	for i := range a.crd.Spec.Versions {
		g.Versions = append(g.Versions, strings.Clone(a.crd.Spec.Versions[i].Name))
	}
	at := a.origins(g)
	if at == nil {
		return
	}
	var way []finding.Segment
	for i := range found {
		if found[i].Path == nil {
			continue
		}
		way = found[i].Path.AppendSegments(way[:0])
		offset, ok := a.offsets[found[i].Path]
		if !ok {
			offset = a.offsetOf(way, found[i].Pos)
		}
		out[i].Origin = at(way, offset)
	}
}

// offsetOf is the byte of the text of a CEL rule that a finding of our own stands at, -1 if
// it is about all of it.
func (a *asked) offsetOf(way []finding.Segment, pos finding.Pos) int {
	if n := len(way); n < 3 || way[n-3].Name != "x-kubernetes-validations" {
		return -1
	}
	n, exact := a.doc.Node(way)
	if !exact || n.Kind != yaml.ScalarNode || a.doc.Locate(way) == pos {
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
