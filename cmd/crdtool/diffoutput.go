package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/report"
)

// diffFormats are the formats of crdtool diff.
var diffFormats = append(slices.Clone(formats), "changelog")

// diffOutput writes the report of crdtool diff: text on standard output CRD by CRD, everything else in the end.
type diffOutput struct {
	unreadInputs
	cmd    *cobra.Command
	flags  *diffFlags
	to     *outputs
	text   *render.DiffText // for standard output
	plain  *render.DiffText // for files
	saved  bytes.Buffer     // the text for files
	report report.Diff
	failed bool
	passed files.Summary // skipped parts of new files
}

func newDiffOutput(cmd *cobra.Command, f *diffFlags, to *outputs) *diffOutput {
	o := &diffOutput{unreadInputs: unreadInputsOf(cmd), cmd: cmd, flags: f, to: to, text: render.NewDiffText(coloured(f.color)), plain: render.NewDiffText(false)}
	o.report.SchemaVersion, o.report.CRDs = report.SchemaVersion, []report.CRDDiff{}
	for _, t := range []*render.DiffText{o.text, o.plain} {
		t.MostObjects = int(f.maxFindings)
		t.All, t.Witnesses, t.Most = f.verbose, f.proof == "yaml", listedFindings(f.maxFindings)
	}
	return o
}

// add adds the changes of a CRD.
func (o *diffOutput) add(c report.CRDDiff) error {
	o.report.Summary.Add(&c)
	if len(c.Changes) == 0 {
		return nil
	}
	for i := range c.Changes {
		o.failed = o.failed || o.flags.fails(&c.Changes[i])
	}
	if o.to.reports() || o.flags.stat {
		o.report.CRDs = append(o.report.CRDs, c)
	}
	if o.to.saves("text") {
		_ = o.plain.CRD(&o.saved, &c) // writing to memory cannot fail
	}
	if o.to.stdout == "text" && !o.flags.stat {
		return unwritten(o.text.CRD(o.cmd.OutOrStdout(), &c))
	}
	return nil
}

// couldNotRun writes the reports with an error of the run, and returns the error.
func (o *diffOutput) couldNotRun(err error) error {
	o.unread = append(o.unread, err)
	return o.end(err)
}

// end writes the reports, and returns the error that ends the run.
func (o *diffOutput) end(err error) error {
	if !o.to.reports() {
		return err
	}
	if unwritten := o.finish(); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return err
}

func (o *diffOutput) finish() error {
	o.report.Errors = report.RunErrors(o.unread)
	w := o.cmd.OutOrStdout()
	slices.SortStableFunc(o.report.CRDs, func(a, b report.CRDDiff) int { return cmp.Compare(a.Name, b.Name) })
	if objects := o.report.Objects; objects != nil {
		_ = o.plain.Objects(&o.saved, objects)
		if o.to.stdout == "text" && !o.flags.stat {
			if err := o.text.Objects(w, objects); err != nil {
				return unwritten(err)
			}
		}
	}
	_ = o.plain.End(&o.saved, &o.report.Summary)
	var err error
	switch {
	case o.flags.stat:
		err = render.DiffStat(w, &o.report)
	case o.to.stdout != "text":
		err = o.write(w, o.to.stdout)
	default:
		if err = o.text.End(w, &o.report.Summary); err == nil && !o.flags.quiet {
			err = o.printPassed(w)
		}
	}
	if !o.flags.quiet && (o.flags.stat || o.to.stdout != "text") {
		_ = o.printPassed(o.cmd.ErrOrStderr()) // a note only
	}
	if err != nil {
		return unwritten(err)
	}
	for _, f := range o.to.files {
		if err := replaceBy(f.path, func(w io.Writer) error { return o.write(w, f.format) }); err != nil {
			return fmt.Errorf("--output %s=%s: %w", f.format, f.path, reason(err))
		}
	}
	return nil
}

// lines returns the lines about skipped parts of new files.
func (o *diffOutput) lines() []string {
	command := "diff OLD"
	if o.flags.against != "" {
		command = "diff --against " + o.flags.against
	}
	return o.passed.Lines(command, o.flags.verbose)
}

func (o *diffOutput) printPassed(w io.Writer) error {
	for _, line := range o.lines() {
		if _, err := fmt.Fprintln(w, render.Escape(line)); err != nil {
			return err
		}
	}
	return nil
}

// also returns these lines as the end of an error that nothing was found.
func (o *diffOutput) also() string {
	if lines := o.lines(); len(lines) > 0 {
		return "; " + strings.Join(lines, "; ")
	}
	return ""
}

// write writes the whole report in a format.
func (o *diffOutput) write(w io.Writer, format string) error {
	about := &render.About{Command: "diff", Version: version(), Repository: render.FindRepository("."), Changes: true, Revision: o.flags.against, Unread: o.unread}
	switch format {
	case "text":
		return writeSaved(w, o.saved.Bytes(), o.unread)
	case "json":
		return render.EncodeJSON(w, &o.report, "  ")
	case "markdown":
		return render.DiffMarkdown(w, &o.report, about)
	case "changelog":
		return render.DiffChangelog(w, &o.report, about)
	}
	// People read github, html and junit: equal changes in many places become one. Other programs count and
	// place each change.
	folding := slices.Contains([]string{"github", "html", "junit"}, format)
	findings, fails := render.DiffFindings(&o.report, about, o.flags.verbose, folding, o.flags.fails)
	about.Fails = fails
	if format == "github" { // GitHub shows only the first ones
		slices.SortStableFunc(findings.Findings, func(a, b report.Finding) int { return cmp.Compare(a.Severity, b.Severity) })
	}
	return render.WriterOf(format)(w, findings, about)
}
