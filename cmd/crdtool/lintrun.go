package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// A lintRun lints files and passes the findings to its output.
type lintRun struct {
	flags  *lintFlags
	run    lintrun.Run
	stored storedSet // stored CRDs of --old or --against; nil for none
	output *lintOutput

	unreadInputs
	cmd      *cobra.Command
	config   *config.Config
	baseline *baseline // nil for none

	// documentTimeout is the time limit of a document; 0 for none.
	documentTimeout time.Duration

	stdin io.Reader
	// stdinFile is the file read from stdin, for missing stored CRDs.
	stdinFile *source.File
	progress  *progress

	fixes fixRun
	paths []string
	files *files.List
	// templates are the named files that are templates.
	templates []string
	// fixless is set if a file that cannot be changed has findings.
	fixless bool
	// tellsCopies is set if one line mentions differing copies.
	tellsCopies bool
}

func newLintRun(cmd *cobra.Command, f *lintFlags, c *config.Config, opts lint.Options, to *outputs) *lintRun {
	r := &lintRun{
		flags: f,
		run:   lintrun.Run{Linter: f.linter(), Options: opts, Config: c, Rules: f.rules.selector(c)},
		cmd:   cmd, config: c,
		output: &lintOutput{
			reportOutput: newReportOutput(cmd, to),
			fails:        f.failing.fails, quiet: f.quiet, verbose: f.verbose, statistics: f.statistics, most: int(f.maxFindings), alike: render.NewRepeatedWarnings(int(f.maxFindings)),
			text: render.NewText(coloured(f.color)), plain: render.NewText(false),
		},
		stdin:        cmd.InOrStdin(),
		unreadInputs: unreadInputsOf(cmd),

		documentTimeout: documentTimeout(cmd),
	}
	for _, v := range f.versions() {
		r.output.report.KubeVersions = append(r.output.report.KubeVersions, v.String())
	}
	r.output.json = func(w io.Writer) error { return render.JSON(w, &r.output.report) }
	return r
}

// use sets the baseline, whose findings are hidden, or which is written.
func (r *lintRun) use(base *baseline) {
	r.baseline = base
	if base != nil && !base.writing {
		r.run.Hide = base.Hides
	}
}

// lint prints the findings of every file of the paths, and then the findings about the set of CRDs.
func (r *lintRun) lint(ctx context.Context, paths []string) error {
	expand := files.Expand
	if r.flags.onlyCRDs {
		expand = files.ExpandAsFound
	}
	r.paths, r.files = paths, expand(paths, files.CRDs)
	if r.flags.allowEmpty || !namesPaths(paths) {
		r.files.AllowEmpty()
	}
	r.output.list = r.files
	r.tellsCopies = r.output.to.stdout == "text" && !r.flags.quiet && !namesCopies(r.run.Rules.For("."))
	for _, err := range r.files.Errors {
		r.couldNotRead(atKey(r.cmd, r.config, err))
	}
	for _, dir := range r.flags.kustomize {
		b, err := buildKustomization(r.cmd, dir)
		if err != nil {
			r.couldNotRead(err)
			continue
		}
		r.files.AddBuilt(b)
	}
	all := r.files.Names()
	dropExcluded(r.cmd, r.config, r.files, r.flags.quiet)
	if !r.output.to.reports() {
		keepHeapSmall(len(r.files.Files))
	}
	r.run.Owners = lintrun.FindOwners(ctx, r.files, r.flags.types.finder, r.run.Rules)
	if !r.flags.quiet {
		r.progress = startProgress(r.stderr, len(r.files.Files))
	}
	defer r.progress.end()
	done := 0
	if r.flags.fixes.fix && !r.flags.fixes.generated {
		if err := r.fixGo(ctx); err != nil {
			return err
		}
	}
	err := inorder.Do(ctx, r.files.Files, r.check, func(o outcome) error {
		done++
		return r.progress.step(func() error { return r.print(o) })
	})
	if r.baseline != nil && r.baseline.writing && err != nil {
		return err // an incomplete baseline must not replace the old one
	}
	if old := r.run.Stored; old != nil && err == nil && old.Err() != nil {
		r.progress.end()
		return fmt.Errorf("--against: %w", old.Err())
	}
	cut, err := unfinished(ctx, err, done, len(r.files.Files))
	if err != nil {
		return err
	}
	if cut != nil {
		r.progress.end()
		r.couldNotRead(cut)
		return nil // rules over all files need all files
	}
	r.run.Missing = r.missing(paths, all)
	set := r.run.Set()
	r.output.totals.Ignored += set.Hidden
	r.output.totals.Known += set.Known
	r.output.totals.Changed += set.Removed
	r.output.diff = r.diffCommand(paths)
	if old := r.run.Stored; old != nil && old.Err() != nil {
		r.progress.end()
		return fmt.Errorf("--against: %w", old.Err())
	}
	return r.progress.step(func() error { return r.printSet(&set) })
}

// An outcome is the result of a file without its text and nodes.
type outcome struct {
	report lint.FileReport
	found  bool // the file was found, not named
	passed []files.Passed
	// template is set if the file was named and is a template.
	template bool
	fixless  bool // the file cannot be changed
	crds     []foundCRD
	text     fileText
	diff     string // fixes of a dry run
	unread   []byte // errors of an unreadable file, which has no fixes
	made     int
	// generator is the generator of a changed file, which will overwrite it.
	generator string
	err       error
}

// check checks a file. It is called concurrently.
func (r *lintRun) check(f files.File) outcome {
	o, err := deadline.Run(r.documentTimeout, f.Name, func(w *deadline.Watch) outcome { return r.checkFile(f, w) })
	if err != nil {
		return outcome{err: err}
	}
	return o
}

func (r *lintRun) checkFile(f files.File, w *deadline.Watch) outcome {
	file, passed, err := r.files.Read(&f, r.stdin)
	if err != nil {
		return outcome{err: err}
	}
	if f.Name == files.Stdin {
		r.stdinFile = file
	}
	o := outcome{found: f.Found, passed: passed, template: file != nil && !f.Found && files.IsTemplate(file)}
	switch {
	case file == nil:
		o.report = lint.FileReport{File: f.Name, Summary: report.Summary{Files: 1}}
	case r.flags.fixes.fix && !files.IsTemplate(file) && !r.files.IsReadOnly(f.Name):
		o = r.fix(f.Name, file, w)
		o.found, o.passed = f.Found, passed
	default:
		if r.files.IsReadOnly(f.Name) {
			o.report, o.fixless = r.run.FileFixless(file, w.Begin), true
			r.files.AddOrigins(o.report.Findings)
		} else {
			o.report = r.run.File(file, w.Begin)
		}
		if f.Found && r.tellsCopies {
			o.crds = crdsIn(file, &o.report)
		}
		if r.baseline == nil || !r.baseline.writing {
			o.text = r.output.render(&o.report, file) // without copies of file's text
		}
	}
	return o
}

func (r *lintRun) print(o outcome) error {
	if o.err != nil {
		r.couldNotRead(o.err)
		return nil
	}
	r.output.passed.Add(o.passed)
	if o.template {
		r.templates = append(r.templates, o.report.File)
	}
	r.fixless = r.fixless || o.fixless && len(o.report.Findings) > 0
	r.output.copies.add(o.crds)
	if err := r.printFixes(&o); err != nil {
		return err
	}
	r.run.Keep(&o.report)
	if r.baseline != nil {
		r.baseline.Judged(&o.report)
	}
	if o.report.Summary.Foreign > 0 {
		r.output.foreign = append(r.output.foreign, r.run.Owners.Foreign(o.report.File)...)
		r.output.foreign = append(r.output.foreign, o.report.OfOthers...)
	}
	if r.baseline != nil && r.baseline.writing {
		for i := range o.report.Findings {
			r.baseline.Add(&o.report.Findings[i])
		}
		r.output.totals.Add(&o.report)
		return nil
	}
	if o.found {
		var left []int
		r.run.LeaveRepeated(&o.report, func(i int) { left = append(left, i) })
		o.text = o.text.without(left)
	}
	r.output.add(&o.report, o.text)
	return nil
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

// finish prints the collected output, notes and the last line.
func (r *lintRun) finish(took time.Duration) error {
	r.checkEmpty()
	if r.baseline != nil && r.baseline.writing {
		if len(r.unread) > 0 {
			note(r.stderr, "%s is not written, since a part of the input cannot be read", r.baseline.path)
			return nil
		}
		return r.baseline.save(r.output.stdout)
	}
	r.output.report.Errors = report.RunErrors(r.unread)
	if err := r.output.finish(r.cmd.Context(), r.about(), took); err != nil {
		return err
	}
	if r.baseline != nil && !r.flags.quiet {
		r.baseline.reportObsolete(r.stderr)
	}
	if r.flags.fixes.fix && r.fixless && !r.flags.quiet {
		note(r.stderr, "--fix changes neither archives nor kustomizations; run it where the files come from")
	}
	r.finishFixes()
	r.noteTemplates()
	r.warnOfGenerated()
	r.printGenerate()
	if r.run.Stored != nil {
		for _, text := range r.run.Stored.Notes() {
			note(r.stderr, "--against: %s", text)
		}
	}
	// Otherwise a run over the wrong folder would look like a clean one.
	t := &r.output.totals
	if t.CRDs == 0 && len(r.unread) == 0 && (r.flags.quiet || r.output.to.stdout != "text" || t.Files == 0) {
		note(r.stderr, "no CustomResourceDefinition found in %s%s", prose.Count(t.Files, "file"), notSearched(r.files))
	}
	return nil
}

// noteTemplates prints which named files are templates.
func (r *lintRun) noteTemplates() {
	if r.flags.quiet {
		return
	}
	for _, name := range r.templates {
		name = render.Escape(name)
		fixes := ""
		if r.flags.fixes.fix {
			fixes = ", so that nothing in it is fixed"
		}
		note(r.stderr, "%s is a template%s; to check what becomes of it, fill it in first, as in: envsubst < %s | crdtool lint -", name, fixes, name)
	}
}

// checkEmpty reports an error if named paths have no CRD.
func (r *lintRun) checkEmpty() {
	t := &r.output.totals
	if t.CRDs+t.Errors+t.Warnings > 0 || len(r.unread) > 0 || r.flags.onlyCRDs || r.flags.allowEmpty || len(r.templates) > 0 || !namesPaths(r.paths) {
		return
	}
	r.couldNotRead(nothingFound("CustomResourceDefinition", r.paths, t.Files, r.files))
}

// about returns the description of the run for reports.
func (r *lintRun) about() *render.About {
	about := &render.About{
		Command: "lint", Version: version(), Repository: render.FindRepository("."), Fails: r.flags.failing.fails, Unread: r.unread,
	}
	// Rules that are on for some files only are included if they are on for the working directory.
	about.Rules = r.run.Rules.For(".").Active
	return about
}
