package lint

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// locate sets the missing positions of findings.
func locate(doc *source.Document, found finding.List) {
	var way []finding.Segment
	for i := range found {
		f := &found[i]
		if f.Pos == (finding.Pos{}) {
			way = f.Path.AppendSegments(way[:0])
			if f.Path.OfKey() {
				f.Pos = doc.LocateKey(way)
			} else {
				f.Pos = doc.Locate(way)
			}
		}
		for j := range f.Related {
			locateRelated(doc, &f.Related[j])
		}
	}
}

// locateInside moves findings about CEL expressions to the character at their offset. The keys of offsets are
// indexes into found.
func locateInside(doc *source.Document, found finding.List, offsets map[int]int) {
	for i, offset := range offsets {
		n, _ := doc.Node(found[i].Path.Segments())
		if pos, ok := doc.Inside(n, offset); ok {
			found[i].Pos = pos
		}
	}
}
