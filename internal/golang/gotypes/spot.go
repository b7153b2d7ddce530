package gotypes

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// Spot is where a marker can set a keyword of a schema.
type Spot struct {
	// Markers are the texts with the value, or without one if none was given; more than one
	// for the keys of a list.
	Markers []string
	// On is the name of the field, or of the type.
	On string
	At Position
	// Set is set if a marker there sets the keyword already.
	Set bool
}

// Spot finds where in Go a keyword can be set, of a schema by its path in the document of
// the CRD. The value is nil if none is asked for.
func (c *CRD) Spot(path []finding.Segment, keyword string, value any) (Spot, bool) {
	r, below, _ := c.version(path)
	if r == nil || len(below) < 2 || below[0].Name != "schema" {
		return Spot{}, false
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	p := planner{c: c}
	all := r.targets(below[2:])
	if keyword == rulesKeyword && len(all) > 1 && all[0].isStruct {
		slices.Reverse(all) // a rule about fields belongs to the type that has them
	}
	for _, to := range all {
		if !c.m.ours(to.f) {
			continue
		}
		asked := value
		if asked == nil {
			asked = sampleOf(keyword)
		}
		texts, ok := p.setting(r, &to, keyword, asked)
		if keyword == "required" && to.field != nil && !to.items {
			texts, ok = []string{"+required"}, true
		}
		if !ok {
			continue
		}
		name := nameAlone(texts[0], keyword)
		if value == nil {
			texts = []string{name}
		}
		s := Spot{Markers: texts, On: to.name(), At: c.m.position(to.at(), true)}
		s.Set = has(to.notes(), strings.TrimPrefix(name, "+")) != nil
		return s, true
	}
	return Spot{}, false
}

// sampleOf is a value of a keyword, for the name of its marker.
func sampleOf(keyword string) any {
	switch keyword {
	case "format", "pattern", "type", "x-kubernetes-list-type", "x-kubernetes-map-type", "title", "default", "example":
		return "a"
	case "x-kubernetes-list-map-keys":
		return []string{"a"}
	case "enum":
		return []any{"a"}
	case rulesKeyword:
		return map[string]any{"rule": "a"}
	case "externalDocs":
		return map[string]any{"url": "a"}
	case "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "nullable", preserve, "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string":
		return true
	}
	return int64(1)
}

func nameAlone(text, keyword string) string {
	name := nameOf(text)
	if keyword == rulesKeyword || keyword == "externalDocs" {
		name = name[:strings.LastIndexByte(name, ':')]
	}
	return name
}

// Argument is a string as it is written for an argument of a marker that has several.
func Argument(name, value string) string { return name + "=" + doubleQuoted(value) }

// Near names a place for people who are at another one: "" in the same line, else its line,
// with its file if that is another one.
func (p Position) Near(o Position) string {
	switch {
	case p.File != o.File:
		return filepath.ToSlash(p.File) + ":" + strconv.Itoa(p.Line)
	case p.Line != o.Line:
		return "line " + strconv.Itoa(p.Line)
	}
	return ""
}
