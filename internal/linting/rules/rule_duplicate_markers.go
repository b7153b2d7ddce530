package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var duplicateMarkers = Rule{
	ID: "duplicate-markers", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "the same marker is in Go twice",
	Why: `A marker that is there twice has the effect of one, until somebody changes only one of them. Markers that differ in
the order of their arguments are the same. A field also has the markers of its type.`,
	GoExample: `
  type WidgetSpec struct {
  	// host that serves the widget.
  	// +kubebuilder:validation:MaxLength=63
  	// +optional
- 	// +kubebuilder:validation:MaxLength=63
  	Host *string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	GoType: func(p *Pass, d *gotypes.Declaration) {
		seen := map[string]bool{}
		for _, m := range d.Markers {
			if seen[m.Canonical()] {
				p.ReportType(d, m.At(), "type %q has the marker +%s twice", d.Name, short(m.Text())).Help = "remove one of them"
			}
			seen[m.Canonical()] = true
		}
		for _, f := range d.AllFields() {
			if !f.Embedded {
				p.duplicateMarkers(d, f)
			}
		}
	},
}

// duplicateMarkers reports markers of a field that the field or its type has already. What a type has twice is
// reported at the type.
func (p *Pass) duplicateMarkers(d *gotypes.Declaration, f *gotypes.Field) {
	ofType, own := map[string]bool{}, map[string]bool{}
	for _, named := range f.Type.Named() {
		for _, m := range named.Markers {
			ofType[m.Canonical()] = true
		}
	}
	for _, m := range f.Markers {
		text := m.Canonical()
		switch {
		case own[text]:
			p.ReportField(d, f, m.At(), "field %q has the marker +%s twice", f.Qualified, short(m.Text())).Help = "remove one of them"
		case ofType[text]:
			p.ReportField(d, f, m.At(), "field %q repeats the marker +%s of its type", f.Qualified, short(m.Text())).Help = duplicateHelp(m)
		}
		own[text] = true
	}
}

// duplicateHelp tells which of the markers of a field and its type to remove.
func duplicateHelp(m gotypes.Marker) string {
	switch {
	case m.OnFieldsOnly():
		return "remove it from the type, where it has no effect"
	case m.IsForeign():
		return "remove one of them"
	}
	return "remove it from the field"
}
