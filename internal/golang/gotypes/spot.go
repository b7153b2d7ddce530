package gotypes

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/text/finding"
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
	all := r.targets(below[2:])
	if keyword == rulesKeyword && len(all) > 1 && all[0].isStruct {
		slices.Reverse(all) // a rule about fields belongs to the type that has them
	}
	for _, to := range all {
		name := r.setter(&to, keyword)
		if name == "" || !c.m.ours(to.f) || keyword == "required" && (to.field == nil || to.items) {
			continue
		}
		texts, ok := []string{"+" + name}, true
		if value != nil && keyword != "required" {
			texts, ok = setting(name, value)
		}
		if ok {
			return Spot{Markers: texts, On: to.name(), At: c.m.position(to.at(), true), Set: has(to.notes(), name) != nil}, true
		}
	}
	return Spot{}, false
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
