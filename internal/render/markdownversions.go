package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// markdownRows is how many documents a table has that versions don't treat alike.
const markdownRows = 30

// markdownVersions writes which of several versions take the documents: a table of those
// that not all of them do, and why not.
func markdownVersions(b *strings.Builder, r *report.Report) {
	if len(r.KubeVersions) == 0 {
		return
	}
	var crds, objects versionTable
	for i := range r.Documents {
		d := &r.Documents[i]
		if s := d.Support; s != nil {
			if s.Whole == r.KubeVersions[0] {
				crds.alike++
				continue
			}
			var cells []string
			for _, o := range s.Outcomes {
				cells = append(cells, cell(o))
			}
			var text strings.Builder
			needs(&text, d, r.KubeVersions, false)
			crds.add(d, cells, strings.Split(strings.TrimSpace(text.String()), "\n"))
		}
		if s := d.Servers; s != nil {
			if s.Alike() {
				objects.alike++
				continue
			}
			var text strings.Builder
			why(&text, d, objects.remember(), false)
			objects.add(d, verdicts(s), strings.Split(strings.TrimSpace(text.String()), "\n"))
		}
	}
	crds.write(b, "CRD", r.KubeVersions, func(alike int, noun string) string {
		return counted(alike, noun, "installs", "install") + " on Kubernetes " + spans(r.KubeVersions)
	})
	objects.write(b, "object", r.KubeVersions, alikeOn(r.KubeVersions))
}

// versionTable is a table of documents by versions.
type versionTable struct {
	rows  []versionRow
	more  int // rows
	alike int
	told  map[string]bool
}

type versionRow struct {
	name  string
	cells []string
	why   []string // the first line is about the document
}

func (t *versionTable) remember() map[string]bool {
	if t.told == nil {
		t.told = map[string]bool{}
	}
	return t.told
}

func (t *versionTable) add(d *report.Document, cells, why []string) {
	if len(t.rows) == markdownRows {
		t.more++
		return
	}
	t.rows = append(t.rows, versionRow{d.Title(), cells, why})
}

func (t *versionTable) write(b *strings.Builder, noun string, versions []string, alike func(int, string) string) {
	if len(t.rows) > 0 {
		fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n", noun, strings.Join(versions, " | "), strings.Repeat("---|", len(versions)))
		for _, row := range t.rows {
			fmt.Fprintf(b, "| %s | %s |\n", inMarkdown(shorter(row.name)), strings.Join(row.cells, " | "))
		}
		noun = "other " + noun
	}
	if t.more > 0 {
		fmt.Fprintf(b, "\nand %s, which are not listed here\n", Count(t.more, "more row"))
	}
	if slices.ContainsFunc(t.rows, func(r versionRow) bool { return len(r.why) > 1 }) {
		b.WriteByte('\n')
	}
	for _, row := range t.rows {
		if len(row.why) < 2 {
			continue
		}
		b.WriteString("- " + inMarkdown(shorter(row.why[0])) + "\n")
		for _, line := range row.why[1:] {
			b.WriteString("  - " + inMarkdown(shorter(strings.TrimSpace(line))) + "\n")
		}
	}
	if t.alike > 0 {
		b.WriteString("\n" + alike(t.alike, noun) + "\n")
	}
}
