package gofile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Hover is a description of a part of a Go file, in Markdown. Texts of files are in it as they are, in code.
type Hover struct {
	From, To int
	Text     string
}

// Hover describes what is at a byte of a Go file: a marker, or a field or a type of a CRD.
func (c *Code) Hover(name string, offset int, docs []*source.Document) (Hover, bool) {
	t, ok := c.text(name)
	if !ok {
		return Hover{}, false
	}
	if w, ok := markerAt(t.written, offset); ok {
		return w.hover(offset)
	}
	at, ok := t.toParsed(offset)
	if !ok {
		return Hover{}, false
	}
	h := hover{}
	crds, _ := c.CRDsOf(name, docs)
	for _, l := range crds {
		for _, o := range l.Origins {
			if !o.Marker && !isKeyword(o.Path) && o.From <= at && at <= o.To {
				h.add(&l, o)
			}
		}
	}
	if len(h.parts) == 0 {
		return Hover{}, false
	}
	from, starts := t.toWritten(h.from)
	to, ends := t.toWritten(h.to)
	return Hover{from, to, h.text()}, starts && ends
}

// hover describes the marker, or the argument of it, at an offset.
func (w *written) hover(offset int) (Hover, bool) {
	if w.marker == nil {
		return Hover{}, false
	}
	if a, _, ok := w.argumentAt(offset - w.from); ok && argumentDocs[a.name] != "" && offset-w.from >= a.from {
		return Hover{w.from + a.from, w.from + a.to, "`" + a.name + "`: " + argumentDocs[a.name]}, true
	}
	return Hover{w.from, w.from + w.rest, "`+" + w.marker.Name + "`\n\n" + describe(w.marker)}, true
}

// hover collects the schemas of a field or a type.
type hover struct {
	from, to int
	parts    []hoverPart
}

// hoverPart is one schema.
type hoverPart struct {
	place string // the kind and the path of the field
	text  string // what the CRD says
}

// mostPlaces is how many schemas of a field are described.
const mostPlaces = 3

func (h *hover) add(l *CRD, o gotypes.Origin) {
	h.from, h.to = o.From, o.To
	y := l.at(o.Version, o.Path)
	kind, _ := jsonvalue.At(l.Live.CRD, []finding.Segment{{Name: "spec"}, {Name: "names"}, {Name: "kind"}})
	version, _ := jsonvalue.At(l.Live.CRD, []finding.Segment{{Name: "spec"}, {Name: "versions"}, {Index: o.Version, IsIndex: true}, {Name: "name"}})
	place := fmt.Sprintf("%v %v", kind, version)
	if path := fieldPath(o.Path); path != "" {
		place += " " + path
	}
	h.parts = append(h.parts, hoverPart{inCode(place), l.describe(o, y)})
}

func (h *hover) text() string {
	h.parts = slices.Compact(h.parts)
	var b strings.Builder
	same := !slices.ContainsFunc(h.parts, func(p hoverPart) bool { return p.text != h.parts[0].text })
	for i, p := range h.parts {
		if i == mostPlaces {
			fmt.Fprintf(&b, "and %d more\n\n", len(h.parts)-i)
			break
		}
		b.WriteString(p.place + "\n\n")
		if !same && p.text != "" {
			b.WriteString(p.text + "\n\n")
		}
	}
	if same {
		b.WriteString(h.parts[0].text)
	}
	return strings.TrimSpace(b.String())
}

// describe says what a CRD has about a field: type, bounds, whether it is required, and the rules that touch it.
func (l *CRD) describe(o gotypes.Origin, y map[string]any) string {
	var lines []string
	if typ, _ := y["type"].(string); typ != "" {
		if n := len(o.Path); n >= 2 && o.Path[n-2].Name == "properties" && l.requires(o) {
			typ += ", required"
		}
		lines = append(lines, inCode(typ))
	}
	for _, keyword := range []string{"format", "enum", "default", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems",
		"maxItems", "minProperties", "maxProperties", "nullable", "x-kubernetes-int-or-string", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
		"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"} {
		if v, ok := y[keyword]; ok {
			text, _ := json.Marshal(v)
			lines = append(lines, "- "+keyword+": "+inCode(string(text)))
		}
	}
	for _, rule := range l.rulesAbout(o, y) {
		lines = append(lines, "- rule: "+inCode(rule))
	}
	return strings.Join(lines, "\n")
}

// inCode returns a text in Markdown's code, in as many backquotes as it needs.
func inCode(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if fence == "`" {
		return fence + strings.ReplaceAll(text, "\n", " ") + fence
	}
	return fence + " " + strings.ReplaceAll(text, "\n", " ") + " " + fence
}

// requires reports whether the schema around a field requires it.
func (l *CRD) requires(o gotypes.Origin) bool {
	n := len(o.Path)
	list, _ := l.at(o.Version, o.Path[:n-2])["required"].([]any)
	return slices.Contains(list, any(o.Path[n-1].Name))
}

// rulesAbout are the rules of a schema, and those of the schemas around it that mention the field.
func (l *CRD) rulesAbout(o gotypes.Origin, y map[string]any) []string {
	all := ruleTexts(y)
	n := len(o.Path)
	var names []string // those on the way from the schema with the rule to the field
	for n > 0 {
		if n >= 2 && o.Path[n-2].Name == "properties" {
			names = append(names, o.Path[n-1].Name)
			n -= 2
		} else {
			n-- // items or additionalProperties
		}
		for _, rule := range ruleTexts(l.at(o.Version, o.Path[:n])) {
			if !slices.ContainsFunc(names, func(name string) bool { return !mentions(rule, []string{name}) }) {
				all = append(all, rule)
			}
		}
	}
	return all
}

func ruleTexts(y map[string]any) []string {
	list, _ := y[rulesKeyword].([]any)
	var all []string
	for _, r := range list {
		rule, _ := r.(map[string]any)
		if text, ok := rule["rule"].(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// at returns the schema at a path of a version; nil if there is none.
func (l *CRD) at(version int, path []finding.Segment) map[string]any {
	v, _ := jsonvalue.At(l.Live.CRD, pathInDocument(version, path))
	y, _ := v.(map[string]any)
	return y
}

// fieldPath is the path of a field in objects.
func fieldPath(path []finding.Segment) string {
	text := ""
	for i := 0; i < len(path); i++ {
		switch path[i].Name {
		case "properties":
			if i++; i < len(path) {
				text += "." + path[i].Name
			}
		case "items", "additionalProperties":
			text += "[*]"
		}
	}
	return text
}
