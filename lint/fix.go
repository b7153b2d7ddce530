package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/edit"
	"github.com/crdtool/crdtool/internal/source"
)

// maxPasses bounds how often a fixed text is looked at for what is left to fix.
// Fixes that get in each other's way are made one after the other.
const maxPasses = 10

// Fixed is a file with its fixes made.
type Fixed struct {
	// File is the text as it is then, Report what is left to say about it.
	File   *source.File
	Report FileReport
	// Made is the number of fixes that were made. If it is 0, File is the one that
	// was given.
	Made int
}

// Bytes is what to write.
func (f *Fixed) Bytes() []byte { return edit.Bytes(f.File, f.File.Text) }

// Fix makes all fixes of a file that wanted does not refuse; nil refuses none.
// None is made that gives the server an error to report that it did not have
// before.
func (l *Linter) Fix(f *source.File, opts Options, wanted func(*Finding) bool) Fixed {
	now := Fixed{File: f, Report: l.file(f, opts)}
	l.tryFixes(f, &now.Report, opts)
	for range maxPasses {
		var fixes []*Fix
		for i := range now.Report.Findings {
			if found := &now.Report.Findings[i]; found.Fix != nil && (wanted == nil || wanted(found)) {
				fixes = append(fixes, found.Fix)
			}
		}
		next, made := l.pass(&now, fixes, opts)
		if made == 0 {
			break
		}
		next.Made = now.Made + made
		now = next
	}
	forgetPlans(now.Report.Findings)
	now.Report.Summary.Fixed = now.Made
	return now
}

// pass makes as many of some fixes as can be made at once.
func (l *Linter) pass(now *Fixed, fixes []*Fix, opts Options) (next Fixed, made int) {
	if len(fixes) == 0 {
		return next, 0
	}
	requests, plans := make([]edit.Request, len(fixes)), make([][]edit.Edit, len(fixes))
	for i, fix := range fixes {
		requests[i], plans[i] = fix.plan.Request, fix.plan.edits
	}
	chosen, edits := edit.Together(now.File, requests, plans)
	if len(chosen) == 0 {
		return next, 0
	}
	next.File = edit.Reread(now.File, edit.Apply(now.File.Text, edits))
	next.Report = l.file(next.File, opts)
	if !worse(&now.Report, &next.Report) {
		l.tryFixes(next.File, &next.Report, opts)
		return next, len(chosen)
	}
	if len(fixes) == 1 {
		return next, 0
	}
	// One of them does harm beside the others. The next pass tries the rest again.
	if next, made = l.pass(now, fixes[:len(fixes)/2], opts); made > 0 {
		return next, made
	}
	return l.pass(now, fixes[len(fixes)/2:], opts)
}

// maxTrials bounds how many fixes of a file are looked at one by one.
const maxTrials = 20

// tryFixes takes back the fixes that would give the server more to refuse: a field
// that gets the name it was meant to have is looked at only then. One look is
// enough for all of them unless one does harm.
func (l *Linter) tryFixes(f *source.File, r *FileReport, opts Options) {
	var of []*Finding
	var requests []edit.Request
	var plans [][]edit.Edit
	for i := range r.Findings {
		if fix := r.Findings[i].Fix; fix != nil && fix.reveals() {
			of = append(of, &r.Findings[i])
			requests, plans = append(requests, fix.plan.Request), append(plans, fix.plan.edits)
		}
	}
	if len(of) == 0 {
		return
	}
	harm := func(edits []edit.Edit) bool {
		then := l.file(edit.Reread(f, edit.Apply(f.Text, edits)), opts)
		return worse(r, &then)
	}
	if chosen, edits := edit.Together(f, requests, plans); len(chosen) == len(of) && !harm(edits) {
		return
	}
	for i, found := range of {
		if i >= maxTrials || harm(plans[i]) {
			found.Fix = nil
			r.Summary.Fixable--
		}
	}
}

// reveals reports whether a fix lets the server see what it did not look at.
func (f *Fix) reveals() bool {
	for i := range f.plan.Changes {
		if op := f.plan.Changes[i].Op; op == finding.Rename || op == finding.Replace {
			return true
		}
	}
	return false
}

// worse reports whether a document is refused that was accepted, or a rule has
// more errors to report than before.
func worse(before, after *FileReport) bool {
	if len(after.Documents) != len(before.Documents) {
		return true
	}
	for i := range before.Documents {
		if before.Documents[i].APIServer.Accepted && !after.Documents[i].APIServer.Accepted {
			return true
		}
	}
	errors := map[string]int{}
	count := func(r *FileReport, by int) {
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Severity == finding.Error {
				errors[f.Rule] += by
			}
		}
	}
	count(before, 1)
	count(after, -1)
	for _, n := range errors {
		if n < 0 {
			return true
		}
	}
	return false
}
