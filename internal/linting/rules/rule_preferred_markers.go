package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var preferredMarkers = Rule{
	ID: "preferred-markers", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "a marker in Go has a preferred form",
	Why: `People who read and search for markers find them if there is one way to say a thing. By default these are the markers
of the Kubernetes API conventions, ` + "`+optional`" + ` and ` + "`+required`" + `, in place of those of kubebuilder. A marker that the
controller-gen of the CRD does not know yet is not asked for.`,
	GoExample: `
  type WidgetSpec struct {
  	// host that serves the widget.
- 	// +kubebuilder:validation:Optional
+ 	// +optional
  	Host *string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	Options: []Option{{
		Name: "markers", Title: "markers to replace, with -> before the preferred one",
		Default: []string{"kubebuilder:validation:Optional -> optional", "kubebuilder:validation:Required -> required"},
		Pattern: `^[^\s>]+( [^\s>]+)* -> [^\s>]+$`, Form: "MARKER ... -> MARKER",
	}},
	GoType: func(p *Pass, d *gotypes.Declaration) {
		for _, item := range p.Strings("markers") {
			replaced, preferred := preferredMarker(item)
			if gotypes.KnownLater(d.GeneratorMinor, preferred) {
				continue
			}
			help := func(all []gotypes.Marker) string {
				if gotypes.HasMarker(all, preferred) {
					return "remove it: +" + preferred + " is there"
				}
				return "write +" + preferred
			}
			for _, m := range markersOf(d.Markers, replaced) {
				p.ReportType(d, m.At(), "type %q has the marker +%s in place of +%s", d.Name, short(m.Text()), preferred).Help = help(d.Markers)
			}
			for _, f := range d.AllFields() {
				if f.Embedded {
					continue
				}
				for _, m := range markersOf(f.Markers, replaced) {
					p.ReportField(d, f, m.At(), "field %q has the marker +%s in place of +%s", f.Qualified, short(m.Text()), preferred).Help = help(f.Markers)
				}
			}
		}
	},
}

// preferredMarker reads the names of markers and of the preferred one.
func preferredMarker(text string) (replaced []string, preferred string) {
	before, after, _ := strings.Cut(text, "->")
	return strings.Fields(before), strings.TrimSpace(after)
}

// markersOf returns the markers of some names.
func markersOf(all []gotypes.Marker, names []string) []gotypes.Marker {
	var found []gotypes.Marker
	for _, m := range all {
		if gotypes.HasMarker([]gotypes.Marker{m}, names...) {
			found = append(found, m)
		}
	}
	return found
}
