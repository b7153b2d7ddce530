// Package lintrun lints the files of a run: each file with the rules of its configuration, and then the CRDs of
// all files as a set. The command and the module's own API share it.
package lintrun

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// Run is one run. File and Fix are safe for concurrent use, Keep and Set are not.
type Run struct {
	Linter *lint.Linter
	// Options apply to every file. Run sets their Rules and Hide.
	Options lint.Options
	// Config ignores findings, Rules selects the rules for each file.
	Config *config.Config
	Rules  *config.Selector
	// Stored finds the stored CRDs of each file instead of Options.Old; nil for none.
	Stored *Revision
	// Owners knows the files with CRDs of other projects; nil for none.
	Owners *Owners
	// Hide ignores further findings, such as those of a baseline; nil for none.
	Hide func(*report.Finding) bool
	// Missing returns the stored CRDs that are missing in the run; nil for none.
	Missing func(given []*rules.Identity) []*rules.Identity

	copies Copies
	crds   []*rules.Identity
	// comments has the ignore comments of files, by file name.
	comments map[string]*lint.Comments
}

// File lints a file. It calls begin before each CRD; begin may be nil.
func (r *Run) File(f *source.File, begin func(file string, line int)) lint.FileReport {
	opts := r.options(f)
	opts.Begin = begin
	of := r.Linter.File(f, opts)
	r.countForeign(&of)
	return of
}

// FileFixless is File without fixes, for a file that cannot be changed.
func (r *Run) FileFixless(f *source.File, begin func(file string, line int)) lint.FileReport {
	opts := r.options(f)
	opts.Begin = begin
	of := r.Linter.FileFixless(f, opts)
	r.countForeign(&of)
	return of
}

// countForeign counts the CRDs of a file that belong to other projects.
func (r *Run) countForeign(of *lint.FileReport) {
	of.Summary.Foreign = len(of.OfOthers)
	if r.Owners.Foreign(of.File) != nil {
		of.Summary.Foreign = of.Summary.CRDs
	}
}

// Fix makes the fixes of a file. For begin see File.
func (r *Run) Fix(f *source.File, begin func(file string, line int)) lint.Fixed {
	opts := r.options(f)
	opts.Begin = begin
	fixed := r.Linter.Fix(f, opts)
	r.countForeign(&fixed.Report)
	return fixed
}

// GoCases returns the CRDs of a file that are generated from Go types, with the fixes to make there.
func (r *Run) GoCases(f *source.File) []lint.GoCase { return r.Linter.GoCases(f, r.options(f)) }

func (r *Run) options(f *source.File) lint.Options {
	opts := r.Options
	opts.Rules = r.Rules.For(f.Name)
	if r.Owners.Foreign(f.Name) != nil {
		opts.Rules = r.Rules.ForForeign(f.Name)
	} else if r.Owners != nil {
		if r.Owners.AppliesServerSide(f) {
			opts.Rules = r.Rules.Without(f.Name, tooLargeRule)
		}
		opts.RulesOfOthers = func(group string, withoutTypes bool) *rules.Selection {
			if r.Owners.ForeignGroup(f.Name, group) || withoutTypes && r.Owners.MakesFromGo(f.Name) {
				return r.Rules.ForForeign(f.Name)
			}
			return nil
		}
	}
	if r.Stored != nil {
		opts.Old = r.Stored.For(f)
	}
	if r.Hide != nil || len(r.Config.Ignore) > 0 {
		opts.Hide = r.hides
	}
	return opts
}

// hides reports whether the configuration or Hide ignores a finding. Comments are not considered.
func (r *Run) hides(f *report.Finding) bool {
	return r.Config.Ignores(f) || r.Hide != nil && r.Hide(f)
}

// Keep records what Set needs of a file's report. It has to be called in the order of the files.
func (r *Run) Keep(of *lint.FileReport) {
	r.crds = append(r.crds, of.Identities...)
	if of.Comments != nil {
		if r.comments == nil {
			r.comments = map[string]*lint.Comments{}
		}
		r.comments[of.File] = of.Comments
	}
}

// LeaveRepeated removes findings from the report of a file that was found by a search: findings that an earlier
// copy of the CRD had, findings about older copies only, and in the default profile warnings about types of
// other modules. It has to be called in the order of the files, those of releases last. It calls left with the
// index of each removed finding; left may be nil.
func (r *Run) LeaveRepeated(of *lint.FileReport, left func(i int)) {
	r.copies.Next(of)
	kept := of.Findings[:0]
	for i := range of.Findings {
		f := &of.Findings[i]
		switch {
		case r.copies.Repeats(f):
			findinglist.Repeat(&of.Summary, f)
		case r.copies.InOlderCopy(f):
			findinglist.LeavePast(&of.Summary, f)
		case r.Owners != nil && lint.InOtherModule(f) && !r.Rules.Names(f.Rule):
			findinglist.LeaveOtherModules(&of.Summary, f)
		default:
			kept = append(kept, *f)
			continue
		}
		if left != nil {
			left(i)
		}
	}
	of.Findings = kept
}

// Set checks the CRDs of all kept files as a set.
func (r *Run) Set() lint.SetReport {
	var missing []*rules.Identity
	if r.Missing != nil {
		missing = r.Missing(r.crds)
	}
	return lint.Set(r.crds, missing, func(f *report.Finding) bool { return r.comments[f.File].Hides(f) || r.hides(f) })
}
