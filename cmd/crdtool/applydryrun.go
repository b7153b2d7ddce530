package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// An applyRun applies the objects of files in a dry run and prints the results.
type applyRun struct {
	cmd    *cobra.Command
	flags  *applyFlags
	config *config.Config
	shown  *listing // on standard output, or on standard error if that is for programs
	kept   *listing // for output files

	crds   *apply.CRDs
	runner *apply.Runner
	paths  []string
	files  *files.List
	read   map[string]input // files that cannot be read again
	passed files.Summary
	failed map[string]error // files that could not be read
	// shadowed are found CRDs that were skipped for nearer ones.
	shadowed []apply.Shadowed

	stdin io.Reader
	reportOutput

	totals  report.Summary
	all     report.Objects   // for JSON
	rows    []report.Row     // for --show-columns
	objects []map[string]any // for -o json
	// unlike are the objects that versions of Kubernetes treat differently. alike counts the others.
	unlike  []report.Document
	alike   int
	missing missingKinds
	// warnings are warnings about the CRDs.
	warnings crdWarnings
	twice    objectsTwice
	called   webhooksCalled
	printed  bool // a document of -o yaml
}

func newApplyRun(cmd *cobra.Command, f *applyFlags, c *config.Config, to *outputs) *applyRun {
	r := &applyRun{
		cmd:    cmd,
		flags:  f,
		config: c,
		crds:   apply.NewCRDs(f.kubeVersion.Version, f.ignoreCRDErrors),
		read:   map[string]input{},
		failed: map[string]error{},
		stdin:  cmd.InOrStdin(),

		reportOutput: newReportOutput(cmd, to),
	}
	r.crds.Nearer, r.crds.Warn = c.Nearer, r.warnings.add
	text, plain := render.NewText(coloured(f.color)), render.NewText(false)
	text.Most, plain.Most = int(f.maxFindings), int(f.maxFindings)
	if to.stdout == "text" {
		r.shown = &listing{to: r.stdout, text: text, verbose: f.verbose, refusedOnly: f.quiet, inOrder: f.sequence}
		if r.piped() {
			r.shown.to, r.shown.refusedOnly = r.stderr, true
		}
	}
	if to.saves("text") {
		r.kept = &listing{to: &r.saved, text: plain, verbose: f.verbose, refusedOnly: f.quiet, inOrder: f.sequence}
	}
	r.json = func(w io.Writer) error { return render.AppliedJSON(w, &r.all) }
	return r
}

// An applied is the result of a file without its text and nodes.
type applied struct {
	file   files.File // a file of a sequence that is not applied yet
	report apply.FileReport
	// whole is the report in the form of all commands, for formats of other programs.
	whole       report.Report
	shown, kept *fileListing
	diff        []byte
	names       []objectName // names of the results; empty if the server generates it
	passed      []files.Passed
	err         error
}

func (r *applyRun) apply(ctx context.Context) error {
	done := 0
	try, print := r.try, r.print
	if r.flags.sequence {
		// Steps run one after the other. None follows a file whose time ran out: its requests may still run.
		try, print = func(f files.File) applied { return applied{file: f} }, func(a applied) error {
			a = r.try(a.file)
			if exceeded := new(deadline.Exceeded); errors.As(a.err, &exceeded) {
				return a.err
			}
			return r.print(a)
		}
	}
	err := inorder.Do(ctx, r.files.Files, try, func(a applied) error {
		done++
		return print(a)
	})
	cut, err := unfinished(ctx, err, done, len(r.files.Files))
	if cut != nil {
		r.couldNotRead(cut)
	}
	return err
}

// try is called concurrently.
func (r *applyRun) try(f files.File) applied {
	a, err := deadline.Run(documentTimeout(r.cmd), f.Name, func(w *deadline.Watch) applied { return r.tryFile(f, w) })
	if err != nil {
		return applied{err: err}
	}
	return a
}

func (r *applyRun) tryFile(f files.File, w *deadline.Watch) applied {
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
	out := applied{passed: in.passed, shown: r.shown.begin(file), kept: r.kept.begin(file)}
	out.names = make([]objectName, 0, len(file.Documents))
	var diffs bytes.Buffer
	runner := r.runner.Beginning(w.Begin).Seen(func(result *report.Result) {
		r.files.AddOrigins(result.Findings)
		if r.flags.diff && result.Object != nil {
			diffs.WriteString(storedDiff(result))
		}
		name, ok := nameOf(result)
		if !ok {
			name = objectName{}
		}
		out.names = append(out.names, name)
		out.shown.object(result)
		out.kept.object(result)
		r.strip(result)
	})
	if f.Found {
		var passed []files.Passed
		out.report, passed = runner.FoundFile(file, &f)
		out.passed = append(out.passed, passed...)
	} else {
		out.report = runner.File(file)
	}
	r.files.AddOrigins(out.report.Findings)
	out.shown.end(out.report.Findings)
	out.kept.end(out.report.Findings)
	if r.to.reports() {
		out.whole = out.report.Whole()
		if !r.writesJSON() {
			for i := range out.report.Results {
				out.report.Results[i].Findings, out.report.Results[i].Trace = nil, nil
			}
		}
	}
	if r.to.showHTML() {
		r.snippets.Add(out.whole.Findings, file)
	}
	out.diff = diffs.Bytes()
	return out
}

// strip removes the parts of a printed result that nothing else writes: results may be kept until the end of
// the run.
func (r *applyRun) strip(result *report.Result) {
	result.Sent, result.Stored, result.Live = nil, nil, nil
	if !r.writesObjects() {
		result.Object = nil
	}
	if !r.to.reports() {
		result.APIServer, result.Findings, result.Trace = report.APIServer{}, nil, nil
	}
}

// writesJSON reports whether the report is written as JSON.
func (r *applyRun) writesJSON() bool { return r.to.stdout == "json" || r.to.saves("json") }

// writesObjects reports whether the stored objects are written.
func (r *applyRun) writesObjects() bool {
	return r.flags.showColumns || r.flags.output.objects != "" || r.writesJSON()
}

// piped reports whether standard output is for a program, which cannot parse findings.
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
	r.keep(&a)
	if a.kept != nil {
		_ = r.kept.add(a.kept) // writing to memory cannot fail
	}
	if a.shown != nil {
		if err := r.shown.add(a.shown); err != nil {
			return unwritten(err)
		}
	}
	if _, err := r.stdout.Write(a.diff); err != nil {
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

// keep keeps the parts of a file's report that are written in the end. JSON has every object without a CRD,
// other formats the first of each kind.
func (r *applyRun) keep(a *applied) {
	of := &a.report
	r.keepServers(of)
	var twice []report.Finding
	for i := range of.Results {
		r.called.add(&of.Results[i])
		if a.names[i] == (objectName{}) {
			continue
		}
		if r.flags.sequence {
			continue // a sequence may apply an object repeatedly
		}
		if f := r.twice.add(a.names[i], &of.Results[i]); f != nil {
			twice = append(twice, *f)
		}
	}
	r.missing.know(of.Missing)
	if !r.to.reports() {
		for i := range of.Findings {
			if f := &of.Findings[i]; f.Rule == string(code.NoCRD) {
				r.missing.add(f, 0)
			}
		}
		return
	}
	if r.writesJSON() {
		r.all.Results = joined(r.all.Results, of.Results)
		r.all.Findings = append(append(r.all.Findings, of.Findings...), twice...)
	}
	before, kept := len(r.report.Findings), a.whole.Findings[:0]
	for i := range a.whole.Findings {
		f := &a.whole.Findings[i]
		if f.Rule != string(code.NoCRD) || r.missing.add(f, before+len(kept)) {
			kept = append(kept, *f)
		}
	}
	r.report.Documents = joined(r.report.Documents, a.whole.Documents)
	r.report.Findings = joined(r.report.Findings, append(kept, twice...))
}

// joined is append, without a copy if list is empty: results are large.
func joined[T any](list, more []T) []T {
	if len(list) == 0 {
		return more
	}
	return append(list, more...)
}

// keepServers records how versions of Kubernetes treat the objects of a file.
func (r *applyRun) keepServers(of *apply.FileReport) {
	for i := range of.Results {
		switch d := &of.Results[i].Document; {
		case d.Servers == nil:
		case d.Servers.Same():
			r.alike++
		default:
			r.unlike = append(r.unlike, *d)
		}
	}
}

func (r *applyRun) printYAML(object map[string]any) error {
	text, err := yamltext.Marshal(object)
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

// finish prints the summary or the collected output, and writes the files.
func (r *applyRun) finish(took time.Duration) error {
	defer r.warnings.print(r.stderr)
	r.printShadowed()
	r.missing.addPlaces(r.report.Findings)
	if r.kept != nil {
		_ = r.kept.finish(r.totals.Objects, &r.missing, &r.twice) // writing to memory cannot fail
		r.saved.WriteString(r.serversText())
	}
	if r.shown != nil {
		if err := r.shown.finish(r.totals.Objects, &r.missing, &r.twice); err != nil {
			return unwritten(err)
		}
	}
	r.checkEmpty()
	r.all.Summary, r.report.Summary = r.totals, r.totals
	r.all.KubeVersions = r.runner.KubeVersions()
	r.report.KubeVersions = r.all.KubeVersions
	r.all.Errors = report.RunErrors(r.unread)
	about := r.about()
	if err := r.finishStdout(about, took); err != nil {
		return unwritten(err)
	}
	return r.writeFiles(about)
}

// checkEmpty reports an error if named paths have no object.
func (r *applyRun) checkEmpty() {
	t := &r.totals
	if r.flags.ignoreMissing && r.crds.Len() == 0 && t.WithoutCRD > 0 && r.cmd.Flags().Changed("crds") && !r.flags.allowEmpty {
		r.couldNotRead(fmt.Errorf("--crds: no CustomResourceDefinition found in %s; if that is fine, add --allow-empty", strings.Join(r.flags.crds, ", ")))
		return
	}
	checked := t.Objects + t.WithoutCRD + t.Untried + t.Errors
	if !r.cmd.Flags().Changed("crds") { // with --crds custom objects are expected
		checked += t.FieldsOnly
	}
	if checked > 0 || len(r.unread) > 0 || r.flags.ignoreMissing || r.flags.allowEmpty || !namesPaths(r.paths) {
		return
	}
	r.couldNotRead(nothingFound("custom object", r.paths, t.Files, r.files))
}

// serversText returns the text about several versions of Kubernetes, if they were asked for.
func (r *applyRun) serversText() string {
	return render.Servers(r.unlike, r.alike, r.flags.kubeVersions.names(), r.flags.verbose)
}

func (r *applyRun) finishStdout(about *render.About, took time.Duration) error {
	var err error
	if r.to.stdout == "text" && !r.piped() {
		if _, err := io.WriteString(r.stdout, r.serversText()); err != nil {
			return err
		}
	}
	switch {
	case r.to.stdout != "text":
		err = r.write(r.stdout, r.to.stdout, about)
	case r.flags.showColumns:
		_, err = io.WriteString(r.stdout, render.Rows(r.rows))
	case r.flags.output.objects == "json":
		err = printJSON(r.stdout, r.objects)
	case !r.piped() && r.flags.quiet && r.totals.Objects+r.totals.Errors > 0:
		return printLastLines(r.stdout, render.AppliedLine(&r.totals, took), nil, nil, false)
	case !r.piped() && !r.flags.quiet && r.totals.Files > 0:
		lines := append(r.mergeNote(), r.called.lines()...)
		lines = append(lines, r.twice.lines()...)
		lines = append(lines, r.passed.Lines("apply-dry", r.flags.verbose)...)
		return printLastLines(r.stdout, render.AppliedLine(&r.totals, took), lines, r.files, r.flags.verbose || r.totals.Objects == 0)
	}
	// Otherwise a run over the wrong folder would look like a run without findings.
	if err == nil && r.totals.Objects+r.totals.Errors == 0 && len(r.unread) == 0 {
		note(r.stderr, "no custom objects found in %s%s", prose.Count(r.totals.Files, "file"), notSearched(r.files))
	}
	return err
}

// mergeNote returns the note that all versions of Kubernetes merge server-side apply like the newest.
func (r *applyRun) mergeNote() []string {
	if !r.flags.serverSide && r.flags.patchType != "apply" || r.totals.Objects == 0 {
		return nil
	}
	asked := append([]kube.Version{r.flags.kubeVersion.Version}, r.flags.kubeVersions.list...)
	if !slices.ContainsFunc(asked, func(v kube.Version) bool { return v != kube.Latest }) {
		return nil
	}
	return []string{fmt.Sprintf("server-side apply merges as Kubernetes %s does, whatever the version; all else is that of the version", kube.Latest)}
}

// about returns the description of the run for reports.
func (r *applyRun) about() *render.About {
	return &render.About{
		Command: "apply-dry", Version: version(), Repository: render.FindRepository("."), Objects: true,
		Fails: func(f *report.Finding) bool { return f.Severity == finding.Error }, Unread: r.unread,
	}
}

// printJSON prints objects as kubectl does: a single object, or a List of several.
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
	return render.EncodeJSON(w, v, "    ")
}

// storedDiff returns a diff to the stored object from the live object, or else from the object in the file.
// Both are written in the same style, so that the diff only shows values.
func storedDiff(r *report.Result) string {
	before, as := r.Sent, " as written"
	if r.Live != nil {
		before, as = r.Live, " live"
	}
	name := render.Escape(fmt.Sprintf("%s:%d %s %q", r.File, r.Line, r.Kind, r.Name))
	as, stored := name+as, name+" as stored"
	was, is := apply.Comparable(before), apply.Comparable(r.Object)
	if jsonvalue.Equal(was, is) {
		return ""
	}
	old, err := yamltext.Marshal(was)
	if err != nil {
		return ""
	}
	text, err := yamltext.Marshal(is)
	if err != nil {
		return ""
	}
	return diff.Unified(as, stored, string(old), string(text))
}
