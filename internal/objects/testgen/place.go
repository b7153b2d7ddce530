package testgen

import (
	"github.com/crdtool/crdtool/internal/text/finding"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// remove removes the field, or the last item, at a place.
func remove(in map[string]any, path []finding.Segment) bool {
	last := path[len(path)-1]
	above, _ := jsonvalue.At(in, path[:len(path)-1])
	switch parent := above.(type) {
	case map[string]any:
		_, there := parent[last.Name]
		delete(parent, last.Name)
		return there
	case []any:
		if last.IsIndex && last.Index == len(parent)-1 {
			return jsonvalue.Set(in, path[:len(path)-1], parent[:last.Index:last.Index])
		}
	}
	return false
}

// below returns the place of a field of a place.
func below(path []finding.Segment, name string) []finding.Segment {
	return append(path[:len(path):len(path)], finding.Segment{Name: name})
}

// inside reports whether a path is a place or below it, with any indexes of lists, and returns the rest of the
// path.
func inside(p *finding.Path, path []finding.Segment) (in bool, rest []finding.Segment) {
	segments := p.Segments()
	if len(segments) < len(path) {
		return false, nil
	}
	for i, s := range path {
		if s.IsIndex != segments[i].IsIndex || !s.IsIndex && s.Name != segments[i].Name {
			return false, nil
		}
	}
	return true, segments[len(path):]
}
