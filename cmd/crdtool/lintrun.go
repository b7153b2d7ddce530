package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint"
)

// A lintRun takes files through lint and prints what is found, file by file
// for text and in the end for JSON.
type lintRun struct {
	flags  *lintFlags
	linter *lint.Linter
	opts   lint.Options
	text   *render.Text

	stdin          io.Reader
	stdout, stderr io.Writer
	progress       *progress

	totals render.Totals
	report lint.Report // for JSON
	unread bool        // some path could not be read
}

func newLintRun(cmd *cobra.Command, f *lintFlags, opts lint.Options) *lintRun {
	return &lintRun{
		flags:  f,
		linter: lint.New(f.kubeVersion.Version),
		opts:   opts,
		text:   render.NewText(f.coloured()),
		stdin:  cmd.InOrStdin(),
		stdout: cmd.OutOrStdout(),
		stderr: cmd.ErrOrStderr(),
	}
}

// lint prints the findings of every file that paths lead to.
func (r *lintRun) lint(ctx context.Context, paths []string) error {
	names, errs := source.Expand(paths)
	for _, err := range errs {
		r.couldNotRead(err)
	}
	if !r.flags.quiet {
		r.progress = startProgress(r.stderr, len(names))
	}
	defer r.progress.end()
	return inOrder(ctx, names, r.check, func(o outcome) error {
		return r.progress.step(func() error { return r.print(o) })
	})
}

// An outcome is what is kept of a file once it has been checked. Its text and
// nodes are gone by then.
type outcome struct {
	report lint.FileReport
	text   []byte
	err    error
}

// check is called on several goroutines at once.
func (r *lintRun) check(name string) outcome {
	file, err := readSource(name, r.stdin)
	if err != nil {
		return outcome{err: err}
	}
	report := r.linter.File(file, r.opts)
	if r.flags.format == "json" {
		return outcome{report: report}
	}
	var b bytes.Buffer
	for i := range report.Findings {
		r.text.Finding(&b, &report.Findings[i], file)
	}
	return outcome{report: report, text: b.Bytes()}
}

func (r *lintRun) print(o outcome) error {
	if o.err != nil {
		r.couldNotRead(o.err)
		return nil
	}
	r.totals.Add(&o.report)
	if r.flags.format == "json" {
		r.report.Documents = append(r.report.Documents, o.report.Documents...)
		r.report.Findings = append(r.report.Findings, o.report.Findings...)
		return nil
	}
	_, err := r.stdout.Write(o.text)
	return unwritten(err)
}

// finish prints the summary, or the whole report as JSON.
func (r *lintRun) finish(took time.Duration) error {
	if r.flags.format == "json" {
		r.report.Summary = r.totals.Summary
		if err := render.JSON(r.stdout, &r.report); err != nil {
			return unwritten(err)
		}
	} else if !r.flags.quiet && r.totals.Files > 0 {
		_, err := fmt.Fprintln(r.stdout, r.totals.Line(took))
		return unwritten(err)
	}
	// Without the last line nothing would tell a run over the wrong folder from
	// a clean one.
	if r.totals.CRDs == 0 && !r.unread {
		fmt.Fprintf(r.stderr, "crdtool: no CustomResourceDefinition found in %s\n", render.Count(r.totals.Files, "file"))
	}
	return nil
}

func unwritten(err error) error {
	if err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return nil
}

func (r *lintRun) couldNotRead(err error) {
	r.unread = true
	printError(r.stderr, err)
}

// stdinName is what findings in standard input are placed in.
const stdinName = "<stdin>"

func readSource(name string, stdin io.Reader) (*source.File, error) {
	if name == source.Stdin {
		return source.ReadFrom(stdinName, stdin)
	}
	return source.ReadFile(name)
}
