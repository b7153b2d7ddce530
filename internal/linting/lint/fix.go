package lint

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// maxPasses limits how often a fixed text is linted again for further fixes. Fixes that conflict are made in
// separate passes.
const maxPasses = 10

// Fixed is the result of Fix.
type Fixed struct {
	// File is the fixed text, and Report has the remaining findings.
	File   *source.File
	Report FileReport
	// Shown is the text that Report is about: File, or the text after its CRDs are generated again.
	Shown *source.File
	// Made counts the fixes. If it is 0, File is the given file. MadeInGo counts the fixes in Go code.
	Made, MadeInGo int
	// Before is the report about the given file. Without a fix it is Report.
	Before FileReport
}

// Bytes returns the text to write.
func (f *Fixed) Bytes() []byte { return edit.Bytes(f.File, f.File.Text) }

// Fix makes the fixes of all reported findings of a file, except those that would add an error of the server.
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

// pass makes as many fixes as fit together.
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
	// Some fixes only conflict with each other. The next pass tries the others again.
	if next, made = l.pass(now, of[:len(of)/2], opts); made > 0 {
		return next, made
	}
	return l.pass(now, of[len(of)/2:], opts)
}

// maxTrials limits how often a file is checked again to find harmful fixes. Fixes that are not proved harmless
// by then are not offered.
const maxTrials = 24

// tryFixes drops the fixes after which the server would refuse more. For example, the server checks a
// misspelled field only under its correct name, and it tolerates errors of an unchanged CRD only. If no fix
// does harm, one trial is enough.
//
// A trial takes as long as linting the file. So fixes of lint rules in a new CRD that the server accepts are
// not tried unless all is set.
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

// reveals reports whether a fix makes the server check values that it did not check before.
func (p *fixPlan) reveals() bool {
	return slices.ContainsFunc(p.Changes, func(c finding.Change) bool { return c.Op == finding.Rename || c.Op == finding.Replace })
}

// compatible returns the findings whose fixes can be made together, and the edits for them.
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

// worse reports whether an accepted document is refused afterwards, or a rule has more errors.
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
