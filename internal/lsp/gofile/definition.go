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
	w, inMarker := markerAt(t.written, offset)
	if inMarker && w.marker != nil && w.marker.Keyword == "" {
		return c.ofCRD(name, at, &w, docs)
	}
	crds, _ := c.CRDsOf(name, docs)
	for _, l := range crds {
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

// fieldsOfMarkers are the fields of a version that markers of a kind set.
var fieldsOfMarkers = map[string][]string{
	"kubebuilder:printcolumn":        {"additionalPrinterColumns"},
	"kubebuilder:selectablefield":    {"selectableFields"},
	"kubebuilder:subresource:status": {"subresources", "status"},
	"kubebuilder:subresource:scale":  {"subresources", "scale"},
	"kubebuilder:storageversion":     {"storage"},
	"kubebuilder:unservedversion":    {"served"},
	"kubebuilder:deprecatedversion":  {"deprecated"},
}

// ofCRD returns the places that a marker about the CRD leads to, at a byte of the parsed text.
func (c *Code) ofCRD(name string, at int, w *written, docs []*source.Document) []Target {
	subject, ok := c.snapshot().Subject(name, at, "")
	if !ok || !subject.IsKind {
		return nil
	}
	n := 0 // how many markers of the name stand before it
	for _, m := range subject.Markers {
		if m.Is(w.marker.Name) && m.At().From < w.from {
			n++
		}
	}
	var all []Target
	crds, _ := c.CRDsOf(name, docs)
	for _, l := range crds {
		for _, o := range l.Origins {
			if l.Written == nil || !o.Type || len(o.Path) > 0 || o.From != subject.At.From {
				continue
			}
			path := []finding.Segment{{Name: "spec"}, {Name: "versions"}, {Index: o.Version, IsIndex: true}}
			fields := fieldsOfMarkers[w.marker.Name]
			if w.marker.Name == "kubebuilder:resource" {
				path, fields = path[:1], []string{"names"}
			}
			for _, f := range fields {
				path = append(path, finding.Segment{Name: f})
			}
			if len(fields) == 1 && (fields[0] == "additionalPrinterColumns" || fields[0] == "selectableFields") {
				path = append(path, finding.Segment{Index: n, IsIndex: true})
			}
			if _, exact := l.Written.Node(path); exact && len(fields) > 0 {
				all = append(all, Target{l.Written, path, l.Written.LocateKey(path)})
			}
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
