package lint

import (
	"strings"

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
			offset = -1
		}
		out[i].Origin = at(way, offset)
	}
}
