package witness

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
)

// lookUp returns the value at a place, and whether there is one.
func lookUp(in map[string]any, way []finding.Segment) (any, bool) {
	if len(way) == 0 {
		return in, true
	}
	last := way[len(way)-1]
	switch parent := at(in, way[:len(way)-1]).(type) {
	case map[string]any:
		v, there := parent[last.Name]
		return v, there
	case []any:
		if last.IsIndex && last.Index < len(parent) {
			return parent[last.Index], true
		}
	}
	return nil, false
}

// set puts a value at a place whose parent is there.
func set(in map[string]any, way []finding.Segment, v any) bool {
	if len(way) == 0 {
		return false
	}
	last := way[len(way)-1]
	switch parent := at(in, way[:len(way)-1]).(type) {
	case map[string]any:
		parent[last.Name] = v
		return !last.IsIndex
	case []any:
		if !last.IsIndex || last.Index >= len(parent) {
			return false
		}
		parent[last.Index] = v
		return true
	}
	return false
}

func clonedObject(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	return source.Cloned(o).(map[string]any)
}
