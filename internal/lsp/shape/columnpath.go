package shape

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A ColumnPath is the JSON path of a value that a column can print.
type ColumnPath struct{ Path, Type string }

// maxColumnPaths limits the paths, and maxColumnDepth the steps of one.
const (
	maxColumnPaths = 500
	maxColumnDepth = 6
)

// ColumnPaths returns the JSON paths of a decoded schema for a column, those that fit its name and type first, then those
// with few steps.
func ColumnPaths(top map[string]any, name, typ string) []ColumnPath {
	condition := ""
	if typ == "string" || typ == "" {
		condition = name
	}
	paths := fieldPaths([]ColumnPath{{".metadata.creationTimestamp", "date"}}, top, "", condition, 0)
	rank := func(p ColumnPath) int {
		last := p.Path[strings.LastIndexByte(p.Path, '.')+1:]
		isAge := p.Path == ".metadata.creationTimestamp"
		switch {
		case isAge && (strings.EqualFold(name, "age") || name == "" && (typ == "date" || typ == "")):
			return 0
		case name != "" && (strings.EqualFold(last, strings.ReplaceAll(name, " ", "")) || strings.Contains(p.Path, `"`+name+`"`)):
			return 1
		case len(name) > 2 && strings.Contains(strings.ToLower(p.Path), strings.ToLower(strings.ReplaceAll(name, " ", ""))):
			return 2
		case isAge && typ != "date":
			return 5
		case typ != "" && p.Type != typ:
			return 4
		}
		return 3
	}
	slices.SortStableFunc(paths, func(a, b ColumnPath) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(strings.Count(a.Path, "."), strings.Count(b.Path, ".")))
	})
	return paths
}

// fieldPaths adds the paths below a schema.
func fieldPaths(paths []ColumnPath, of map[string]any, at, condition string, depth int) []ColumnPath {
	properties, _ := of["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, _ := properties[name].(map[string]any)
		if len(paths) >= maxColumnPaths || depth >= maxColumnDepth || depth == 0 && (name == "apiVersion" || name == "kind" || name == "metadata") {
			continue
		}
		here := at + "." + strings.ReplaceAll(name, ".", `\.`)
		switch typ, _ := property["type"].(string); typ {
		case "object":
			paths = fieldPaths(paths, property, here, condition, depth+1)
		case "array":
			paths = itemPaths(paths, property, here, condition)
		case "":
			if property["x-kubernetes-int-or-string"] == true {
				paths = append(paths, ColumnPath{here, "string"})
			}
		default:
			if property["format"] == "date-time" {
				typ = "date"
			}
			paths = append(paths, ColumnPath{here, typ})
		}
	}
	return paths
}

// itemPaths adds the paths of a list: the list itself if its items are scalars, or if they are conditions the status of
// Ready and of the condition that is named.
func itemPaths(paths []ColumnPath, list map[string]any, at, condition string) []ColumnPath {
	items, _ := list["items"].(map[string]any)
	properties, _ := items["properties"].(map[string]any)
	switch typ, _ := items["type"].(string); {
	case typ == "object" && properties["type"] != nil && properties["status"] != nil:
		if condition != "" && !strings.ContainsAny(condition, ` "'`) && condition != "Ready" {
			paths = append(paths, ColumnPath{at + `[?(@.type=="` + condition + `")].status`, "string"})
		}
		return append(paths, ColumnPath{at + `[?(@.type=="Ready")].status`, "string"}, ColumnPath{at + "[*].type", "string"})
	case typ == "object":
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			property, _ := properties[name].(map[string]any)
			if typ, _ := property["type"].(string); typ != "" && typ != "object" && typ != "array" && !strings.Contains(name, ".") {
				paths = append(paths, ColumnPath{at + "[*]." + name, "string"})
			}
		}
	case typ != "" && typ != "array":
		return append(paths, ColumnPath{at, "string"})
	}
	return paths
}
