package render

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// versionTable is a table of documents that not all of several versions treat alike, by
// versions, for formats that show it beside findings.
type versionTable struct {
	noun     string
	rows     []versionRow
	more     int // rows
	alike    int
	sayAlike func(alike int, noun string) string
	told     map[string]bool
}

type versionRow struct {
	name  string
	cells []string
	why   []string // the first line is about the document
}

// versionTables returns which of several versions take the documents, each table of at
// most so many rows; 0 for all.
func versionTables(r *report.Report, most int) (crds, objects versionTable) {
	crds = versionTable{noun: "CRD", sayAlike: func(alike int, noun string) string {
		return counted(alike, noun, "installs", "install") + " on Kubernetes " + spans(r.KubeVersions)
	}}
	objects = versionTable{noun: "object", sayAlike: alikeOn(r.KubeVersions), told: map[string]bool{}}
	if len(r.KubeVersions) == 0 {
		return crds, objects
	}
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
			crds.add(d, cells, text.String(), most)
		}
		if s := d.Servers; s != nil {
			if s.Alike() {
				objects.alike++
				continue
			}
			var text strings.Builder
			why(&text, d, objects.told, false)
			objects.add(d, verdicts(s), text.String(), most)
		}
	}
	return crds, objects
}

func (t *versionTable) add(d *report.Document, cells []string, why string, most int) {
	if most > 0 && len(t.rows) == most {
		t.more++
		return
	}
	t.rows = append(t.rows, versionRow{d.Title(), cells, strings.Split(strings.TrimSpace(why), "\n")})
}

func (t *versionTable) empty() bool { return len(t.rows) == 0 && t.alike == 0 }

// explained reports whether there is more to say of a row than the cells do.
func (r *versionRow) explained() bool { return r.why[0] != "" }

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
