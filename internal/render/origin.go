package render

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// generatedFrom is what the place in the CRD is called where that in Go stands first. That is
// the field of the author's where what is there comes of the type of another module.
func generatedFrom(o *report.Origin) string {
	said := "in the CRD that is generated from it"
	if o.Type != "" {
		said += ", by the type " + o.Type
	}
	return said
}

// moved is a finding where people are led to: to the Go code that the CRD is generated
// from, if that is known and wanted, with the place in the CRD among the related ones.
func moved(f *report.Finding) *report.Finding {
	if f.Origin == nil || !f.Origin.First {
		return f
	}
	m := *f
	m.File = f.Origin.File
	m.SetPos(f.Origin.Pos())
	m.Related = slices.Insert(slices.Clone(f.Related), 0, report.Related{
		Message: generatedFrom(f.Origin), File: f.File, Path: f.Path,
		Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn,
	})
	return &m
}

// originLine is the line of an origin.
type originLine struct{ *report.Origin }

// Line returns the text if it is that line.
func (o originLine) Line(n int) string {
	if n != o.Origin.Line {
		return ""
	}
	return o.Source
}

// originText is the line of an origin where no more than a line is shown.
func originText(o *report.Origin) string {
	text := shortLine(strings.TrimSpace(o.Source))
	if o.Type != "" {
		text += "  (by the type " + o.Type + ")"
	}
	return text
}
