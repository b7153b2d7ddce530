package render

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// versionTable is a table of documents that not all of several versions treat alike, by
// versions.
type versionTable struct {
	noun     string
	rows     []versionRow
	more     int // rows
	alike    int
	sayAlike func(alike int, noun string) string
}

type versionRow struct {
	name  string
	cells []string
	why   string // the first line is about the document; a blank line ends it
}

// versionTables returns which of several versions take the documents, each table of at
// most so many rows; 0 for all.
func versionTables(r *report.Report, most int) []*versionTable {
	if len(r.KubeVersions) == 0 {
		return nil
	}
	all := []*versionTable{supportTable(r.Documents, r.KubeVersions, false), serversTable(r.Documents, r.KubeVersions, false)}
	for _, t := range all {
		if most > 0 && len(t.rows) > most {
			t.rows, t.more = t.rows[:most], len(t.rows)-most
		}
	}
	return all
}

// plain is the table as text, with why below it.
func (t *versionTable) plain(versions []string) string {
	var b strings.Builder
	if len(t.rows) > 0 {
		table := [][]string{append([]string{strings.ToUpper(t.noun)}, versions...)}
		for _, r := range t.rows {
			table = append(table, append([]string{r.name}, r.cells...))
		}
		writeTable(&b, table)
		b.WriteByte('\n')
	}
	for _, r := range t.rows {
		b.WriteString(r.why)
	}
	if line := t.aboutAlike(); line != "" {
		b.WriteString(line + "\n")
	}
	return b.String()
}

func (t *versionTable) empty() bool { return len(t.rows) == 0 && t.alike == 0 }

// lines are what is to be said of a row beside the cells; the first is about the document.
func (r *versionRow) lines() []string {
	if r.why == "" {
		return nil
	}
	return strings.Split(strings.TrimSpace(r.why), "\n")
}

// aboutMore says how many rows are not listed; "" if all are.
func (t *versionTable) aboutMore() string {
	if t.more == 0 {
		return ""
	}
	return "and " + prose.Count(t.more, "more row") + ", which are not listed here"
}

// aboutAlike says of how many documents all versions make the same; "" if of none.
func (t *versionTable) aboutAlike() string {
	if t.alike == 0 {
		return ""
	}
	noun := t.noun
	if len(t.rows) > 0 {
		noun = "other " + noun
	}
	return t.sayAlike(t.alike, noun)
}
