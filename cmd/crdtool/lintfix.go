package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// fixFlags are --fix, --dry-run and --fix-generated.
type fixFlags struct {
	fix       bool
	dryRun    bool
	generated bool
}

func (f *fixFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.fix, "fix", false, "apply the fixes to the files, then print the remaining findings")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "with --fix: print the fixes as a diff, and write nothing")
	cmd.Flags().BoolVar(&f.generated, "fix-generated", false, "with --fix: change generated CRDs instead of their Go types, without a note; for runs after each generation")
	group(cmd.Flags(), "Fixes", "fix", "dry-run", "fix-generated")
}

// check returns an error about flags that exclude each other, before anything is written.
func (f *fixFlags) check(paths []string, to *outputs, statistics bool) error {
	switch {
	case f.generated && !f.fix:
		return errors.New("--fix-generated requires --fix; write: --fix --fix-generated")
	case f.dryRun && !f.fix:
		return errors.New("--dry-run requires --fix; write: --fix --dry-run")
	case f.dryRun && (to.reports() || len(to.files) > 0 || statistics):
		return errors.New("--fix --dry-run prints a diff; remove --format, --output and --statistics")
	case !f.fix || f.dryRun:
		return nil
	}
	for _, p := range paths {
		if p == files.Stdin {
			return errors.New("--fix cannot change standard input; print the changes with --fix --dry-run")
		}
	}
	return nil
}

// A fixRun records the fixes of a run.
type fixRun struct {
	diff io.Writer // output of --dry-run; nil without it
	made int
	// generated counts the changed files whose CRDs have a generator, which will overwrite the fixes. generator
	// is the generator of the first.
	generated int
	generator string
	// goFiles are the changed Go files. generate is the command that generates the CRDs from them, if known.
	// With --dry-run, files only would be changed.
	goFiles  []string
	generate string
	// left counts fixes of Go types that were not made, as they would change other CRDs too.
	left int
}

// startFixes reserves standard output for the diff of --dry-run.
func (r *lintRun) startFixes() {
	if r.flags.fixes.dryRun {
		r.fixes.diff, r.output.stdout = r.output.stdout, io.Discard
	}
}

// fix makes the fixes of a file, or only computes them. It is called concurrently, with different files.
func (r *lintRun) fix(name string, file *source.File, w *deadline.Watch) outcome {
	fixed := r.run.Fix(file, w.Begin)
	if r.flags.fixes.dryRun {
		o := outcome{report: fixed.Before, made: fixed.Made}
		o.unread = r.output.unread(&o.report, file)
		if fixed.Made > 0 {
			o.generator = generatorOf(&o.report)
			o.diff = diff.Unified(file.Name, file.Name, string(file.Text), string(fixed.File.Text))
		}
		return o
	}
	if fixed.Made > 0 && !w.GivenUp() {
		if err := replaceFile(name, fixed.Bytes()); err != nil {
			return outcome{err: fmt.Errorf("--fix: %s: %w", name, reason(err))}
		}
	}
	o := outcome{report: fixed.Report, text: r.output.render(&fixed.Report, fixed.Shown)}
	if fixed.Made > 0 {
		o.generator = generatorOf(&o.report)
	}
	return o
}

// generatorOf returns the first known generator of the CRDs in a file, or "".
func generatorOf(r *lint.FileReport) string {
	for i := range r.Documents {
		if g := r.Documents[i].Generator; g != "" {
			return g
		}
	}
	return ""
}

// warnOfGenerated prints the note that fixes of generated files do not last.
func (r *lintRun) warnOfGenerated() {
	f := &r.fixes
	if f.generated == 0 || r.flags.fixes.generated || r.flags.quiet {
		return
	}
	changed := "changed"
	if f.diff != nil {
		changed = "to be changed"
	}
	note(r.stderr, "%s %s by %s, whose next run undoes the fixes; change the Go types, "+
		"or run --fix --fix-generated behind each generation", prose.Count(f.generated, "file")+" "+changed, isOrAre(f.generated)+" generated", f.generator)
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// printFixes prints the diff of the fixes of one file.
func (r *lintRun) printFixes(o *outcome) error {
	r.fixes.made += o.made
	if o.generator != "" {
		r.fixes.generated++
		if r.fixes.generator == "" {
			r.fixes.generator = o.generator
		}
	}
	if r.fixes.diff == nil {
		return nil
	}
	if _, err := r.stderr.Write(o.unread); err != nil {
		return unwritten(err)
	}
	return unwritten(writeDiff(r.fixes.diff, o.diff))
}

// finishFixes prints the summary of a dry run beside the diff.
func (r *lintRun) finishFixes() {
	if r.fixes.diff == nil || r.flags.quiet {
		return
	}
	t := &r.output.totals
	note(r.stderr, "nothing was written; --fix would make %s (found: %s, %s)",
		prose.Count(r.fixes.made, "change"), prose.Count(t.Errors, "error"), prose.Count(t.Warnings, "warning"))
}
