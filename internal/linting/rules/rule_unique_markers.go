package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var uniqueMarkers = Rule{
	ID: "unique-markers", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "a marker that sets one keyword is in Go with two values",
	Why: `Of two markers that set the same keyword of a field, the generator takes one, and nobody who reads the other sees
that it has no effect. Where the type of a field has one and the field another, controller-gen writes both in
` + "`allOf`" + `, or one of them, by keyword and version. These are the markers of defaults, examples, bounds, patterns, formats
and enums, also of items; rules of CEL count as one if their rule is the same. The same marker with the same value
is reported by [duplicate-markers](#duplicate-markers).`,
	GoExample: `
  type WidgetSpec struct {
  	// host that serves the widget.
- 	// +kubebuilder:validation:MaxLength=63
  	// +kubebuilder:validation:MaxLength=253
  	// +optional
  	Host *string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	Options: []Option{{
		Name: "markers", Title: "further markers that a field or type may have once, as MARKER, or once for each combination of the values of arguments, as MARKER(ARGUMENT, ...)",
		Default: []string{}, Pattern: `^[^\s=+()]+(\([^()]*\))?$`, Form: "MARKER or MARKER(ARGUMENT, ...)",
	}},
	GoType: func(p *Pass, d *gotypes.Declaration) {
		unique := onceMarkers()
		for _, item := range p.Strings("markers") {
			unique = append(unique, uniqueMarkerOf(item))
		}
		for _, u := range unique {
			for _, m := range u.repeated(nil, d.Markers) {
				p.ReportType(d, m.At(), "type %q has the marker +%s more than once", d.Name, u.name).Help = "keep the one that is meant"
			}
		}
		for _, f := range d.AllFields() {
			if f.Embedded {
				continue
			}
			var ofTypes []gotypes.Marker
			for _, named := range f.Type.Named() {
				ofTypes = append(ofTypes, named.Markers...)
			}
			for _, u := range unique {
				for _, m := range u.repeated(ofTypes, f.Markers) {
					format := "field %q has the marker +%s more than once"
					if m.ofType {
						format = "field %q has another value of the marker +%s than its type"
					}
					p.ReportField(d, f, m.At(), format, f.Qualified, u.name).Help = "keep the one that is meant"
				}
			}
		}
	},
}

// uniqueMarker is a marker that may be there once for each combination of values of its arguments.
type uniqueMarker struct {
	name      string
	arguments []string
}

// uniqueMarkerOf reads MARKER or MARKER(ARGUMENT, ...).
func uniqueMarkerOf(text string) uniqueMarker {
	name, arguments, has := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	u := uniqueMarker{name: name}
	if has {
		for argument := range strings.SplitSeq(arguments, ",") {
			u.arguments = append(u.arguments, strings.TrimSpace(argument))
		}
	}
	return u
}

// repeatedMarker is a marker that repeats an earlier one: that of the type if ofType is set.
type repeatedMarker struct {
	gotypes.Marker
	ofType bool
}

// repeated returns the own markers that repeat an earlier one, of the type or their own, with another value. The
// same text is a duplicate, which duplicate-markers reports.
func (u uniqueMarker) repeated(ofType, own []gotypes.Marker) []repeatedMarker {
	type seen struct {
		texts []string
		own   bool
	}
	earlier := map[string]seen{} // by the values of the arguments
	var found []repeatedMarker
	for i, m := range slices.Concat(ofType, own) {
		if !m.Is(u.name) {
			continue
		}
		key := ""
		for _, a := range u.arguments {
			key += unquoted(m.Argument(u.name, a)) + "\x00"
		}
		text, isOwn, before := m.Canonical(), i >= len(ofType), earlier[key]
		if isOwn && len(before.texts) > 0 && !slices.Contains(before.texts, text) {
			found = append(found, repeatedMarker{m, !before.own})
		}
		earlier[key] = seen{append(before.texts, text), before.own || isOwn}
	}
	return found
}

// onceMarkers returns the markers that set one keyword.
func onceMarkers() []uniqueMarker {
	all := []uniqueMarker{{name: "default"}, {name: "kubebuilder:default"}, {name: "kubebuilder:example"}}
	for _, items := range []string{"", "items:"} {
		for _, name := range strings.Fields("Enum ExclusiveMaximum ExclusiveMinimum Format MaxItems MaxLength MaxProperties Maximum " +
			"MinItems MinLength MinProperties Minimum MultipleOf Pattern Type UniqueItems") {
			all = append(all, uniqueMarker{name: "kubebuilder:validation:" + items + name})
		}
		all = append(all, uniqueMarker{name: "kubebuilder:validation:" + items + "XValidation", arguments: []string{"rule"}})
	}
	for _, name := range strings.Fields("format minLength maxLength minItems maxItems minimum maximum listType") {
		all = append(all, uniqueMarker{name: "k8s:" + name})
	}
	return all
}
