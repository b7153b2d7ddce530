package shape

import (
	"strings"
	"testing"
)

func TestColumnPaths(t *testing.T) {
	object := func(properties map[string]any) map[string]any {
		return map[string]any{"type": "object", "properties": properties}
	}
	condition := object(map[string]any{"type": map[string]any{"type": "string"}, "status": map[string]any{"type": "string"}})
	top := object(map[string]any{
		"spec":   object(map[string]any{"hosts": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}, "size": map[string]any{"type": "integer"}}),
		"status": object(map[string]any{"conditions": map[string]any{"type": "array", "items": condition}, "phase": map[string]any{"type": "string"}}),
	})
	for _, c := range []struct{ name, typ, first string }{
		{"", "", ".metadata.creationTimestamp .spec.hosts .spec.size"},
		{"Age", "date", ".metadata.creationTimestamp"},
		{"Phase", "string", ".status.phase"},
		{"Available", "string", `.status.conditions[?(@.type=="Available")].status`},
		{"Count", "integer", ".spec.size"},
	} {
		var paths []string
		for _, p := range ColumnPaths(top, c.name, c.typ) {
			paths = append(paths, p.Path)
		}
		if got := strings.Join(paths, " "); !strings.HasPrefix(got, c.first) {
			t.Errorf("%s %s: %s, want %s first", c.name, c.typ, got, c.first)
		}
	}
}
