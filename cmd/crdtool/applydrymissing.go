package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/objects/apply"
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
	kinds  map[string]apply.MissingKind // by message
}

// know records the kinds that messages are about.
func (m *missingKinds) know(kinds []apply.MissingKind) {
	if m.kinds == nil && len(kinds) > 0 {
		m.kinds = map[string]apply.MissingKind{}
	}
	for _, k := range kinds {
		m.kinds[strings.Clone(k.Message)] = apply.MissingKind{Group: strings.Clone(k.Group), Kind: strings.Clone(k.Kind)}
	}
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

// groups returns the kinds by group, the most frequent first. A kind that is similar to another one stands alone.
func (m *missingKinds) groups() [][]*missingKind {
	var groups [][]*missingKind
	at := map[string]int{}
	for _, k := range m.sorted() {
		group := m.kinds[k.first.Message].Group
		i, known := at[group]
		switch {
		case group == "" || k.first.Code == report.Code(code.NoCRDSimilar):
			groups = append(groups, []*missingKind{k})
		case known:
			groups[i] = append(groups[i], k)
		default:
			at[group] = len(groups)
			groups = append(groups, []*missingKind{k})
		}
	}
	return groups
}

// objects returns the number of objects in brackets, if there are several.
func (k *missingKind) objects() string {
	if k.count == 1 {
		return ""
	}
	return fmt.Sprintf(" (%s)", prose.Count(k.count, "object"))
}

const missingHelp = "add their CRDs with --crds (those of a cluster: kubectl get crds -o yaml > crds.yaml), or skip what has no CRD with --ignore-missing-crds, or with ignoreMissingCRDs in .crdtool.yaml"

// write prints a line for each group, and for each kind that is similar to another one, and the help.
func (m *missingKinds) write(b *bytes.Buffer, verbose bool) {
	if m.count == 0 {
		return
	}
	for _, kinds := range m.groups() {
		f := &kinds[0].first
		group := m.kinds[f.Message].Group
		fmt.Fprintf(b, "%s: %s: ", placeOf(f), f.Severity)
		if len(kinds) == 1 {
			b.WriteString(render.Escape(f.Message) + kinds[0].objects())
		} else {
			fmt.Fprintf(b, "no CRDs for group %s:", render.Escape(strconv.Quote(group)))
			for i, k := range kinds {
				if i > 0 {
					b.WriteString(",")
				}
				b.WriteString(" " + render.Escape(m.kinds[k.first.Message].Kind) + k.objects())
			}
		}
		if f.Code == report.Code(code.NoCRDSimilar) {
			b.WriteString("; " + render.Escape(f.Help))
		} else if project := apply.Project(group); project != "" {
			these := "; it is of "
			if len(kinds) > 1 {
				these = "; they are of "
			}
			b.WriteString(these + project)
		}
		fmt.Fprintf(b, " [%s]\n", code.NoCRD)
		for _, k := range kinds {
			if !verbose || k.count+len(kinds) == 2 {
				continue
			}
			fmt.Fprintf(b, "  %s\n", placeOf(&k.first))
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
