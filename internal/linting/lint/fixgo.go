package lint

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
)

// dropWrongPlans drops the fixes whose changes of Go types would change more of the CRD than the fix intends.
func dropWrongPlans(of []*draft) {
	byDoc := map[*source.Document][]*draft{}
	var docs []*source.Document
	for _, d := range of {
		if d.Fix == nil || d.plan.inGo == nil {
			continue
		}
		if byDoc[d.plan.Doc] == nil {
			docs = append(docs, d.plan.Doc)
		}
		byDoc[d.plan.Doc] = append(byDoc[d.plan.Doc], d)
	}
	for _, doc := range docs {
		var wishes []gotypes.Wish
		for _, d := range byDoc[doc] {
			wishes = append(wishes, gotypes.Wish{Changes: d.plan.Changes, Plan: d.plan.inGo})
		}
		_, granted := gotypes.Choose([]gotypes.Case{{Types: byDoc[doc][0].plan.types, CRD: source.Value(doc.Root)}}, wishes)
		for i, d := range byDoc[doc] {
			if !granted[i] {
				d.Fix = nil
			}
		}
	}
}

// GoCase is a CRD that is generated from Go types, with the fixes to make in the types.
type GoCase struct {
	// Document is the index of the CRD's document in the file.
	Document int
	gotypes.Case
	Wishes []gotypes.Wish // without the number of the case
}

// GoCases returns the CRDs of a file that are generated from Go types.
func (l *Linter) GoCases(f *source.File, opts Options) []GoCase {
	if !mayBeGenerated(f.Text) {
		return nil
	}
	var all []GoCase
	place := map[int]int{} // index in all, by document
	for _, doc := range f.Documents {
		if !doc.MeantAsCRD() || source.Release(f.Name) != "" {
			continue
		}
		c, _ := l.checker.Decode(doc)
		types := generatedFrom(doc, c, &opts).Types()
		if types == nil {
			continue
		}
		place[doc.Index] = len(all)
		all = append(all, GoCase{Document: doc.Index, Case: gotypes.Case{Types: types, CRD: source.Value(doc.Root)}})
	}
	if len(all) == 0 {
		return nil // Fix checks the file later
	}
	now := l.file(f, opts)
	l.tryFixes(now, opts, true)
	for i := range now.found {
		if d := &now.found[i]; d.Fix != nil && d.plan.inGo != nil {
			at, ok := place[d.plan.Doc.Index]
			if !ok {
				continue
			}
			c := &all[at]
			c.Wishes = append(c.Wishes, gotypes.Wish{Changes: d.plan.Changes, Plan: d.plan.inGo})
		}
	}
	return all
}

// mayBeGenerated reports whether a CRD of a text may have the annotation of a generator. Without it no CRD has
// to be decoded.
func mayBeGenerated(text []byte) bool {
	return bytes.Contains(text, []byte(origin.GeneratorAnnotation)) || bytes.IndexByte(text, '\\') >= 0 // an escape in the annotation's name
}

// generated returns the file as the generator would write it from the fixed Go code, and the number of fixes in
// it.
func (l *Linter) generated(now *fileResult, opts Options) (*fileResult, int) {
	if opts.FixedInGo == nil {
		return now, 0
	}
	var requests []edit.Request
	for _, doc := range now.file.Documents {
		for _, changes := range opts.FixedInGo(now.file.Name, doc.Index) {
			requests = append(requests, edit.Request{Doc: doc, Changes: changes})
		}
	}
	if len(requests) == 0 {
		return now, 0
	}
	chosen, edits := edit.Together(now.file, requests, edit.Plan(now.file, requests))
	if len(chosen) == 0 {
		return now, 0
	}
	then := l.lintFile(edit.Reread(now.file, edit.Apply(now.file.Text, edits)), opts)
	then.planFixes()
	return then, len(requests)
}
