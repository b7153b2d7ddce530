// Package diagnose finds what lint and apply-dry report about an open document.
package diagnose

import (
	"cmp"
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
)

// Document returns the findings about a document: those of lint about its CRDs, and those of apply-dry about its
// objects. Both are those of a file that a search has found: templates, patches and files of other programs have none.
// The context stops the evaluation of rules; the findings are then incomplete.
func Document(ctx context.Context, p *workspace.Project, doc *workspace.Document) []report.Finding {
	if isConfig(p, doc) {
		return configuration(p)
	}
	if !doc.IsManifest() || p.Config.Leaves(doc.Name, false, nil) {
		return nil
	}
	found := crds(p, doc)
	if ctx.Err() != nil {
		return nil
	}
	return sorted(append(found, objects(ctx, p, doc)...))
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
func read(p *workspace.Project, doc *workspace.Document, want files.Want) (*files.File, *source.File) {
	list := files.ExpandAsFoundOn(p.Files, []string{doc.Name}, want)
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

// crds lints the CRDs of a document.
func crds(p *workspace.Project, doc *workspace.Document) []report.Finding {
	_, file := read(p, doc, files.CRDs)
	if file == nil {
		return nil
	}
	run := Lint(p)
	of := run.File(file, nil)
	run.Keep(&of)
	run.LeaveRepeated(&of, nil)
	return append(of.Findings, run.Set().Findings...)
}

// Lint returns a run of lint in a project.
func Lint(p *workspace.Project) *lintrun.Run {
	run := &lintrun.Run{
		Linter: linter(p), Config: p.Config, Rules: p.Rules, Owners: p.Owners,
		Options: lint.Options{Types: p.Finder.Types, Most: findinglimit.Default},
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

// objects applies the objects of a document in a dry run.
func objects(ctx context.Context, p *workspace.Project, doc *workspace.Document) []report.Finding {
	how, file := read(p, doc, files.Objects)
	if file == nil {
		return nil
	}
	opts := apply.RunOptions{IgnoreMissing: p.Config.IgnoreMissingCRDs, Most: findinglimit.Default, Origins: p.Finder, Context: ctx}
	opts.Settle(false)
	of, _ := runner(p, doc, opts).FoundFile(file, how)
	return of.Whole().Findings
}

func runner(p *workspace.Project, doc *workspace.Document, opts apply.RunOptions) *apply.Runner {
	if list := p.Config.KubeVersions; len(list) > 0 {
		return apply.NewFor(p.CRDs(doc), opts, list)
	}
	return apply.New(p.CRDs(doc), opts)
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

// ConfigNames are the names of the files that configure projects.
func ConfigNames() []string { return config.Names() }
