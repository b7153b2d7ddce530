package render

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Servers writes what becomes of objects on several versions: a table of those that are
// not treated alike on all of them, and why not, then how many are. With all, everything
// is listed.
func Servers(unlike []report.Document, alike int, versions []string, all bool) string {
	if len(unlike)+alike == 0 || len(versions) == 0 {
		return ""
	}
	t := serversTable(unlike, versions, all)
	t.alike = alike
	text := t.plain(versions)
	if alike > 0 {
		text += "\n"
	}
	return text
}

// serversTable is the table of what becomes of objects on several versions.
func serversTable(documents []report.Document, versions []string, all bool) *versionTable {
	t := &versionTable{noun: "object", sayAlike: func(alike int, noun string) string {
		return counted(alike, noun, "is", "are") + " treated alike on Kubernetes " + spans(versions)
	}}
	told := map[string]bool{}
	for i := range documents {
		d := &documents[i]
		switch s := d.Servers; {
		case s == nil:
		case s.Same():
			t.alike++
		default:
			row := versionRow{name: d.Title()}
			for _, v := range s.Verdicts {
				row.cells = append(row.cells, string(v))
			}
			var text strings.Builder
			why(&text, d, told, all)
			row.why = text.String()
			t.rows = append(t.rows, row)
		}
	}
	return t
}

// why writes what versions say of an object that others don't. Why versions have no CRD is told once, of the first of its objects.
func why(b *strings.Builder, d *report.Document, told map[string]bool, all bool) {
	lines := saidOtherwise(d, told)
	if len(lines) == 0 {
		return
	}
	b.WriteString(Escape(d.Title()) + ":\n")
	for i, line := range lines {
		if i == mostNeeds && !all {
			fmt.Fprintf(b, "  and %s\n", prose.Count(len(lines)-i, "more difference"))
			break
		}
		b.WriteString("  " + Escape(line) + "\n")
	}
	b.WriteByte('\n')
}

func saidOtherwise(d *report.Document, told map[string]bool) []string {
	var lines []string
	for i := range d.Servers.Findings {
		f := d.Servers.Findings[i]
		f.Object = d.Title() // so that the headline names the field
		on := spans(f.KubeVersions)
		// More than the first line is in the server's words on CEL.
		text, _, cut := strings.Cut(strings.TrimSuffix(headline(&f), " (Kubernetes "+on+")"), "\n")
		if cut {
			text += " " + ellipsis
		}
		if f.Rule == string(code.Untried) {
			if told[f.Message] {
				continue
			}
			told[f.Message] = true
		}
		lines = append(lines, fmt.Sprintf("%s: %s: Kubernetes %s: %s", place(f.File, f.Pos()), f.Severity, on, clip(text)))
	}
	return lines
}

// spans names versions, as in "1.27 to 1.29 and 1.31".
func spans(versions []string) string {
	var list []kube.Version
	for _, s := range versions {
		if v, err := kube.ParseVersion(s); err == nil {
			list = append(list, v)
		}
	}
	return kube.Spans(list)
}
