package lint

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// goTypes reports and fixes findings about a CRD in the Go types that it is generated from.
type goTypes struct {
	types *gotypes.CRD
	// first is set if reports lead to Go first, and helps name markers.
	first bool
	// fixYAML is set if fixes change the CRD nevertheless.
	fixYAML bool
}

// inGo returns the Go types of a CRD; nil if they are unknown or not looked up.
func (a *crdCheck) inGo() *goTypes {
	return goOf(a.from, &Options{GoFirst: a.goFirst, FixYAML: a.fixYAML || source.Release(a.doc.File.Name) != ""})
}

func goOf(from *rules.Generated, opts *Options) *goTypes {
	types := from.Types()
	if types == nil {
		return nil
	}
	return &goTypes{types: types, first: opts.GoFirst, fixYAML: opts.FixYAML}
}

// bounds returns a function that words a bound as a marker and its place in Go; nil without GoFirst. A place
// near the one of the finding is shortened.
func (g *goTypes) bounds(t *schematree.Tree, c *crd.CustomResourceDefinition, here *finding.Path) boundInGo {
	if g == nil || !g.first {
		return nil
	}
	near := g.at(here)
	return func(b *celcost.Bound) (string, string) {
		at := b.Path.Parent()
		if c.Spec.Shared.Schema {
			at = t.PathFrom(finding.Root("spec", "versions").Index(0).Child("schema", "openAPIV3Schema"), b.Node)
		}
		s, ok := g.types.Spot(at.Segments(), b.Keyword, b.Value)
		if !ok {
			return "", ""
		}
		return prose.And(s.Markers), whereText(&s, near)
	}
}

// at returns the place in Go of a path.
func (g *goTypes) at(p *finding.Path) gotypes.Position {
	if g == nil || p == nil {
		return gotypes.Position{}
	}
	at, _ := g.types.At(p.Segments(), -1)
	return at
}

// spotText names a marker and its place: +kubebuilder:validation:MaxItems=64 on Hosts (line 12).
func spotText(s *gotypes.Spot, here gotypes.Position) string {
	return prose.And(s.Markers) + " on " + whereText(s, here)
}

func whereText(s *gotypes.Spot, here gotypes.Position) string {
	text := s.On
	if at := s.At.Near(here); at != "" {
		text += " (" + at + ")"
	}
	return text
}

// addMarkerHelp replaces YAML by markers in the help of a finding.
func (g *goTypes) addMarkerHelp(f *finding.Finding) {
	if f.HelpHasMarkers || f.Path == nil {
		return
	}
	segments := f.Path.Segments()
	here := g.at(f.Path)
	schema := segments
	if keyword, before := keywordOf(segments); keyword != "" {
		schema = before
	}
	if at, ok := g.types.At(f.HelpAt, -1); ok && f.HelpLine != "" {
		if near := at.Near(here); near != "" {
			f.Help = strings.Replace(f.Help, f.HelpLine, near, 1)
		} else {
			f.Help = strings.Replace(f.Help, f.HelpLine, "the same line", 1)
		}
	}
	if help := helpInGo(f); help != "" && here.Line > 0 {
		f.Help = help
		return
	}
	said := map[string]bool{}
	yaml := f.YAML
	if more, ok := yamlOf[f.Code]; ok {
		yaml = append(yaml, more...)
	}
	for _, line := range yaml {
		keyword, text, _ := strings.Cut(line, ": ")
		markers := ""
		if rule := ruleField(segments); rule && markersOfRules[keyword] {
			if s, err := strconv.Unquote(text); err == nil {
				text = s
			}
			markers = gotypes.Argument(keyword, text)
		} else if s, ok := g.types.Spot(schema, keyword, yamlValue(text)); ok {
			markers = prose.And(s.Markers)
		} else if len(segments) == 2 && keyword == "scope" {
			markers = "+kubebuilder:resource:scope=" + text
		}
		if markers != "" && strings.Contains(f.Help, line) {
			f.Help = strings.Replace(f.Help, line, markers, 1)
			said[keyword] = true
		}
	}
	var texts, options []string
	for _, w := range wantedKeywords(f) {
		if said[w.keyword] {
			continue
		}
		text := markers[w.keyword]
		atMarker := w.value == nil && text == "+"+here.Marker && sameField(w.schema, segments)
		switch s, ok := g.types.Spot(w.schema, w.keyword, w.value); {
		case text != "" && text[0] != '+' && strings.Contains(text, ":"):
			options = append(options, text)
			continue
		case atMarker, ok && s.Set && w.value == nil && here.Line > 0 && strings.HasPrefix(here.Marker, strings.TrimPrefix(s.Markers[0], "+")):
			continue // the finding is at the marker
		case ok && (s.On != "" && s.At.Near(here) != "" && !sameField(w.schema, segments)):
			text = spotText(&s, here)
		case ok:
			text = prose.And(s.Markers)
		case text == "" || here.Marker != "" && strings.HasPrefix(text, "+"+here.Marker):
			continue
		default:
			texts = append(texts, withValue(text, w.value)...)
			continue
		}
		texts = append(texts, text)
	}
	appendHelp(f, texts, options)
}

// helpInGo returns the help of a finding whose remedy in Go differs from the one in YAML; "" for others.
func helpInGo(f *finding.Finding) string {
	switch f.Code.Rule() {
	case code.MapKeyOptional.Rule():
		if f.Code == code.MapKeyOptional {
			return "make it required: +required in place of +optional; or give it a default: +kubebuilder:default"
		}
	case "status-without-subresource":
		return "add +kubebuilder:subresource:status to the type of the kind; then only requests to /status change it"
	}
	return ""
}

// sameField reports whether the schema is the one of the finding's own field.
func sameField(schema, segments []finding.Segment) bool {
	if len(segments) < len(schema) {
		return false
	}
	for i := range schema {
		if schema[i] != segments[i] {
			return false
		}
	}
	for _, s := range segments[len(schema):] {
		if s.Name == "properties" || s.Name == "items" || s.Name == "additionalProperties" {
			return false
		}
	}
	return true
}

// ruleField reports whether a path leads into a CEL rule.
func ruleField(path []finding.Segment) bool {
	n := len(path)
	return n >= 2 && path[n-2].Name == rulesKeyword || n >= 3 && path[n-3].Name == rulesKeyword
}

const rulesKeyword = "x-kubernetes-validations"

// markersOfRules are the arguments of the marker of CEL rules.
var markersOfRules = map[string]bool{"rule": true, "message": true, "messageExpression": true, "reason": true, "fieldPath": true}

// yamlValue parses the value of a keyword in a help.
func yamlValue(text string) any {
	switch {
	case text == "true" || text == "false":
		return text == "true"
	case text == "{}":
		return map[string]any{}
	case strings.HasPrefix(text, "["):
		return strings.Split(strings.Trim(text, "[]"), ", ")
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i
	}
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text
}
