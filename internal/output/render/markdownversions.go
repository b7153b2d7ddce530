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
	crds, objects := versionTables(r, markdownRows)
	crds.markdown(b, r.KubeVersions)
	objects.markdown(b, r.KubeVersions)
}

func (t *versionTable) markdown(b *strings.Builder, versions []string) {
	if len(t.rows) > 0 {
		fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n", t.noun, strings.Join(versions, " | "), strings.Repeat("---|", len(versions)))
		for _, row := range t.rows {
			fmt.Fprintf(b, "| %s | %s |\n", inMarkdown(shorter(row.name)), strings.Join(row.cells, " | "))
		}
	}
	if line := t.aboutMore(); line != "" {
		b.WriteString("\n" + line + "\n")
	}
	if slices.ContainsFunc(t.rows, func(r versionRow) bool { return r.explained() }) {
		b.WriteByte('\n')
	}
	for _, row := range t.rows {
		if !row.explained() {
			continue
		}
		b.WriteString("- " + inMarkdown(shorter(row.why[0])) + "\n")
		for _, line := range row.why[1:] {
			b.WriteString("  - " + inMarkdown(shorter(strings.TrimSpace(line))) + "\n")
		}
	}
	if line := t.aboutAlike(); line != "" {
		b.WriteString("\n" + line + "\n")
	}
}
