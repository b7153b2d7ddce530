package render

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/output/htmlpage"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// htmlFindings is how many findings a page lists; nobody scrolls through more.
const htmlFindings = 2000

//go:embed html.css
var htmlStyle string

// HTML writes a report as one page for people, which loads nothing and runs nothing:
// whether the run passes, which of several versions take the documents, and what was
// found by file, with its line. Of very many findings the worst are listed.
func HTML(w io.Writer, r *report.Report, about *About) error {
	var b strings.Builder
	p := htmlReport{b: &b, about: about}
	title := "crdtool " + about.Command + ": " + verdict(r, about)
	if len(about.Unread) > 0 && about.Changes {
		title = "crdtool " + about.Command + ": failed"
	}
	b.WriteString(htmlpage.Head(title, htmlStyle, ""))
	b.WriteString("<main>\n<h1>" + htmlpage.Text(title) + "</h1>\n")
	if s := judgement(r, about); s != "" {
		b.WriteString("<p>" + htmlpage.Text(s) + "</p>\n")
	}
	for _, err := range about.Unread {
		b.WriteString("<p><strong class=\"error\">not read</strong> " + p.text(err.Error()) + "</p>\n")
	}
	p.versions(r)
	files, more := htmlFiles(r)
	p.contents(files)
	for i := range files {
		p.file(&files[i], i)
	}
	if more > 0 {
		b.WriteString("<p>and " + prose.Count(more, "more finding") + ", which are not listed here</p>\n")
	}
	b.WriteString("<footer><a href=\"" + homepage + `" rel="noopener noreferrer">crdtool</a> ` + htmlpage.Text(Escape(about.Version)) + "</footer>\n</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// htmlReport writes the parts of a page. Whatever comes from files passes through
// htmlpage.Text.
type htmlReport struct {
	b     *strings.Builder
	about *About
}

// text is the HTML that shows text of a file, its control characters visible.
func (p *htmlReport) text(s string) string { return htmlpage.Text(safetext.Lines(clip(s))) }

// htmlFile is what was found in a file.
type htmlFile struct {
	name     string // as findings have it
	findings []*report.Finding
}

// htmlFiles returns the findings that are listed by file, in the order of the report, and
// how many are not.
func htmlFiles(r *report.Report) (files []htmlFile, more int) {
	listed := make([]bool, len(r.Findings))
	for n, i := range worstFirst(r.Findings) {
		listed[i] = n < htmlFindings
	}
	index := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !listed[i] {
			more++
			continue
		}
		at, known := index[f.File]
		if !known {
			at = len(files)
			index[f.File] = at
			files = append(files, htmlFile{name: f.File})
		}
		files[at].findings = append(files[at].findings, f)
	}
	return files, more
}

// contents leads to the files, if there are several.
func (p *htmlReport) contents(files []htmlFile) {
	if len(files) < 2 {
		return
	}
	p.b.WriteString("<nav aria-label=\"Files\">\n<h2>Files</h2>\n<ul>\n")
	for i := range files {
		var t Totals
		for _, f := range files[i].findings {
			t.count(f.Severity)
		}
		fmt.Fprintf(p.b, "<li><a href=\"#file-%d\">%s</a> <small>%s</small></li>\n", i+1, p.name(files[i].name), t.found())
	}
	p.b.WriteString("</ul>\n</nav>\n")
}

// name is that of a file in the repository.
func (p *htmlReport) name(file string) string {
	name, _ := p.about.Repository.Path(file)
	return cmp.Or(htmlpage.Text(Escape(name)), "no file")
}

func (p *htmlReport) file(file *htmlFile, index int) {
	fmt.Fprintf(p.b, "<section id=\"file-%d\">\n<h2>%s</h2>\n", index+1, p.name(file.name))
	for _, f := range file.findings {
		p.finding(f)
	}
	p.b.WriteString("</section>\n")
}

func (p *htmlReport) finding(f *report.Finding) {
	said, more, _ := strings.Cut(clip(headline(f)), "\n")
	severity := f.Severity.String()
	p.b.WriteString("<article class=\"" + severity + "\">\n<p class=\"said\"><strong class=\"" + severity + "\">" + severity + "</strong> ")
	if at := place("", f.Pos()); at != "" {
		p.b.WriteString("<span class=\"at\">" + strings.TrimPrefix(at, ":") + "</span> ")
	}
	if f.Object != "" {
		p.b.WriteString(p.text(f.Object) + ": ")
	}
	p.b.WriteString(htmlpage.Text(Escape(said)))
	if f.Rule != "" {
		p.b.WriteString(" <a href=\"" + htmlpage.Text(p.about.url(Escape(f.Rule))) + `" rel="noopener noreferrer">` + htmlpage.Text(Escape(f.Rule)) + "</a>")
	}
	p.b.WriteString("</p>\n")
	p.snippet(p.about.Snippets.of(f.File, f.Pos()), f.Line, f.Severity)
	switch {
	case more == "":
	case p.about.Changes: // sentences, not the words of a parser
		for line := range strings.Lines(more) {
			p.b.WriteString("<p class=\"related\">" + p.text(strings.TrimSuffix(line, "\n")) + "</p>\n")
		}
	default:
		p.b.WriteString(htmlpage.Block(safetext.Lines(more)) + "\n")
	}
	for i := range f.Related {
		p.related(f, &f.Related[i])
	}
	if f.Help != "" {
		p.b.WriteString("<p class=\"help\">" + p.text(helpNote(f.Help)) + "</p>\n")
	}
	if more := also(f); more != "" {
		p.b.WriteString("<p class=\"related\">" + p.text(more) + "</p>\n")
	}
	if f.Fix != nil {
		p.b.WriteString("<p class=\"help\">fix: " + p.text(f.Fix.Title) + " (<code>--fix</code>)</p>\n")
	}
	if server := serverNote(f); server != "" {
		p.b.WriteString("<details><summary>What kube-apiserver says</summary>" + htmlpage.Block(strings.TrimRight(safetext.Lines(clip(server)), "\n")) + "</details>\n")
	}
	p.b.WriteString("</article>\n")
}

// related writes another place that has to do with a finding, and its line if it is known.
func (p *htmlReport) related(f *report.Finding, r *report.Related) {
	at := ""
	switch line := place("", r.Pos()); {
	case r.File != f.File:
		at = p.name(r.File) + line
	case r.Pos() != f.Pos():
		at = strings.TrimPrefix(line, ":")
	}
	if at != "" {
		at = "<span class=\"at\">" + at + "</span> "
	}
	p.b.WriteString("<p class=\"related\">" + at + p.text(r.Message) + "</p>\n")
	if r.Pos() != f.Pos() || r.File != f.File {
		p.snippet(p.about.Snippets.of(r.File, r.Pos()), r.Line, f.Severity)
	}
}

// snippet writes a line with carets below its range.
func (p *htmlReport) snippet(s *snippet, number int, severity finding.Severity) {
	if s == nil {
		return
	}
	line := strconv.Itoa(number)
	p.b.WriteString("<pre tabindex=\"0\"><code><span class=\"number\">" + line + " | </span>" + htmlpage.Text(strings.TrimRight(s.text, " ")) +
		"\n<span class=\"number\">" + strings.Repeat(" ", len(line)) + " | </span>" + strings.Repeat(" ", s.indent) +
		"<b class=\"" + severity.String() + "\">" + strings.Repeat("^", s.width) + "</b></code></pre>\n")
}
