package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// mostNeeds is how many places are listed of what a CRD needs, unless all are asked for.
const mostNeeds = 10

// Support writes on which of the versions that were asked for the CRDs install: a table
// of those that don't install whole on all of them, and what each of these needs. With
// all, every CRD and every place is listed.
func Support(documents []report.Document, versions []string, all bool) string {
	t := supportTable(documents, versions, all)
	return t.plain(versions)
}

// supportTable is the table of the versions that CRDs install on.
func supportTable(documents []report.Document, versions []string, all bool) *versionTable {
	t := &versionTable{noun: "CRD", sayAlike: func(alike int, noun string) string {
		return counted(alike, noun, "installs", "install") + " on Kubernetes " + spans(versions)
	}}
	for i := range documents {
		d := &documents[i]
		if d.Support == nil {
			continue
		}
		whole := d.Support.Whole == versions[0]
		if whole && !all {
			t.alike++
			continue
		}
		row := versionRow{name: d.Title()}
		for _, o := range d.Support.Outcomes {
			row.cells = append(row.cells, cell(o))
		}
		if !whole {
			var text strings.Builder
			needs(&text, d, versions, all)
			row.why = text.String()
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func counted(n int, noun, one, more string) string {
	if n == 1 {
		return prose.Count(n, noun) + " " + one
	}
	return prose.Count(n, noun) + " " + more
}

// cell is what a table says of a CRD on a version.
func cell(o report.Installing) string {
	switch o {
	case report.Installs:
		return "yes"
	case report.InstallsInPart:
		return "in part"
	}
	return "no"
}

// refusedAmong returns the versions that refuse a CRD, if both older and newer ones install all of
// it.
func refusedAmong(s *report.Support, versions []string) (refused []string) {
	if s.Least == "" || s.Outcomes[0] != report.Installs {
		return nil
	}
	for i, o := range s.Outcomes {
		if o == report.IsRefused {
			refused = append(refused, versions[i])
		}
	}
	return refused
}

// needs writes from which version on a CRD installs, and why not before.
func needs(b *strings.Builder, d *report.Document, versions []string, all bool) {
	s := d.Support
	b.WriteString(Escape(d.Name))
	switch {
	case s.Least == "" && !slices.ContainsFunc(s.Needs, func(n report.Need) bool { return n.Since == "" && !n.Dropped }):
		// No error of the newest is one of some versions only.
		fmt.Fprintf(b, " does not install on Kubernetes %s", spans(versions))
		if len(versions) > 1 {
			b.WriteString(", for errors that all of them find")
		} else {
			b.WriteString(", for the errors that it finds")
		}
	case s.Least == "":
		fmt.Fprintf(b, " does not install on Kubernetes %s", versions[len(versions)-1])
	case len(refusedAmong(s, versions)) > 0:
		fmt.Fprintf(b, " does not install on Kubernetes %s alone; older and newer versions take it", spans(refusedAmong(s, versions)))
	case s.Least == s.Whole:
		fmt.Fprintf(b, " installs from Kubernetes %s on", s.Least)
	case len(versions) == 1:
		fmt.Fprintf(b, " installs on Kubernetes %s, but not whole", s.Least)
	case s.Least == versions[0]:
		b.WriteString(" installs on all of these versions, but not whole")
	default:
		fmt.Fprintf(b, " installs from Kubernetes %s on, but not whole", s.Least)
	}
	if s.Whole != "" && s.Whole != s.Least {
		fmt.Fprintf(b, " before %s", s.Whole)
	}
	if len(s.Needs) == 0 {
		b.WriteString("\n\n")
		return
	}
	b.WriteString(":\n")
	type need struct {
		what, since, only string
		dropped           bool
	}
	var order []need
	places := map[need][]*report.Need{}
	for i := range s.Needs {
		n := &s.Needs[i]
		key := need{what: n.What, since: n.Since, dropped: n.Dropped}
		if len(n.Only) > 0 {
			key.only = spans(n.Only)
		}
		if places[key] == nil {
			order = append(order, key)
		}
		places[key] = append(places[key], n)
	}
	slices.SortStableFunc(order, func(a, b need) int { return slices.Index(versions, b.since) - slices.Index(versions, a.since) })
	for i, key := range order {
		if i == mostNeeds && !all {
			fmt.Fprintf(b, "  and %s\n", prose.Count(len(order)-i, "more need"))
			break
		}
		first := places[key][0]
		fmt.Fprintf(b, "  %s:%d:%d: ", Escape(d.File), first.Line, first.Column)
		switch {
		case key.only != "":
			fmt.Fprintf(b, "on %s: %s", key.only, Escape(clip(key.what)))
		case key.since == "" && key.dropped:
			fmt.Fprintf(b, "%s is dropped", Escape(key.what))
		case key.since == "":
			fmt.Fprintf(b, "%s", Escape(clip(key.what)))
		case key.dropped:
			fmt.Fprintf(b, "%s is dropped before %s", Escape(key.what), key.since)
		case strings.HasSuffix(key.what, "()"):
			fmt.Fprintf(b, "%s needs %s", Escape(key.what), key.since)
		default:
			fmt.Fprintf(b, "before %s: %s", key.since, Escape(clip(key.what)))
		}
		if n := len(places[key]); n > 1 {
			fmt.Fprintf(b, " (and at %s)", prose.Count(n-1, "more place"))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}
