package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/config"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/lintrun"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint"
)

// A lintRun takes files through lint and hands what is found to its output.
type lintRun struct {
	flags  *lintFlags
	run    lintrun.Run
	output *lintOutput

	cmd      *cobra.Command
	config   *config.Config
	baseline *baseline // nil for none

	stdin io.Reader
	// stdinFile is what was read from there, for stored CRDs that are missing.
	stdinFile *source.File
	stderr    io.Writer
	progress  *progress

	fixes  fixRun
	unread []error // about paths that could not be read
}

func newLintRun(cmd *cobra.Command, f *lintFlags, c *config.Config, opts lint.Options, to *outputs, base *baseline) *lintRun {
	r := &lintRun{
		flags: f,
		run:   lintrun.Run{Linter: lint.New(f.kubeVersion.Version), Options: opts, Config: c, Rules: f.rules.selector(c), OnlyCRDs: f.onlyCRDs},
		cmd:   cmd, config: c, baseline: base,
		output: &lintOutput{
			reportOutput: reportOutput{to: to, stdout: cmd.OutOrStdout()},
			fails:        f.failing.fails, quiet: f.quiet, statistics: f.statistics, most: int(f.maxFindings),
			text: render.NewText(f.coloured()), plain: render.NewText(false),
		},
		stdin:  cmd.InOrStdin(),
		stderr: cmd.ErrOrStderr(),
	}
	r.output.json = func(w io.Writer) error { return render.JSON(w, &r.output.report) }
	if base != nil && !base.writing {
		r.run.Hide = base.Hides
	}
	return r
}

// lint prints the findings of every file that paths lead to, then those about
// the CRDs of all files together.
func (r *lintRun) lint(ctx context.Context, paths []string) error {
	names, errs := source.Expand(paths)
	for _, err := range errs {
		r.couldNotRead(err)
	}
	all := names
	names = withoutExcluded(r.cmd, r.config, paths, names, r.flags.quiet)
	if !r.flags.quiet {
		r.progress = startProgress(r.stderr, len(names))
	}
	defer r.progress.end()
	done := 0
	if !r.output.to.reports() {
		keepHeapSmall()
	}
	err := inorder.Do(ctx, names, r.check, func(o outcome) error {
		done++
		return r.progress.step(func() error { return r.print(o) })
	})
	if r.baseline != nil && r.baseline.writing && err != nil {
		return err // a part of a baseline is worse than the old one
	}
	cut, err := unfinished(ctx, err, done, len(names))
	if err != nil {
		return err
	}
	if cut != nil {
		r.progress.end()
		r.couldNotRead(cut)
		return nil // there is no telling what rules over all files would find
	}
	r.run.Missing = r.missing(paths, all)
	set := r.run.Set()
	r.output.totals.Ignored += set.Hidden
	r.output.totals.Known += set.Known
	return r.progress.step(func() error { return r.printSet(&set) })
}

// An outcome is what is kept of a file once it has been checked. Its text and
// nodes are gone by then.
type outcome struct {
	report lint.FileReport
	text   fileText
	diff   string // of the fixes that were not made
	made   int
	// generator is what writes a file anew that was changed, or would be.
	generator string
	err       error
}

// check is called on several goroutines at once.
func (r *lintRun) check(name string) outcome {
	file, err := readSource(name, r.stdin)
	if err != nil {
		return outcome{err: err}
	}
	if name == source.Stdin {
		r.stdinFile = file
	}
	if r.flags.fixes.fix {
		return r.fix(name, file)
	}
	report := r.run.File(file)
	return outcome{report: report, text: r.output.render(&report, file)}
}

func (r *lintRun) print(o outcome) error {
	if o.err != nil {
		r.couldNotRead(o.err)
		return nil
	}
	if err := r.printFixes(&o); err != nil {
		return err
	}
	r.run.Keep(&o.report)
	if r.baseline != nil && r.baseline.writing {
		for i := range o.report.Findings {
			r.baseline.Add(&o.report.Findings[i])
		}
		r.output.totals.Add(&o.report)
		return nil
	}
	return r.output.add(&o.report, o.text)
}

func (r *lintRun) printSet(set *lint.SetReport) error {
	if r.baseline != nil && r.baseline.writing {
		for i := range set.Findings {
			r.baseline.Add(&set.Findings[i])
		}
		return nil
	}
	return r.output.addSet(set)
}

// finish writes what is written in the end.
func (r *lintRun) finish(took time.Duration) error {
	if r.baseline != nil && r.baseline.writing {
		return r.baseline.save(r.output.stdout)
	}
	if err := r.output.finish(r.about(), took); err != nil {
		return err
	}
	if r.baseline != nil && !r.flags.quiet {
		r.baseline.reportObsolete(r.stderr)
	}
	r.finishFixes()
	r.tellGenerated()
	// Without the last line nothing would tell a run over the wrong folder from
	// a clean one.
	t := &r.output.totals
	if t.CRDs == 0 && len(r.unread) == 0 && (r.flags.quiet || r.output.to.stdout != "text" || t.Files == 0) {
		fmt.Fprintf(r.stderr, "crdtool: no CustomResourceDefinition found in %s\n", render.Count(t.Files, "file"))
	}
	return nil
}

// about is what reports say of the run.
func (r *lintRun) about() *render.About {
	about := &render.About{
		Command: "lint", Version: version(), Repository: render.FindRepository("."), Fails: r.flags.failing.fails, Unread: r.unread,
	}
	// Rules that are on for some files only are among them, if they are on in the
	// working directory.
	about.Rules = r.run.Rules.For(".").Active
	return about
}

func (r *lintRun) couldNotRead(err error) {
	r.unread = append(r.unread, err)
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
