package lint

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
)

// maxPasses bounds how often a fixed text is looked at for what is left to fix.
// Fixes that get in each other's way are made one after the other.
const maxPasses = 10

// Fixed is a file with its fixes made.
type Fixed struct {
	// File is the text as it is then, Report what is left to say about it.
	File   *source.File
	Report FileReport
	// Shown is the text that Report is about: File, as it is once the CRDs in it are
	// generated again.
	Shown *source.File
	// Made is the number of fixes that were made. If it is 0, File is the one that
	// was given. MadeInGo is that of those in Go code.
	Made, MadeInGo int
	// Before is what there was to say about the file that was given. Where no fix was made
	// it is Report.
	Before FileReport
}

// Bytes is what to write.
func (f *Fixed) Bytes() []byte { return edit.Bytes(f.File, f.File.Text) }

// Fix makes the fixes of all findings that are reported of a file. None is made
// that gives the server an error to report that it did not have before.
func (l *Linter) Fix(f *source.File, opts Options) (out Fixed) {
	now := l.file(f, opts)
	l.tryFixes(now, opts, true)
	made := 0
	for range maxPasses {
		var fixable []*draft
		for i := range now.found {
			if found := &now.found[i]; found.Fix != nil && found.plan.inGo == nil {
				fixable = append(fixable, found)
			}
		}
		next, n := l.pass(now, fixable, opts)
		if n == 0 {
			break
		}
		if made == 0 {
			out.Before = now.report()
		}
		made += n
		now = next
	}
	out.File, out.Shown, out.Made = now.file, now.file, made
	then, inGo := l.generated(now, opts)
	if made == 0 {
		out.Before = now.report()
	}
	if inGo > 0 {
		l.tryFixes(then, opts, true)
		now, out.Shown, out.MadeInGo = then, then.file, inGo
	}
	if made == 0 && inGo == 0 {
		out.Report = out.Before
		return out
	}
	out.Report = now.report()
	out.Report.Summary.Fixed = made + inGo
	return out
}

// pass makes as many fixes as can be made at once.
func (l *Linter) pass(now *fileResult, of []*draft, opts Options) (next *fileResult, made int) {
	if len(of) == 0 {
		return nil, 0
	}
	together, edits := compatible(now.file, of)
	if len(together) == 0 {
		return nil, 0
	}
	next = l.lintFile(edit.Reread(now.file, edit.Apply(now.file.Text, edits)), opts)
	switch {
	case !worse(now, next):
		next.planFixes()
		l.tryFixes(next, opts, true)
		return next, len(together)
	case len(of) == 1:
		return next, 0
	}
	// Some do harm only beside each other. The next pass tries the rest again.
	if next, made = l.pass(now, of[:len(of)/2], opts); made > 0 {
		return next, made
	}
	return l.pass(now, of[len(of)/2:], opts)
}

// maxTrials bounds how often a file is checked again to find fixes that do harm. A fix that is
// not known to do no harm then is not offered.
const maxTrials = 24

// tryFixes takes back the fixes that would give the server more to refuse. There
// are some: a field that gets the name it was meant to have is looked at only
// then, and what is forgiven in an unchanged CRD no longer is in a changed one.
// One look is enough for all fixes unless one does harm.
//
// It takes as long as linting the file. So the fixes of our own lint rules in a new CRD
// that the server accepts are not tried before they are made, unless all are to be.
func (l *Linter) tryFixes(r *fileResult, opts Options, all bool) {
	safe := map[int]bool{} // by the index of the document
	for i := range r.Documents {
		d := &r.Documents[i]
		safe[d.Document] = d.APIServer.Accepted && opts.Old == nil && !all
	}
	var of []*draft
	for i := range r.found {
		if d := &r.found[i]; d.Fix != nil && (d.plan.reveals() || !safe[d.plan.Doc.Index]) {
			of = append(of, d)
		}
	}
	trials := 0
	var try func(of []*draft)
	try = func(of []*draft) {
		if trials++; trials <= maxTrials {
			together, edits := compatible(r.file, of)
			if len(together) == len(of) {
				then := l.lintFile(edit.Reread(r.file, edit.Apply(r.file.Text, edits)), opts)
				if !worse(r, then) {
					return
				}
			}
			if len(of) > 1 {
				try(of[:len(of)/2])
				try(of[len(of)/2:])
				return
			}
		}
		for _, found := range of {
			found.Fix = nil
			r.Summary.Fixable--
		}
	}
	if len(of) > 0 {
		try(of)
	}
}

// reveals reports whether a fix lets the server see what it did not look at.
func (p *fixPlan) reveals() bool {
	return slices.ContainsFunc(p.Changes, func(c finding.Change) bool { return c.Op == finding.Rename || c.Op == finding.Replace })
}

// compatible returns those of some findings whose fixes can be made at once, and the
// edits for that.
func compatible(f *source.File, of []*draft) (together []*draft, edits []edit.Edit) {
	requests, plans := make([]edit.Request, len(of)), make([][]edit.Edit, len(of))
	for i, found := range of {
		requests[i], plans[i] = found.plan.Request, found.plan.edits
	}
	chosen, edits := edit.Together(f, requests, plans)
	for _, i := range chosen {
		together = append(together, of[i])
	}
	return together, edits
}

// worse reports whether a document is refused that was accepted, or a check has
// more errors to report than before.
func worse(before, after *fileResult) bool {
	if len(after.Documents) != len(before.Documents) {
		return true
	}
	for i := range before.Documents {
		if before.Documents[i].APIServer.Accepted && !after.Documents[i].APIServer.Accepted {
			return true
		}
	}
	errors := map[string]int{}
	count := func(found []draft, by int) {
		for _, f := range found {
			if f.Severity == finding.Error {
				errors[f.Rule] += by * f.Counts()
			}
		}
	}
	count(before.found, 1)
	count(after.found, -1)
	for _, n := range errors {
		if n < 0 {
			return true
		}
	}
	return false
}
