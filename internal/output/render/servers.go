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
	var b strings.Builder
	if len(unlike) > 0 {
		table := [][]string{append([]string{"OBJECT"}, versions...)}
		for i := range unlike {
			table = append(table, append([]string{unlike[i].Title()}, verdicts(unlike[i].Servers)...))
		}
		writeTable(&b, table)
		b.WriteByte('\n')
		told := map[string]bool{}
		for i := range unlike {
			why(&b, &unlike[i], told, all)
		}
	}
	if alike > 0 {
		noun := "object"
		if len(unlike) > 0 {
			noun = "other object"
		}
		b.WriteString(alikeOn(versions)(alike, noun) + "\n\n")
	}
	return b.String()
}

// alikeOn says how many objects are treated alike on all versions.
func alikeOn(versions []string) func(alike int, noun string) string {
	return func(alike int, noun string) string {
		return counted(alike, noun, "is", "are") + " treated alike on Kubernetes " + spans(versions)
	}
}

func verdicts(s *report.Servers) []string {
	cells := make([]string, len(s.Verdicts))
	for i, v := range s.Verdicts {
		cells[i] = string(v)
	}
	return cells
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
