package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// A lintOutput writes the findings of a run: text on standard output in the order of the files, everything else
// in the end.
type lintOutput struct {
	reportOutput
	quiet      bool
	verbose    bool
	statistics bool
	most       int // limit of findings of one code at one place, see render.Limit
	alike      *render.RepeatedWarnings
	text       *render.Text // for standard output
	plain      *render.Text // for files

	support []report.Document // documents with their Support

	fails   func(*report.Finding) bool
	failed  bool // a finding makes the exit status 1
	flushed bool
	// diff is the command that shows what the change of stored CRDs breaks; "" without --old and --against.
	diff string
	// foreign has the groups or the names of CRDs of other projects.
	foreign []string
	// pending has the texts of findings until findings of one cause are joined.
	pending []pendingText
	totals  render.Totals
	passed  files.Summary
	copies  crdCopies
	list    *files.List
	counts  render.RuleCounts
	order   lintrun.Order // of the files in report
}

// fileText has the texts of the findings of a file, for standard output and for files.
type fileText []findingText

// findingText is the text of a finding, or a line about findings.
type findingText struct {
	index        int // into the findings of the file, -1 for none
	isLine       bool
	said         render.WarningText
	together     render.FindingGroup
	line         int
	shown, saved []byte
}

// A slab stores texts in chunks, so that each text needs no allocation of its own.
type slab struct {
	text bytes.Buffer // the next text
	free []byte
	size int // size of the last chunk
}

// slabSize is the largest size of a chunk in bytes.
const slabSize = 32 << 10

func (s *slab) write(write func(*bytes.Buffer)) []byte {
	s.text.Reset()
	write(&s.text)
	n := s.text.Len()
	if n > slabSize/8 {
		return bytes.Clone(s.text.Bytes())
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, 2*n), slabSize)
		s.free = make([]byte, s.size)
	}
	text := s.free[:n:n]
	s.free = s.free[copy(text, s.text.Bytes()):]
	return text
}

// without removes the texts of the findings whose sorted indexes are in left, and adjusts the indexes of the
// others.
func (t fileText) without(left []int) fileText {
	kept := t[:0]
	for _, f := range t {
		before, is := slices.BinarySearch(left, f.index)
		if is {
			continue
		}
		if f.index >= 0 {
			f.index -= before
		}
		kept = append(kept, f)
	}
	return kept
}

// folded returns the text in which findings that differ only in their line are one, if they are more than a
// few.
func (t fileText) folded() fileText {
	alike := map[render.FindingGroup][]int{}
	for i := range t {
		if t[i].together != (render.FindingGroup{}) {
			alike[t[i].together] = append(alike[t[i].together], i)
		}
	}
	gone := map[int]bool{}
	for _, list := range alike {
		if len(list) <= render.FewApart {
			continue
		}
		first := &t[list[0]]
		var lines []int
		for _, i := range list[1:] {
			lines, gone[i] = append(lines, t[i].line), true
		}
		for _, text := range [...]*[]byte{&first.shown, &first.saved} {
			if len(*text) > 0 {
				*text = render.WithLines(*text, first.line, lines)
			}
		}
	}
	if len(gone) == 0 {
		return t
	}
	var out fileText
	for i := range t {
		if !gone[i] {
			out = append(out, t[i])
		}
	}
	return out
}

// pendingText is the text of a file. first is the index of its first finding in the report.
type pendingText struct {
	text  fileText
	first int
}

// byCause returns the text after findings were joined: it drops joined findings, and adds their places to the
// others.
func (p *pendingText) byCause(found []report.Finding, joined map[int]bool, all bool) fileText {
	kept := p.text[:0]
	for _, t := range p.text {
		at := p.first + t.index
		if t.index >= 0 && joined[at] {
			continue
		}
		if t.index >= 0 && !t.isLine {
			t.shown, t.saved = render.WithAlso(t.shown, &found[at], all), render.WithAlso(t.saved, &found[at], all)
		}
		kept = append(kept, t)
	}
	return kept
}

// unread returns the errors of a file that cannot be read, and nothing for other files.
func (o *lintOutput) unread(r *lint.FileReport, file *source.File) []byte {
	var b bytes.Buffer
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == finding.Error && slices.ContainsFunc(file.Problems, func(p finding.Finding) bool { return p.Code.Rule() == f.Rule && p.Pos == f.Pos() }) {
			o.plain.Finding(&b, f, file)
		}
	}
	return b.Bytes()
}

// render renders the report of a file. It is called concurrently.
func (o *lintOutput) render(r *lint.FileReport, file *source.File) fileText {
	var out fileText
	show, save := o.to.stdout == "text" && !o.statistics, o.to.saves("text")
	if o.to.showHTML() {
		o.snippets.Add(r.Findings, file)
	}
	line := func(index int, text string) {
		t := findingText{index: index, isLine: true}
		if show {
			t.shown = []byte(text)
		}
		if save {
			t.saved = []byte(text)
		}
		out = append(out, t)
	}
	unchecked := newUncheckedLines(r)
	limit := render.NewLimit(o.most)
	var texts slab
	out = make(fileText, 0, len(r.Findings))
	for i := range r.Findings {
		unchecked.before(i, line)
		if !limit.Take(&r.Findings[i]) {
			continue
		}
		text := findingText{index: i, said: render.WarningTextOf(&r.Findings[i])}
		text.together, text.line = render.FindingGroupOf(&r.Findings[i])
		if show {
			text.shown = texts.write(func(b *bytes.Buffer) { o.text.Finding(b, &r.Findings[i], file) })
		}
		if save {
			text.saved = texts.write(func(b *bytes.Buffer) { o.plain.Finding(b, &r.Findings[i], file) })
		}
		out = append(out, text)
	}
	for _, rest := range limit.Rest() {
		line(-1, render.Escape(r.File)+": "+rest+"\n\n")
	}
	unchecked.before(len(r.Findings), line)
	return out
}

// add adds the files one after the other, in order.
func (o *lintOutput) add(r *lint.FileReport, text fileText) {
	o.totals.Add(r)
	o.failed = o.failed || slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return o.fails(&f) })
	for i := range r.Documents {
		if r.Documents[i].Support != nil {
			o.support = append(o.support, r.Documents[i])
		}
	}
	if o.to.reports() {
		o.order.Follow(r)
		o.report.Documents = append(o.report.Documents, r.Documents...)
	}
	if len(text) > 0 {
		o.pending = append(o.pending, pendingText{text, len(o.report.Findings)})
	}
	o.report.Findings = append(o.report.Findings, r.Findings...)
}

// flush joins the findings of one cause after all files were added, and writes the text.
func (o *lintOutput) flush() error {
	if o.flushed {
		return nil
	}
	o.flushed = true
	found := o.report.Findings
	kept, joined := findinglist.ByCause(found)
	for i := range found {
		if joined[i] {
			o.totals.Join(&found[i])
		}
	}
	shown := bufio.NewWriterSize(o.stdout, slabSize)
	for i := range o.pending {
		text := o.pending[i].byCause(found, joined, o.verbose || o.most == 0)
		if o.most > 0 {
			text = text.folded()
		}
		for _, t := range text {
			if !o.alike.Take(t.said) {
				continue
			}
			o.saved.Write(t.saved)
			if _, err := shown.Write(t.shown); err != nil {
				return unwritten(err)
			}
		}
	}
	o.pending, o.report.Findings = nil, kept
	if o.statistics {
		o.counts.Add(kept)
	}
	return unwritten(shown.Flush())
}

// finish writes the last line, or other formats, and then the files.
func (o *lintOutput) finish(ctx context.Context, about *render.About, took time.Duration) error {
	if err := o.flush(); err != nil {
		return err
	}
	o.report.Summary = o.totals.Summary
	o.report.PassedOver = o.passed.Report()
	if o.to.saves("text") {
		o.saved.WriteString(o.alikeText())
	}
	if text := o.supportText(); text != "" && o.to.saves("text") {
		o.saved.WriteString(text)
	}
	if err := o.finishStdout(ctx, about, took); err != nil {
		return unwritten(err)
	}
	return o.writeFiles(about)
}

func (o *lintOutput) finishStdout(ctx context.Context, about *render.About, took time.Duration) error {
	if o.to.stdout != "text" {
		if o.statistics {
			return render.StatisticsJSON(o.stdout, &o.counts, &o.totals.Summary)
		}
		return o.write(o.stdout, o.to.stdout, about)
	}
	if o.statistics {
		if err := render.Statistics(o.stdout, &o.counts); err != nil {
			return err
		}
	}
	if !o.statistics {
		if _, err := io.WriteString(o.stdout, o.alikeText()+o.supportText()); err != nil {
			return err
		}
	}
	if o.totals.Files == 0 {
		return nil
	}
	if o.quiet {
		if t := &o.totals; t.CRDs+t.Errors+t.Warnings == 0 {
			return nil // an error tells that nothing was found
		}
		return printLastLines(o.stdout, o.totals.Line(took), nil, nil, false)
	}
	after := o.passed.Lines("lint", o.verbose)
	if line := o.copies.line(ctx, o.list); line != "" {
		after = append([]string{line}, after...)
	}
	if line := foreignLine(o.totals.Foreign, o.foreign); line != "" {
		after = append([]string{line}, after...)
	}
	if line := changedLine(o.totals.Changed, o.diff); line != "" {
		after = append([]string{line}, after...)
	}
	return printLastLines(o.stdout, o.totals.Line(took), after, o.list, o.verbose || o.totals.CRDs == 0)
}

// alikeText counts the warnings that are not shown because others have the same message.
func (o *lintOutput) alikeText() string {
	var b strings.Builder
	for _, line := range o.alike.Rest() {
		b.WriteString(line + "\n\n")
	}
	return b.String()
}

// supportText returns on which versions of Kubernetes the CRDs install, if that was asked for.
func (o *lintOutput) supportText() string {
	if len(o.support) == 0 {
		return ""
	}
	text := strings.TrimRight(render.Support(o.support, o.report.KubeVersions, o.verbose), "\n")
	if text != "" {
		text += "\n\n"
	}
	return text
}
