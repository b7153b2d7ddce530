// Package jsonvalue reads and sets values at paths of decoded objects.
package jsonvalue

import "github.com/crdtool/crdtool/internal/text/finding"

// At returns the value at a path, and whether it exists.
func At(in any, way []finding.Segment) (any, bool) {
	for _, s := range way {
		switch v := in.(type) {
		case map[string]any:
			next, there := v[s.Name]
			if s.IsIndex || !there {
				return nil, false
			}
			in = next
		case []any:
			if !s.IsIndex || s.Index < 0 || s.Index >= len(v) {
				return nil, false
			}
			in = v[s.Index]
		default:
			return nil, false
		}
	}
	return in, true
}

// Set sets the value at a path, and reports whether its parent exists. It cannot set the whole object.
func Set(in any, way []finding.Segment, v any) bool {
	if len(way) == 0 {
		return false
	}
	last := way[len(way)-1]
	above, _ := At(in, way[:len(way)-1])
	switch parent := above.(type) {
	case map[string]any:
		if last.IsIndex {
			return false
		}
		parent[last.Name] = v
		return true
	case []any:
		if !last.IsIndex || last.Index >= len(parent) {
			return false
		}
		parent[last.Index] = v
		return true
	}
	return false
}
