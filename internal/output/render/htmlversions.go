package render

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/output/htmlpage"
	"github.com/crdtool/crdtool/report"
)

// outcomeClass is the class of a cell.
var outcomeClass = map[string]string{
	cell(report.Installs): "yes", cell(report.InstallsInPart): "part", cell(report.IsRefused): "no",
	string(report.Created): "yes", string(report.Updated): "yes", string(report.Unchanged): "yes", string(report.Deleted): "yes",
	string(report.Refused): "no", string(report.Untried): "no",
}

// versions writes which of several versions take the documents.
func (p *htmlReport) versions(r *report.Report) {
	tables := versionTables(r, 0)
	if !slices.ContainsFunc(tables, func(t *versionTable) bool { return !t.empty() }) {
		return
	}
	p.b.WriteString("<section id=\"versions\">\n<h2>Versions of Kubernetes</h2>\n")
	for _, t := range tables {
		p.table(t, r.KubeVersions)
	}
	p.b.WriteString("</section>\n")
}

func (p *htmlReport) table(t *versionTable, versions []string) {
	if len(t.rows) > 0 {
		p.b.WriteString("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Versions\"><table>\n<thead><tr><th scope=\"col\">" + t.noun + "</th>")
		for _, v := range versions {
			p.b.WriteString("<th scope=\"col\">" + htmlpage.Text(v) + "</th>")
		}
		p.b.WriteString("</tr></thead>\n<tbody>\n")
		for _, row := range t.rows {
			p.b.WriteString("<tr><th scope=\"row\">" + htmlpage.Text(Escape(row.name)) + "</th>")
			for _, c := range row.cells {
				p.b.WriteString("<td class=\"" + outcomeClass[c] + "\">" + htmlpage.Text(c) + "</td>")
			}
			p.b.WriteString("</tr>\n")
		}
		p.b.WriteString("</tbody>\n</table></div>\n")
	}
	if line := t.aboutMore(); line != "" {
		p.b.WriteString("<p>" + htmlpage.Text(line) + "</p>\n")
	}
	for _, row := range t.rows {
		lines := row.lines()
		if len(lines) == 0 {
			continue
		}
		p.b.WriteString("<p class=\"why\">" + htmlpage.Text(lines[0]) + "</p>\n")
		if len(lines) > 1 {
			p.b.WriteString("<ul>\n")
			for _, line := range lines[1:] {
				p.b.WriteString("<li>" + htmlpage.Text(strings.TrimSpace(line)) + "</li>\n")
			}
			p.b.WriteString("</ul>\n")
		}
	}
	if line := t.aboutAlike(); line != "" {
		p.b.WriteString("<p>" + htmlpage.Text(line) + "</p>\n")
	}
}
