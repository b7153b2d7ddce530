package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var conflictingMarkers = Rule{
	ID: "conflicting-markers", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "markers in Go exclude each other",
	Why: `A field that has markers of two sets which exclude each other is not what one of them says. By default these are the
markers that make a field optional and those that make it required; versions of controller-gen differ in which of them wins.
A field also has the markers of its type. A default of a required field is reported by
[default-on-required](#default-on-required).`,
	GoExample: `
  type WidgetSpec struct {
  	// host that serves the widget.
  	// +optional
- 	// +kubebuilder:validation:Required
  	Host *string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	Options: []Option{{
		Name: "conflicts", Title: "sets of markers that exclude each other, with | between the sets: NAME or NAME=VALUE, such as listType=atomic",
		Default: []string{strings.Join(optionalMarkers, " ") + " | " + strings.Join(requiredMarkers, " ")},
		Pattern: `^[^\s|]+( [^\s|]+)*( \| [^\s|]+( [^\s|]+)*)+$`, Form: "MARKER ... | MARKER ...",
	}},
	GoType: func(p *Pass, d *gotypes.Declaration) {
		for _, f := range d.AllFields() {
			if f.Embedded {
				continue
			}
			for _, conflict := range p.Strings("conflicts") {
				p.conflict(d, f, conflictSets(conflict))
			}
		}
	},
}

// conflictSets reads sets of markers.
func conflictSets(text string) [][]string {
	var sets [][]string
	for set := range strings.SplitSeq(text, "|") {
		sets = append(sets, strings.Fields(set))
	}
	return sets
}

// conflict reports a field that has markers of more than one set.
func (p *Pass) conflict(d *gotypes.Declaration, f *gotypes.Field, sets [][]string) {
	var found []string
	at := f.At()
	for _, set := range sets {
		for _, m := range f.AllMarkers() {
			if i := indexOfMarker(m, set); i >= 0 {
				found = append(found, "+"+set[i])
				if own := m.At(); own.File == at.File {
					at = own
				}
				break
			}
		}
	}
	if len(found) > 1 {
		p.ReportField(d, f, at, "field %q has markers that exclude each other: %s", f.Qualified, prose.And(found)).Help = "keep one of them"
	}
}

func indexOfMarker(m gotypes.Marker, set []string) int {
	for i, text := range set {
		if m.Has(text) {
			return i
		}
	}
	return -1
}
