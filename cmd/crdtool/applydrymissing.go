package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// missingKinds counts the objects without a CRD, by the message about them, which names their kind.
type missingKinds struct {
	count  int
	byText map[string]*missingKind
}

type missingKind struct {
	first  report.Finding
	count  int
	others []report.AlsoPlace // places of further objects of the kind
	at     int                // index of the first in the report
}

// add adds a finding, and reports whether it is the first of its kind.
func (m *missingKinds) add(f *report.Finding, at int) bool {
	m.count++
	k, known := m.byText[f.Message]
	if !known {
		if m.byText == nil {
			m.byText = map[string]*missingKind{}
		}
		k = &missingKind{first: *f, at: at}
		m.byText[f.Message] = k
	}
	if k.count++; known {
		k.others = append(k.others, findinglist.PlaceOf(f))
	}
	return !known
}

func placeOf(f *report.Finding) string {
	return render.Escape(fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column))
}

// sorted returns the kinds, the most frequent first.
func (m *missingKinds) sorted() []*missingKind {
	var kinds []*missingKind
	for _, k := range m.byText {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(a, b *missingKind) int {
		return cmp.Or(b.count-a.count, strings.Compare(a.first.Message, b.first.Message))
	})
	return kinds
}

const missingHelp = "add their CRDs with --crds (those of a cluster: kubectl get crds -o yaml > crds.yaml), or skip what has no CRD with --ignore-missing-crds, or with ignoreMissingCRDs in .crdtool.yaml"

// write prints a line for each kind, and the help.
func (m *missingKinds) write(b *bytes.Buffer, verbose bool) {
	if m.count == 0 {
		return
	}
	for _, k := range m.sorted() {
		f := &k.first
		fmt.Fprintf(b, "%s: %s: %s", placeOf(f), f.Severity, render.Escape(f.Message))
		if k.count > 1 {
			fmt.Fprintf(b, " (%s)", prose.Count(k.count, "object"))
		}
		if f.Code == report.Code(code.NoCRDSimilar) {
			b.WriteString("; " + render.Escape(f.Help))
		}
		fmt.Fprintf(b, " [%s]\n", code.NoCRD)
		if verbose && k.count > 1 {
			fmt.Fprintf(b, "  %s\n", placeOf(f))
			for _, o := range k.others {
				fmt.Fprintf(b, "  %s\n", render.Escape(fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Column)))
			}
		}
	}
	fmt.Fprintf(b, "     = help: %s\n\n", missingHelp)
}

// addPlaces adds the places of the other objects to the first finding of each kind.
func (m *missingKinds) addPlaces(findings []report.Finding) {
	for _, k := range m.byText {
		if k.at < len(findings) {
			findings[k.at].Also = k.others
		}
	}
}
