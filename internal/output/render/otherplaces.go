package render

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// alsoNamed is how many other places of a finding are named where not all are.
const alsoNamed = 3

// also says at how many other places a finding is, and names the first of them; "" if there are none.
func also(f *report.Finding) string {
	n := len(f.Also)
	if n == 0 {
		return ""
	}
	text := "and at " + prose.Count(n, "other place") + ": " + strings.Join(placesOf(f, f.Also[:min(n, alsoNamed)]), ", ")
	if n > alsoNamed {
		text += " and " + strconv.Itoa(n-alsoNamed) + " more"
	}
	return text
}

// placesOf are other places of a finding. A line of Go is not named again at those that it makes as well.
func placesOf(f *report.Finding, all []report.AlsoPlace) []string {
	texts := make([]string, len(all))
	for i := range all {
		p := &all[i]
		if o := p.Origin; o != nil && o.First && !(f.Origin != nil && f.Origin.First && f.Origin.File == o.File && f.Origin.Pos() == o.Pos()) {
			texts[i] = place(o.File, o.Pos()) + " (" + place(p.File, p.Pos()) + ")"
		} else {
			texts[i] = place(p.File, p.Pos())
		}
	}
	return texts
}

// WithAlso returns the text of a finding with its other places behind it, all of them if they are asked
// for.
func WithAlso(text []byte, f *report.Finding, all bool) []byte {
	if len(f.Also) == 0 || len(text) == 0 {
		return text
	}
	b := bytes.NewBuffer(bytes.TrimRight(bytes.Clone(text), "\n"))
	b.WriteByte('\n')
	switch {
	case all:
		note(b, gutterWidth(f), "and at "+prose.Count(len(f.Also), "other place")+":")
		for _, p := range placesOf(f, f.Also) {
			b.WriteString(strings.Repeat(" ", gutterWidth(f)+len(" = ")) + p + "\n")
		}
	case len(f.Also) > alsoNamed:
		note(b, gutterWidth(f), also(f)+" (-v lists all)")
	default:
		note(b, gutterWidth(f), also(f))
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// alsoCount is also where there is room for one line alone.
func alsoCount(f *report.Finding) string {
	if len(f.Also) == 0 {
		return ""
	}
	return " (and at " + prose.Count(len(f.Also), "other place") + ")"
}
