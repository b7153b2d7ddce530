package testgen

import (
	"github.com/crdtool/crdtool/finding"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// remove takes out the field, or the last item, at a place.
func remove(in map[string]any, way []finding.Segment) bool {
	last := way[len(way)-1]
	above, _ := jsonvalue.At(in, way[:len(way)-1])
	switch parent := above.(type) {
	case map[string]any:
		_, there := parent[last.Name]
		delete(parent, last.Name)
		return there
	case []any:
		if last.IsIndex && last.Index == len(parent)-1 {
			return jsonvalue.Set(in, way[:len(way)-1], parent[:last.Index:last.Index])
		}
	}
	return false
}

// below is a place in one.
func below(way []finding.Segment, name string) []finding.Segment {
	return append(way[:len(way):len(way)], finding.Segment{Name: name})
}

// inside reports whether a path leads to a place, or below it, at any items of lists.
func inside(p *finding.Path, way []finding.Segment) (in bool, rest []finding.Segment) {
	segments := p.Segments()
	if len(segments) < len(way) {
		return false, nil
	}
	for i, s := range way {
		if s.IsIndex != segments[i].IsIndex || !s.IsIndex && s.Name != segments[i].Name {
			return false, nil
		}
	}
	return true, segments[len(way):]
}
