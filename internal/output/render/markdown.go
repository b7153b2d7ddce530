package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// The limits of a report in Markdown. GitHub takes 65,536 characters as a comment,
// and nobody reads as many.
const (
	markdownFindings = 50
	markdownBytes    = 50_000
	// markdownText bounds a sentence, in bytes.
	markdownText = 400
)

// Markdown writes a report as a comment on a pull request, or the summary of a job:
// whether the run passes, what was found by file, and the server's words folded
// away. Of many findings the worst are listed, and the others counted.
func Markdown(w io.Writer, r *report.Report, about *About) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### crdtool %s: %s\n", about.Command, verdict(r, about))
	if s := judgement(r, about); s != "" {
		b.WriteString("\n" + s + "\n")
	}
	markdownVersions(&b, r)
	markdownUnread(&b, about)
	files, more := markdownFiles(r, about)
	for _, f := range files {
		b.WriteString("\n#### " + cmp.Or(inCode(f.name), "no file") + "\n\n" + f.text)
		if f.server != "" {
			b.WriteString("\n<details><summary>What kube-apiserver says</summary>\n\n" + f.server + "\n</details>\n")
		}
	}
	if more > 0 {
		fmt.Fprintf(&b, "\nand %s, which are not listed here\n", prose.Count(more, "more finding"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownUnread says why the report is not complete.
func markdownUnread(b *strings.Builder, about *About) {
	for _, err := range about.Unread {
		b.WriteString("\n**not read**: " + inMarkdown(shorter(err.Error())) + "\n")
	}
}

// verdict says whether the run passes, and counts what was found.
func verdict(r *report.Report, about *About) string {
	if about.Verdict != "" {
		return about.Verdict
	}
	var t Totals
	fails := len(about.Unread) > 0
	for i := range r.Findings {
		t.count(r.Findings[i].Severity)
		fails = fails || about.Fails(&r.Findings[i])
	}
	word := "passed"
	if fails {
		word = "failed"
	}
	return fmt.Sprintf("%s, %s in %s", word, t.found(), prose.Count(about.judged(&r.Summary)))
}

// judged is how many documents the server was asked about, and what they are.
func (about *About) judged(s *report.Summary) (n int, noun string) {
	if about.Objects {
		return s.Objects, "object"
	}
	return s.CRDs, "CRD"
}

// judgement says what the server makes of the documents, of several the newest.
func judgement(r *report.Report, about *About) string {
	if about.Tests {
		return ""
	}
	n, noun := about.judged(&r.Summary)
	s := refusals(r.Summary.Refused, n, noun)
	if last := len(r.KubeVersions) - 1; last >= 0 {
		s = strings.Replace(s, "kube-apiserver", "kube-apiserver "+r.KubeVersions[last], 1)
	}
	return s
}

// refusals says what the server makes of the documents.
func refusals(refused, all int, noun string) string {
	switch {
	case all == 0:
		return ""
	case refused == 0:
		return "kube-apiserver would accept " + allOf(all, noun) + "."
	case refused == all:
		return "kube-apiserver would refuse " + allOf(all, noun) + "."
	}
	return fmt.Sprintf("kube-apiserver would refuse %d of %s.", refused, prose.Count(all, noun))
}

func allOf(n int, noun string) string {
	if n == 1 {
		return "the " + noun
	}
	return "all " + prose.Count(n, noun)
}

// markdownFile is what was found in a file, or one finding of it, as Markdown.
type markdownFile struct {
	name   string // as the report names it
	text   string
	server string // the server's words, with the place
}

// markdownFiles returns the findings that are listed by file, in the order of the report, and how many are
// not.
func markdownFiles(r *report.Report, about *About) (files []markdownFile, more int) {
	listed := make([]*markdownFile, len(r.Findings))
	n, size := 0, 0
	for _, i := range worstFirst(r.Findings) {
		f := markdownFinding(&r.Findings[i], about)
		size += len(f.text) + len(f.server) + len(f.name)
		if n == markdownFindings || n > 0 && size > markdownBytes {
			break
		}
		listed[i] = &f
		n++
	}
	index := map[string]int{}
	for _, f := range listed {
		if f == nil {
			continue
		}
		at, known := index[f.name]
		if !known {
			index[f.name] = len(files)
			files = append(files, *f)
			continue
		}
		files[at].text += f.text
		files[at].server += f.server
	}
	return files, len(r.Findings) - n
}

// worstFirst returns the places of findings in a report by severity, else in the order of the report.
func worstFirst(found []report.Finding) []int {
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(found[i].Severity, found[j].Severity) })
	return order
}

func markdownFinding(f *report.Finding, about *About) markdownFile {
	name, _ := about.Repository.Path(f.File)
	at := inCode(markdownPlace(name, f.Line))
	var b strings.Builder
	b.WriteString("- **" + f.Severity.String() + "**")
	if at != "" {
		b.WriteString(" " + at)
	}
	if f.Object != "" {
		b.WriteString(" " + inMarkdown(shorter(f.Object)) + ":")
	}
	b.WriteString(" " + inMarkdown(shorter(headline(f))))
	if f.Rule != "" {
		fmt.Fprintf(&b, " ([%s](%s))", inMarkdown(f.Rule), RuleURL(f.Rule))
	}
	b.WriteByte('\n')
	for i := range f.Related {
		related := &f.Related[i]
		name, _ := about.Repository.Path(related.File)
		fmt.Fprintf(&b, "  - %s %s\n", inCode(markdownPlace(name, related.Line)), inMarkdown(shorter(related.Message)))
	}
	if f.Help != "" {
		b.WriteString("  - " + inMarkdown(shorter(helpNote(f.Help))) + "\n")
	}
	if more := also(f); more != "" {
		b.WriteString("  - " + inMarkdown(shorter(more)) + "\n")
	}
	if f.Fix != nil {
		b.WriteString("  - fix: " + inMarkdown(shorter(f.Fix.Title)) + " (`--fix`)\n")
	}
	l := markdownFile{name: name, text: b.String()}
	if said := serverSays(f); said != "" {
		l.server = "- " + strings.TrimSpace(at+" "+inCode(shorter(said))) + "\n"
	}
	return l
}

// serverSays is the server's path and words, unless the headline has them.
func serverSays(f *report.Finding) string {
	switch {
	case f.ServerMessage == "" || f.Severity == finding.Info || !ours(f) && (f.ServerPath == "" || f.ServerPath == f.Path):
		return ""
	case f.ServerPath == "":
		return f.ServerMessage
	}
	return f.ServerPath + ": " + f.ServerMessage
}

// markdownPlace is FILE:LINE, or as much of it as is known.
func markdownPlace(name string, line int) string {
	if line < 1 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// shorter cuts a sentence to what a comment has room for.
func shorter(s string) string { return cutBytes(s, markdownText) }

// markdownRows is how many documents a table has that versions don't treat alike.
const markdownRows = 30

// markdownVersions writes which of several versions take the documents: a table of those
// that not all of them do, and why not.
func markdownVersions(b *strings.Builder, r *report.Report) {
	for _, t := range versionTables(r, markdownRows) {
		t.markdown(b, r.KubeVersions)
	}
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
	if slices.ContainsFunc(t.rows, func(r versionRow) bool { return r.why != "" }) {
		b.WriteByte('\n')
	}
	for _, row := range t.rows {
		indent := ""
		for _, line := range row.lines() {
			b.WriteString(indent + "- " + inMarkdown(shorter(strings.TrimSpace(line))) + "\n")
			indent = "  "
		}
	}
	if line := t.aboutAlike(); line != "" {
		b.WriteString("\n" + line + "\n")
	}
}
