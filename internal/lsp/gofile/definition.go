package gofile

import (
	"slices"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Target is a place of a CRD in the workspace.
type Target struct {
	Document *source.Document
	// Path is that of the place in the document, and Pos its position: of the key of a field, a keyword or an item.
	Path []finding.Segment
	Pos  finding.Pos
}

// Definition returns the places of the CRDs of the workspace that a byte of a Go file leads to: from a field or a type to
// its schemas, from a marker to the keywords that it sets. Places that the CRDs do not have yet are left out.
func (c *Code) Definition(name string, offset int, docs []*source.Document) []Target {
	t, ok := c.text(name)
	if !ok {
		return nil
	}
	at, _ := t.toParsed(offset)
	var all []Target
	_, inMarker := markerAt(t.written, offset)
	for _, l := range c.CRDsOf(name, docs) {
		if l.Written == nil {
			continue
		}
		for _, o := range l.Origins {
			if o.From > at || at > o.To || o.Marker != inMarker || !o.Marker && isKeyword(o.Path) {
				continue
			}
			all = l.target(all, o)
		}
	}
	return slices.CompactFunc(all, func(a, b Target) bool { return a.Document == b.Document && a.Pos == b.Pos })
}

// target adds the place that an origin leads to, if the CRD of the workspace has it.
func (l *CRD) target(all []Target, o gotypes.Origin) []Target {
	path := pathInDocument(o.Version, o.Path)
	if _, exact := l.Written.Node(path); !exact {
		return all
	}
	return append(all, Target{l.Written, path, l.Written.LocateKey(path)})
}

// pathInDocument is the path in a CRD of a place of a schema.
func pathInDocument(version int, below []finding.Segment) []finding.Segment {
	return append([]finding.Segment{{Name: "spec"}, {Name: "versions"}, {Index: version, IsIndex: true}, {Name: "schema"}, {Name: "openAPIV3Schema"}}, below...)
}
