// Package lintrun takes the files of a run through lint: each by itself, with the
// rules that its configuration has for it, and then the CRDs of all together. It
// is what the command and the module's own API have in common.
package lintrun

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// Run is one run. File and Fix may be called on several goroutines at once, Keep
// and Set may not.
type Run struct {
	Linter *lint.Linter
	// Options are those of every file, but for Rules and Hide.
	Options lint.Options
	// Config passes findings over, Rules says which rules are on where.
	Config *config.Config
	Rules  *config.Selector
	// Stored has the stored CRDs of each file, in the place of Options.Old; nil for none.
	Stored *Revision
	// Owners says which files have CRDs of other projects; nil for none.
	Owners *Owners
	// Hide skips more, such as what a baseline lists; nil for none.
	Hide func(*report.Finding) bool
	// Missing returns the stored CRDs that should be among those of the run; nil for
	// none.
	Missing func(given []*rules.Identity) []*rules.Identity

	copies Copies
	crds   []*rules.Identity
	// comments are those of the files that have some, by name.
	comments map[string]*lint.Comments
}

// File judges a file. begin is told of each CRD before it is checked; it may be nil.
func (r *Run) File(f *source.File, begin func(file string, line int)) lint.FileReport {
	opts := r.options(f)
	opts.Begin = begin
	of := r.Linter.File(f, opts)
	r.countForeign(&of)
	return of
}

// countForeign counts the CRDs of a file that are of other projects.
func (r *Run) countForeign(of *lint.FileReport) {
	of.Summary.Foreign = len(of.OfOthers)
	if r.Owners.Foreign(of.File) != nil {
		of.Summary.Foreign = of.Summary.CRDs
	}
}

// Fix makes the fixes of a file. begin is as in File.
func (r *Run) Fix(f *source.File, begin func(file string, line int)) lint.Fixed {
	opts := r.options(f)
	opts.Begin = begin
	fixed := r.Linter.Fix(f, opts)
	r.countForeign(&fixed.Report)
	return fixed
}

// GoCases are the CRDs of a file that are generated from Go types, with the fixes to be made
// there.
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

// hides tells whether a finding is skipped, other than by a comment in its
// file.
func (r *Run) hides(f *report.Finding) bool {
	return r.Config.Ignores(f) || r.Hide != nil && r.Hide(f)
}

// Keep takes from the report of a file what Set needs. The reports are to come in
// the order of the files.
func (r *Run) Keep(of *lint.FileReport) {
	r.crds = append(r.crds, of.Identities...)
	if of.Comments != nil {
		if r.comments == nil {
			r.comments = map[string]*lint.Comments{}
		}
		r.comments[of.File] = of.Comments
	}
}

// LeaveRepeated removes from the report of a file that was found the findings that another copy of its CRDs had before, those
// about older copies alone, and in the default profile warnings about types of other modules. The reports are to come in
// the order of the files, those of releases last. left is called with the index of each finding that is left out; it may
// be nil.
func (r *Run) LeaveRepeated(of *lint.FileReport, left func(i int)) {
	r.copies.Next(of)
	kept := of.Findings[:0]
	for i := range of.Findings {
		f := &of.Findings[i]
		switch {
		case r.copies.Repeats(f):
			of.Summary.Repeat(f)
		case r.copies.InOlderCopy(f):
			of.Summary.LeavePast(f)
		case r.Owners != nil && lint.InOtherModule(f) && !r.Rules.Names(f.Rule):
			of.Summary.LeaveOtherModules(f)
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

// Set judges the CRDs of all files that were kept together.
func (r *Run) Set() lint.SetReport {
	var missing []*rules.Identity
	if r.Missing != nil {
		missing = r.Missing(r.crds)
	}
	return lint.Set(r.crds, missing, func(f *report.Finding) bool { return r.comments[f.File].Hides(f) || r.hides(f) })
}
