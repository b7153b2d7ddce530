// Package diagnose finds what lint, apply-dry and test report about an open document.
package diagnose

import (
	"cmp"
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
)

// Document returns the findings about a document: those of lint about its CRDs, those of apply-dry about its objects, and
// those of test about its suites. All are those of a file that a search has found: templates, patches and files of other
// programs have none.
// The context stops the evaluation of rules; the findings are then incomplete. Its deadline.Watch is told of each document.
func Document(ctx context.Context, p *workspace.Project, doc *workspace.Document) []report.Finding {
	if isConfig(p, doc) {
		return configuration(p)
	}
	if !doc.IsManifest() || p.Config.Leaves(doc.Name, false, nil) {
		return nil
	}
	t, isTyped := typedIn(doc)
	if !isTyped {
		found, _ := check(ctx, p, p.Files, doc)
		return found
	}
	if rest := t.rest(doc); rest != nil {
		found, ours := check(ctx, p, overlay(p, doc, rest.Text), rest)
		if ours {
			found = append(found, t.below(doc.File().Problems)...)
		}
		return t.shown(found)
	}
	found, _ := check(ctx, p, p.Files, doc)
	if rest := t.undecodable(doc, found); rest != nil {
		others, _ := check(ctx, p, overlay(p, doc, rest.Text), rest)
		found = t.joined(found, others)
	}
	return t.shown(found)
}

// check returns the findings of the commands, and whether one of them reads the document.
func check(ctx context.Context, p *workspace.Project, on files.System, doc *workspace.Document) (found []report.Finding, ours bool) {
	found, ours = crds(ctx, p, on, doc)
	if ctx.Err() != nil {
		return nil, false
	}
	if !doc.HasOnlyCRDs() {
		of, has := objects(ctx, p, on, doc)
		found, ours = append(found, of...), ours || has
		of, has = suites(ctx, p, doc)
		found, ours = append(found, of...), ours || has
	}
	return sorted(found), ours
}

// isConfig reports whether a document is the configuration of its project.
func isConfig(p *workspace.Project, doc *workspace.Document) bool {
	return p.ConfigFile != nil && p.ConfigFile.Name == doc.Name
}

// configuration returns the errors of the configuration.
func configuration(p *workspace.Project) []report.Finding {
	var found []report.Finding
	for i := range p.Invalid {
		found = append(found, p.Invalid[i].Report(p.ConfigFile.Name))
	}
	return found
}

// read reads a document as a command does that has found it.
func read(on files.System, doc *workspace.Document, want files.Want) (*files.File, *source.File) {
	list := files.ExpandAsFoundOn(on, []string{doc.Name}, want)
	if len(list.Files) != 1 {
		return nil, nil
	}
	f := &list.Files[0]
	if list.Text(f) == nil {
		return nil, nil // without a document that is wanted, a file that cannot be parsed is no business of ours
	}
	file, _, err := list.Read(f, nil)
	if err != nil {
		return nil, nil
	}
	return f, file
}

// crds lints the CRDs of a document: as new ones, and if the document is committed as updates of those in HEAD.
// It reports whether there are any.
func crds(ctx context.Context, p *workspace.Project, on files.System, doc *workspace.Document) (found []report.Finding, has bool) {
	_, file := read(on, doc, files.CRDs)
	if file == nil {
		return nil, false
	}
	found = lintFile(ctx, Lint(p), file)
	if old := committed(p, doc, file.Text); old != nil {
		var stored lint.Stored
		if stored.Add(old) == nil && stored.Len() > 0 {
			run := Lint(p)
			run.Options.Old = stored.Find
			if updates := asUpdates(lintFile(ctx, run, file), found); len(updates) > 0 && !isRefused(lintFile(ctx, run, old)) {
				found = append(found, updates...)
			}
		}
	}
	return found, true
}

// isRefused reports whether the server refuses CRDs. One that it refuses as an update of itself was never stored.
func isRefused(found []report.Finding) bool {
	return slices.ContainsFunc(found, func(f report.Finding) bool { return f.Severity == report.Error && f.ServerMessage != "" })
}

func lintFile(ctx context.Context, run *lintrun.Run, file *source.File) []report.Finding {
	of := run.FileFixless(file, deadline.FromContext(ctx).Begin)
	run.Keep(&of)
	run.LeaveRepeated(&of, nil)
	return append(of.Findings, run.Set().Findings...)
}

// Lint returns a run of lint in a project.
func Lint(p *workspace.Project) *lintrun.Run {
	run := &lintrun.Run{
		Linter: linter(p), Config: p.Config, Rules: p.Rules, Owners: p.Owners,
		Options: lint.Options{Types: p.Finder.Types, Most: findinglimit.Default, WithoutAnswer: true},
	}
	if p.Baseline != nil {
		run.Hide, run.Options.Most = p.Baseline.Hides, 0
	}
	return run
}

func linter(p *workspace.Project) *lint.Linter {
	if len(p.Config.KubeVersions) > 0 {
		return lint.NewFor(p.Config.KubeVersions)
	}
	return lint.New(p.Version())
}

// objects applies the objects of a document in a dry run: as new ones, and if the document is committed as updates of
// those in HEAD. It reports whether there may be any.
func objects(ctx context.Context, p *workspace.Project, on files.System, doc *workspace.Document) (found []report.Finding, has bool) {
	how, file := read(on, doc, files.Objects)
	if file == nil {
		return nil, false
	}
	crds := p.CRDs(doc)
	opts := apply.RunOptions{IgnoreMissing: p.Config.IgnoreMissingCRDs, Most: findinglimit.Default, Origins: p.Finder, Context: ctx}
	opts.Settle(false)
	found = applyFile(p, crds, opts, how, file)
	old := committed(p, doc, file.Text)
	if old == nil {
		return found, true
	}
	opts.Live = apply.NewLive(crds, "")
	if opts.Live.Add(old) != nil || opts.Live.Len() == 0 {
		return found, true
	}
	opts.Command = apply.Command{}
	opts.Settle(true)
	updated := applyFile(p, crds, opts, how, file)
	return append(forgiven(found, updated), asUpdates(updated, found)...), true
}

// applyFile applies the objects of a file. The reports are about copies: FoundFile removes what it skips.
func applyFile(p *workspace.Project, crds *apply.CRDs, opts apply.RunOptions, how *files.File, file *source.File) []report.Finding {
	runner := apply.New(crds, opts)
	if list := p.Config.KubeVersions; len(list) > 0 {
		runner = apply.NewFor(crds, opts, list)
	}
	of, _ := runner.Beginning(deadline.FromContext(opts.Context).Begin).FoundFile(file, how)
	return of.Whole().Findings
}

// sorted sorts findings by position, and removes errors of the text that both commands report.
func sorted(found []report.Finding) []report.Finding {
	slices.SortStableFunc(found, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.CompactFunc(found, func(a, b report.Finding) bool {
		return a.Line == b.Line && a.Column == b.Column && a.Rule == b.Rule && a.Message == b.Message && a.Path == b.Path && a.Version == b.Version
	})
}
