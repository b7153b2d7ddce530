package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/convert"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// A convertRun converts files, and prints the results and findings.
type convertRun struct {
	cmd    *cobra.Command
	flags  *convertFlags
	config *config.Config
	linter *lint.Linter
	text   *render.Text // for the terminal
	plain  *render.Text // for files
	reportOutput

	list    *files.List
	passed  files.Summary
	printed bool             // a document was printed to standard output
	objs    []map[string]any // for -o json
	totals  report.Summary
	count   struct{ made, open, files, others, lost, without int }
}

func newConvertRun(cmd *cobra.Command, f *convertFlags, c *config.Config, to *outputs) *convertRun {
	r := &convertRun{
		cmd: cmd, flags: f, config: c, linter: lint.New(f.kubeVersion.Version),
		text: render.NewText(coloured(f.color)), plain: render.NewText(false),
		reportOutput: newReportOutput(cmd, to),
	}
	r.json = func(w io.Writer) error { return render.JSON(w, &r.report) }
	return r
}

// A converted is the result of a file.
type converted struct {
	name   string
	report lint.FileReport
	passed []files.Passed
	// shown and saved are the findings as text.
	shown, saved []byte
	// text is the output for standard output, or for the file with --write.
	text    []byte
	changed bool
	diff    string
	values  []map[string]any // for -o
	// after is the file as written, if the findings are about that.
	after *source.File

	made, open, others, lost, without int
	err                               error
}

// crds converts the CRDs of the paths.
func (r *convertRun) crds(ctx context.Context, paths []string) error {
	r.list = files.Expand(crdPaths(paths, r.config), files.CRDs)
	for _, err := range r.list.Errors {
		r.couldNotRead(atKey(r.cmd, r.config, err))
	}
	dropExcluded(r.cmd, r.config, r.list, r.flags.quiet)
	return r.each(ctx, r.list, func(f files.File) converted {
		file, passed, err := r.list.Read(&f, r.cmd.InOrStdin())
		if err != nil || file == nil {
			return converted{passed: passed, err: err}
		}
		out := r.crdsOf(file, f.Found)
		out.name, out.passed = f.Name, passed
		return out
	})
}

// whole returns a file with all documents, also those that a search skips, and a function that reports which
// were not skipped.
func whole(file *source.File, found bool) (*source.File, func(*source.Document) bool) {
	if !found {
		return file, nil
	}
	kept := map[int]bool{}
	for _, doc := range file.Documents {
		kept[doc.Index] = true
	}
	return edit.Reread(file, bytes.Clone(file.Text)), func(doc *source.Document) bool { return kept[doc.Index] }
}

// crdsOf converts the CRDs of a file. It is called concurrently.
func (r *convertRun) crdsOf(read *source.File, found bool) converted {
	file, wanted := whole(read, found)
	unknown := convert.Unknown(r.flags.unknown)
	result := convert.File(file, unknown, wanted)
	out := converted{report: result.Report(file, r.linter, listedFindings(r.flags.maxFindings)), made: len(result.Made)}
	open := result.Open(file, &out.report)
	out.open = len(open)
	if r.flags.write && len(open) > 0 {
		closed := map[int]bool{}
		for i, doc := range file.Documents {
			closed[doc.Index] = open[i]
		}
		result = convert.File(file, unknown, func(doc *source.Document) bool {
			return !closed[doc.Index] && (wanted == nil || wanted(doc))
		})
		if out.made = len(result.Made); out.made > 0 {
			// The remaining CRDs are on other lines afterwards.
			out.after = edit.Reread(file, bytes.Clone(result.Text))
			left := convert.File(out.after, unknown, wanted)
			out.report = left.Report(out.after, r.linter, listedFindings(r.flags.maxFindings))
		}
	}
	for i, doc := range file.Documents {
		at := doc
		if made := result.Made[i]; made != nil {
			at = made
		} else if doc.IsCRD() {
			out.others++
		}
		if r.flags.output.objects != "" && at.IsCRD() {
			out.add(at)
		}
	}
	r.render(&out, file, result)
	if out.made+out.others+out.open == 0 {
		out.text = nil // the file has no CRD
	}
	return out
}

func (c *converted) add(doc *source.Document) {
	if object, ok := source.Value(doc.Root).(map[string]any); ok {
		c.values = append(c.values, object)
	}
}

// render renders the findings and the converted text of a file.
func (r *convertRun) render(out *converted, file *source.File, result *convert.Result) {
	lines := file
	if out.after != nil {
		lines = out.after
	}
	out.after = nil // it may be large
	limit := render.NewLimit(int(r.flags.maxFindings))
	var shown, saved bytes.Buffer
	onScreen, inFiles := r.to.stdout == "text", r.to.saves("text")
	for i := range out.report.Findings {
		if !(onScreen || inFiles) || !limit.Take(&out.report.Findings[i]) {
			continue
		}
		if onScreen {
			r.text.Finding(&shown, &out.report.Findings[i], lines)
		}
		if inFiles {
			r.plain.Finding(&saved, &out.report.Findings[i], lines)
		}
	}
	for _, line := range limit.Rest() {
		line = render.Escape(file.Name) + ": " + line + "\n\n"
		shown.WriteString(line)
		saved.WriteString(line)
	}
	out.shown, out.saved = shown.Bytes(), saved.Bytes()
	if r.to.showHTML() {
		r.snippets.Add(out.report.Findings, lines)
	}
	out.text, out.changed = edit.Bytes(file, result.Text), !bytes.Equal(file.Text, result.Text)
	if r.flags.diff && out.changed {
		out.diff = diff.Unified(file.Name, file.Name, string(file.Text), string(result.Text))
	}
}

// objects converts custom objects.
func (r *convertRun) objects(ctx context.Context, paths []string) error {
	cluster := newApplyRun(r.cmd, &applyFlags{
		crds: r.flags.crds, kubeVersion: r.flags.kubeVersion, quiet: r.flags.quiet,
		// The defaults of request flags: no request is made.
		fieldValidation: "strict", subresource: "none", verb: "auto", cascade: "background", output: objectOutput{format: "text"},
	}, r.config, r.to)
	if len(r.flags.crds) == 0 {
		cluster.flags.crds = r.config.Paths.CRDs
	}
	if len(paths) == 0 {
		paths = configured(r.config.Paths.Objects)
	}
	if err := cluster.loadCluster(ctx, paths); err != nil {
		return err
	}
	r.unread = cluster.unread
	r.list = cluster.files
	group, version := r.flags.target()
	err := r.each(ctx, r.list, func(f files.File) converted {
		in, known := cluster.read[f.Name]
		if !known {
			in = cluster.open(f)
		}
		if err := cluster.failed[f.Name]; err != nil {
			in.err = err
		}
		if in.err != nil || in.file == nil {
			return converted{passed: in.passed, err: in.err}
		}
		file, wanted := whole(in.file, f.Found)
		result := convert.To(file, cluster.crds, group, version, wanted)
		out := converted{name: f.Name, passed: in.passed, made: len(result.Made), without: result.WithoutCRD}
		out.report = lint.FileReport{File: file.Name, Findings: result.Findings, Summary: report.Summary{Files: 1, Objects: len(result.Made)}}
		for i := range result.Findings {
			f := &result.Findings[i]
			out.report.Summary.Count(f)
			switch f.Severity {
			case finding.Error:
				out.open++
			case finding.Warning:
				out.lost++
			}
		}
		for i := range file.Documents {
			if object := result.Objects[i]; object != nil && r.flags.output.objects != "" {
				out.values = append(out.values, object)
			}
		}
		r.render(&out, file, result.Result)
		if out.made == 0 {
			out.text = nil
		}
		return out
	})
	cluster.printShadowed()
	return err
}

// each converts the files of a list, and prints the results in order.
func (r *convertRun) each(ctx context.Context, list *files.List, do func(files.File) converted) error {
	done := 0
	err := inorder.Do(ctx, list.Files, do, func(c converted) error {
		done++
		return r.print(&c)
	})
	cut, err := unfinished(ctx, err, done, len(list.Files))
	if cut != nil {
		r.couldNotRead(cut)
	}
	return err
}

func (r *convertRun) print(c *converted) error {
	if c.err != nil {
		r.couldNotRead(c.err)
		return nil
	}
	r.passed.Add(c.passed)
	r.totals.Add(c.report.Summary)
	r.count.made += c.made
	r.count.open += c.open
	r.count.others += c.others
	r.count.lost += c.lost
	r.count.without += c.without
	if r.to.reports() {
		r.report.Documents = append(r.report.Documents, c.report.Documents...)
		r.report.Findings = append(r.report.Findings, c.report.Findings...)
	}
	r.saved.Write(c.saved)
	if r.to.stdout == "text" {
		if _, err := r.findings().Write(c.shown); err != nil {
			return unwritten(err)
		}
	}
	if r.flags.write && c.changed {
		if err := replaceFile(c.name, c.text); err != nil {
			return fmt.Errorf("--write: %s: %w", c.name, reason(err))
		}
		r.count.files++
	}
	if r.flags.write || r.to.stdout != "text" {
		return nil
	}
	var err error
	switch {
	case r.flags.diff:
		err = writeDiff(r.stdout, c.diff)
	case r.flags.output.objects == "json":
		r.objs = append(r.objs, c.values...)
	case r.flags.output.objects == "yaml":
		for _, v := range c.values {
			text, encoding := yamltext.Marshal(v)
			if encoding != nil {
				return encoding
			}
			if err == nil {
				err = r.printText(text)
			}
		}
	case len(c.text) > 0:
		text, unsafe := printable(c.text)
		if unsafe != nil {
			r.couldNotRead(fmt.Errorf("%s has characters that are unsafe to print, and they cannot be escaped (%w); run it with --write", c.name, unsafe))
			return nil
		}
		err = r.printText(text)
	}
	return unwritten(err)
}

// printable returns a converted text for printing. It keeps comments and layout, unless there are characters
// that act on a terminal or on a CI system: these are escaped, and values stay the same.
func printable(text []byte) ([]byte, error) {
	if safetext.IsSafe(string(text)) || !json.Valid(text) {
		return yamltext.Escaped(text)
	}
	var b bytes.Buffer
	err := safetext.Write(&b, safetext.JSON, of(text))
	return b.Bytes(), err
}

// printText prints a document after the previous ones.
func (r *convertRun) printText(text []byte) error {
	if r.printed && !bytes.HasPrefix(text, []byte("---")) {
		text = append([]byte("---\n"), text...)
	}
	r.printed = true
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(bytes.Clone(text), '\n')
	}
	_, err := r.stdout.Write(text)
	return err
}

// findings returns the writer for findings, which keeps them apart from converted documents.
func (r *convertRun) findings() io.Writer {
	if r.flags.write {
		return r.stdout
	}
	return r.stderr
}

// finish prints the collected output and the last line, and writes the files.
func (r *convertRun) finish() error {
	r.report.Summary, r.report.Errors = r.totals, report.RunErrors(r.unread)
	r.report.PassedOver = r.passed.Report()
	about := &render.About{
		Command: "convert", Version: version(), Repository: render.FindRepository("."), Objects: r.flags.to != "",
		Fails: func(f *report.Finding) bool { return f.Severity == finding.Error }, Unread: r.unread,
	}
	var err error
	switch {
	case r.to.stdout != "text":
		err = r.write(r.stdout, r.to.stdout, about)
	case r.flags.output.objects == "json" && !r.flags.write:
		err = printJSON(r.stdout, r.objs)
	}
	if err != nil {
		return unwritten(err)
	}
	// Without it, a run over the wrong folder would look like a successful one.
	if !r.flags.quiet || r.count.made+r.count.open+r.count.others == 0 && len(r.unread) == 0 {
		to, line := r.stderr, "crdtool: "+r.summary()
		if r.flags.write && r.to.stdout == "text" {
			to, line = r.stdout, r.summary()
		}
		var passed []string
		if !r.flags.quiet {
			passed = r.passed.Lines("convert", r.flags.verbose)
		}
		if err := printLastLines(to, line, passed, r.list, r.flags.verbose); err != nil {
			return unwritten(err)
		}
	}
	return r.writeFiles(about)
}

// summary returns the last line.
func (r *convertRun) summary() string {
	n := &r.count
	if r.flags.to != "" {
		return r.objectSummary()
	}
	if n.made+n.open == 0 {
		line := fmt.Sprintf("no CustomResourceDefinition of %s found in %s", convert.APIVersion, prose.Count(len(r.list.Files), "file"))
		if n.others > 0 {
			line += fmt.Sprintf("; %s %s of v1 already", prose.Count(n.others, "CRD"), isOrAre(n.others))
		}
		return line + notSearched(r.list)
	}
	if r.flags.write {
		line := fmt.Sprintf("%s converted in %s", prose.Count(n.made, "CRD"), prose.Count(n.files, "file"))
		if n.open > 0 {
			line += fmt.Sprintf("; %s as before, with something left to decide", stay(n.open))
		}
		return line
	}
	line := prose.Count(n.made, "CRD") + " converted"
	if n.open > 0 {
		line += fmt.Sprintf("; %d still to be decided about", n.open)
	}
	return line
}

func (r *convertRun) objectSummary() string {
	n := &r.count
	line := fmt.Sprintf("%s converted to %s", prose.Count(n.made, "object"), r.flags.to)
	if r.flags.write {
		line += " in " + prose.Count(n.files, "file")
	}
	if n.lost > 0 {
		line += fmt.Sprintf(", losing %s", prose.Count(n.lost, "value"))
	}
	if n.open > 0 {
		line += fmt.Sprintf("; %s not converted", prose.Count(n.open, "object"))
	}
	if n.without > 0 {
		line += fmt.Sprintf("; there is no CRD for %s", prose.Count(n.without, "object"))
	}
	if n.made+n.open+n.without == 0 {
		line += fmt.Sprintf(": no custom objects found in %s", prose.Count(len(r.list.Files), "file")) + notSearched(r.list)
	}
	return line
}

// stay returns "1 CRD stays", or the plural.
func stay(n int) string {
	if n == 1 {
		return "1 CRD stays"
	}
	return prose.Count(n, "CRD") + " stay"
}
