package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/finding"
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
	listed, more := markdownList(r, about)
	file := ""
	for i := range listed {
		l := &listed[i]
		if i == 0 || l.file != file {
			if i > 0 {
				b.WriteString(serversWords(listed, file))
			}
			file = l.file
			b.WriteString("\n#### " + cmp.Or(inCode(file), "no file") + "\n\n")
		}
		b.WriteString(l.text)
	}
	if len(listed) > 0 {
		b.WriteString(serversWords(listed, file))
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

// listedFinding is a finding as Markdown.
type listedFinding struct {
	file   string // as the report names it
	text   string
	server string // the server's words, with the place
}

// markdownList returns the findings that are listed, file by file in the order of
// the report, and how many are not.
func markdownList(r *report.Report, about *About) (listed []listedFinding, more int) {
	order := make([]int, len(r.Findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(r.Findings[i].Severity, r.Findings[j].Severity) })
	texts := make([]*listedFinding, len(r.Findings))
	n, size := 0, 0
	for _, i := range order {
		l := markdownFinding(&r.Findings[i], about)
		size += len(l.text) + len(l.server) + len(l.file)
		if n == markdownFindings || n > 0 && size > markdownBytes {
			break
		}
		texts[i] = &l
		n++
	}
	// A file's findings may stand apart where a report goes on from them.
	files := map[string]int{}
	for _, l := range texts {
		if l == nil {
			continue
		}
		if _, seen := files[l.file]; !seen {
			files[l.file] = len(files)
		}
		listed = append(listed, *l)
	}
	slices.SortStableFunc(listed, func(a, b listedFinding) int { return cmp.Compare(files[a.file], files[b.file]) })
	return listed, len(r.Findings) - n
}

func markdownFinding(f *report.Finding, about *About) listedFinding {
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
		fmt.Fprintf(&b, " ([%s](%s))", inMarkdown(f.Rule), ruleURL(f.Rule))
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
	l := listedFinding{file: name, text: b.String()}
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

// serversWords is what the server says of the findings in a file, folded away.
func serversWords(listed []listedFinding, file string) string {
	var words strings.Builder
	for i := range listed {
		if listed[i].file == file {
			words.WriteString(listed[i].server)
		}
	}
	if words.Len() == 0 {
		return ""
	}
	return "\n<details><summary>What kube-apiserver says</summary>\n\n" + words.String() + "\n</details>\n"
}

// markdownPlace is FILE:LINE, or as much of it as is known.
func markdownPlace(name string, line int) string {
	if line < 1 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// shorter cuts a sentence to what a comment has room for.
func shorter(s string) string {
	if len(s) <= markdownText {
		return s
	}
	end := markdownText
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + ellipsis
}

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
