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

// check refuses what makes no sense together, before anything is written.
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

// A fixRun makes the fixes of a run, or shows them.
type fixRun struct {
	diff io.Writer // what --dry-run prints goes here; nil without it
	made int
	// generated counts the files that were changed, or would be, and are written anew
	// by what generates their CRDs; generator is that of the first.
	generated int
	generator string
	// goFiles are the Go files that were changed, or would be, and generate is what makes
	// CRDs of them, as far as that is known.
	goFiles  []string
	generate string
	// left counts fixes of Go types that would change other CRDs as well.
	left int
}

// startFixes takes standard output from the findings where it is for a diff.
func (r *lintRun) startFixes() {
	if r.flags.fixes.dryRun {
		r.fixes.diff, r.output.stdout = r.output.stdout, io.Discard
	}
}

// fix makes the fixes of a file, or only finds out what they would change. It is
// called on several goroutines at once, each with a file of its own.
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

// generatorOf names what generates a CRD of a file; "" if nothing is known to.
func generatorOf(r *lint.FileReport) string {
	for i := range r.Documents {
		if g := r.Documents[i].Generator; g != "" {
			return g
		}
	}
	return ""
}

// warnOfGenerated says that fixes of generated files do not last.
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

// printFixes prints the difference that fixes would make to one file.
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

// finishFixes sums up a run that wrote nothing, beside the diff.
func (r *lintRun) finishFixes() {
	if r.fixes.diff == nil || r.flags.quiet {
		return
	}
	t := &r.output.totals
	note(r.stderr, "nothing was written; --fix would make %s (found: %s, %s)",
		prose.Count(r.fixes.made, "change"), prose.Count(t.Errors, "error"), prose.Count(t.Warnings, "warning"))
}
