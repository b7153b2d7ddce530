package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/config"
	"github.com/crdtool/crdtool/internal/diff"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// An applyRun takes the objects of files through a dry run and prints what
// becomes of them.
type applyRun struct {
	cmd    *cobra.Command
	flags  *applyFlags
	config *config.Config
	text   *render.Text // for standard output
	plain  *render.Text // for files

	crds   *apply.CRDs
	runner *apply.Runner
	files  *files.List
	read   map[string]input // those that can't be read again
	passed files.Summary
	failed map[string]error // those that could not be read at all
	// shadowed are the CRDs that were found, and left out for nearer ones.
	shadowed []apply.Shadowed

	stdin  io.Reader
	stderr io.Writer
	reportOutput

	totals  report.Summary
	all     report.Objects   // for JSON
	rows    []report.Row     // for --show-columns
	objects []map[string]any // for -o json
	printed bool             // a document of -o yaml
	unread  []error          // about paths that could not be read
}

func newApplyRun(cmd *cobra.Command, f *applyFlags, c *config.Config, to *outputs) *applyRun {
	r := &applyRun{
		cmd:    cmd,
		flags:  f,
		config: c,
		text:   render.NewText(f.coloured()),
		plain:  render.NewText(false),
		crds:   apply.NewCRDs(f.kubeVersion.Version, f.ignoreCRDErrors),
		read:   map[string]input{},
		failed: map[string]error{},
		stdin:  cmd.InOrStdin(),
		stderr: cmd.ErrOrStderr(),

		reportOutput: reportOutput{to: to, stdout: cmd.OutOrStdout()},
	}
	r.text.Most, r.plain.Most = int(f.maxFindings), int(f.maxFindings)
	r.json = func(w io.Writer) error { return render.AppliedJSON(w, &r.all) }
	return r
}

// An applied is what is kept of a file once its objects have been tried. Its
// text and nodes are gone by then.
type applied struct {
	report apply.FileReport
	// text is for standard output, refused for standard error where standard
	// output has no place for it, saved for files.
	text, refused, saved []byte
	passed               []files.Passed
	err                  error
}

func (r *applyRun) apply(ctx context.Context) error {
	done := 0
	err := inorder.Do(ctx, r.files.Files, r.try, func(a applied) error {
		done++
		return r.print(a)
	})
	cut, err := unfinished(ctx, err, done, len(r.files.Files))
	if cut != nil {
		r.couldNotRead(cut)
	}
	return err
}

// try is called on several goroutines at once.
func (r *applyRun) try(f files.File) applied {
	if err := r.failed[f.Name]; err != nil {
		return applied{err: err}
	}
	in, read := r.read[f.Name]
	if !read {
		if in = r.open(f); in.err != nil {
			return applied{err: in.err}
		}
	}
	file := in.file
	if file == nil {
		return applied{report: apply.FileReport{Summary: report.Summary{Files: 1}}, passed: in.passed}
	}
	out := applied{report: r.runner.File(file), passed: in.passed}
	var text, refused, saved bytes.Buffer
	if r.to.stdout == "text" {
		if r.piped() {
			r.blocks(&refused, r.text, &out.report, file, false)
		} else {
			r.blocks(&text, r.text, &out.report, file, !r.flags.quiet)
		}
	}
	if r.to.saves("text") {
		r.blocks(&saved, r.plain, &out.report, file, !r.flags.quiet)
	}
	for i := range out.report.Results {
		result := &out.report.Results[i]
		if r.flags.diff && result.Object != nil {
			text.WriteString(storedDiff(result))
		}
		result.Sent, result.Stored = nil, nil // results may be kept until the end of the run
	}
	out.text, out.refused, out.saved = text.Bytes(), refused.Bytes(), saved.Bytes()
	return out
}

// blocks writes what is found in a file, and of its objects all or the refused
// ones.
func (r *applyRun) blocks(b *bytes.Buffer, text *render.Text, of *apply.FileReport, file *source.File, all bool) {
	for i := range of.Findings {
		text.Finding(b, &of.Findings[i], file)
	}
	for i := range of.Results {
		if result := &of.Results[i]; all || result.Verdict == report.Refused {
			text.Object(b, result, file)
		}
	}
}

// piped reports whether standard output is for a program, which can't do with
// what is said about refused objects.
func (r *applyRun) piped() bool {
	return r.flags.diff || r.flags.showColumns || r.flags.output.objects == "yaml" || r.flags.output.objects == "json"
}

func (r *applyRun) print(a applied) error {
	if a.err != nil {
		r.couldNotRead(a.err)
		return nil
	}
	r.totals.Add(a.report.Summary)
	r.passed.Add(a.passed)
	r.keep(&a.report)
	r.saved.Write(a.saved)
	if _, err := r.stderr.Write(a.refused); err != nil {
		return unwritten(err)
	}
	if _, err := r.stdout.Write(a.text); err != nil {
		return unwritten(err)
	}
	for i := range a.report.Results {
		result := &a.report.Results[i]
		switch {
		case result.Object == nil:
		case r.flags.showColumns:
			r.rows = append(r.rows, *result.Row)
		case r.flags.output.objects == "yaml":
			if err := r.printYAML(result.Object); err != nil {
				return unwritten(err)
			}
		case r.flags.output.objects == "json":
			r.objects = append(r.objects, result.Object)
		}
	}
	return nil
}

// keep keeps of a file what is written in the end.
func (r *applyRun) keep(of *apply.FileReport) {
	if r.to.stdout == "json" || r.to.saves("json") {
		r.all.Results = append(r.all.Results, of.Results...)
		r.all.Findings = append(r.all.Findings, of.Findings...)
	}
	if r.to.reports() {
		whole := of.Whole()
		r.report.Documents = append(r.report.Documents, whole.Documents...)
		r.report.Findings = append(r.report.Findings, whole.Findings...)
	}
}

func (r *applyRun) printYAML(object map[string]any) error {
	text, err := yaml.Marshal(object)
	if err != nil {
		return err
	}
	if r.printed {
		text = append([]byte("---\n"), text...)
	}
	r.printed = true
	_, err = r.stdout.Write(text)
	return err
}

// finish prints the summary, or what is printed all at once, and then the files.
func (r *applyRun) finish(took time.Duration) error {
	r.tellShadowed()
	r.all.Summary, r.report.Summary = r.totals, r.totals
	about := r.about()
	if err := r.finishStdout(about, took); err != nil {
		return unwritten(err)
	}
	return r.writeFiles(about)
}

func (r *applyRun) finishStdout(about *render.About, took time.Duration) error {
	var err error
	switch {
	case r.to.stdout != "text":
		err = r.write(r.stdout, r.to.stdout, about)
	case r.flags.showColumns:
		_, err = io.WriteString(r.stdout, render.Rows(r.rows))
	case r.flags.output.objects == "json":
		err = printJSON(r.stdout, r.objects)
	case !r.piped() && !r.flags.quiet && r.totals.Files > 0:
		_, err = fmt.Fprintln(r.stdout, render.AppliedLine(&r.totals, took))
		for _, line := range r.passed.Lines("apply-dry") {
			_, err = fmt.Fprintln(r.stdout, line)
		}
		return err
	}
	// Without the last line nothing would tell a run over the wrong folder from
	// one in which all goes well.
	if err == nil && r.totals.Objects+r.totals.Errors == 0 && len(r.unread) == 0 {
		fmt.Fprintf(r.stderr, "crdtool: no custom objects found in %s\n", render.Count(r.totals.Files, "file"))
	}
	return err
}

// about is what reports say of the run.
func (r *applyRun) about() *render.About {
	return &render.About{
		Command: "apply-dry", Version: version(), Repository: render.FindRepository("."), Objects: true,
		Fails: func(f *report.Finding) bool { return f.Severity == finding.Error }, Unread: r.unread,
	}
}

// printJSON prints objects as kubectl does: one as it is, several as a List.
func printJSON(w io.Writer, objects []map[string]any) error {
	var v any
	switch len(objects) {
	case 0:
		return nil
	case 1:
		v = objects[0]
	default:
		v = map[string]any{"apiVersion": "v1", "kind": "List", "metadata": map[string]any{}, "items": objects}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "    ")
	return e.Encode(v)
}

// storedDiff is a diff from an object as it is written to it as it is stored.
// Both are written alike, so that it shows values and not how they are written.
func storedDiff(r *report.Result) string {
	sent, err := yaml.Marshal(r.Sent)
	if err != nil {
		return ""
	}
	stored, err := yaml.Marshal(r.Object)
	if err != nil {
		return ""
	}
	name := render.Escape(fmt.Sprintf("%s:%d %s %q", r.File, r.Line, r.Kind, r.Name))
	return diff.Unified(name+" as written", name+" as stored", string(sent), string(stored))
}

func (r *applyRun) couldNotRead(err error) {
	r.unread = append(r.unread, err)
	printError(r.stderr, err)
}
