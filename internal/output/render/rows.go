package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/report"
)

// Rows returns the tables that kubectl get prints, one for each kind, in the
// order in which kinds first occur. Rows of several namespaces say which.
func Rows(rows []report.Row) string {
	var tables []string
	byTable := map[string][]*report.Row{}
	for i := range rows {
		r := &rows[i]
		if byTable[r.Table] == nil {
			tables = append(tables, r.Table)
		}
		byTable[r.Table] = append(byTable[r.Table], r)
	}
	var b strings.Builder
	for i, table := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		of := byTable[table]
		namespaces := slices.ContainsFunc(of, func(r *report.Row) bool { return r.Namespace != of[0].Namespace })
		line := func(namespace string, cells []string) []string {
			if namespaces {
				cells = append([]string{namespace}, cells...)
			}
			return cells
		}
		lines := [][]string{line("NAMESPACE", of[0].Header)}
		for _, r := range of {
			lines = append(lines, line(r.Namespace, r.Cells))
		}
		writeTable(&b, lines)
	}
	return b.String()
}

// writeTable aligns columns as kubectl does: three blanks between them, and none
// narrower than six characters with those.
func writeTable(b *strings.Builder, lines [][]string) {
	var width []int
	for _, cells := range lines {
		for i, c := range cells {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(Escape(c))+3, 6)
		}
	}
	for _, cells := range lines {
		var line strings.Builder
		for i, c := range cells {
			c = Escape(c)
			line.WriteString(c)
			if i < len(cells)-1 {
				line.WriteString(strings.Repeat(" ", width[i]-utf8.RuneCountInString(c)))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
