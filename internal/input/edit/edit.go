// Package edit turns changes of a document into edits of its text, which change no other byte: comments, order,
// quotes and indentation stay as they are.
//
// Each change is planned from the positions and the style of the nodes, and then proved: the edited text is read
// again, and must have the value of the changed document. A change that cannot be planned or proved gets no edit.
// So the planning may ignore rare forms of YAML.
package edit

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// An Edit replaces the bytes [Start, End) of a file's Text.
type Edit struct {
	Start, End int
	Text       string
}

// A Request asks for the changes of one fix in one document.
type Request struct {
	Doc     *source.Document
	Changes []finding.Change
}

// Plan returns the edits for each request, in the order of the text. They are nil if no edits make exactly the
// requested changes. The edits of each request are for the original file.
func Plan(f *source.File, requests []Request) [][]Edit {
	plans := make([][]Edit, len(requests))
	touched := make([][]*yamlnode.Node, len(requests))
	var planned []int
	for i := range requests {
		p := planner{doc: requests[i].Doc, text: f.Text}
		if plans[i] = p.plan(requests[i].Changes); plans[i] != nil {
			touched[i] = p.touched
			planned = append(planned, i)
		}
	}
	p := newProof(f, requests, plans)
	p.touched = touched
	for _, group := range p.apart(planned) {
		p.hold(group)
	}
	return plans
}

// Apply returns text with edits applied, which must be sorted and not overlap.
func Apply(text []byte, edits []Edit) []byte {
	length := len(text)
	for i := range edits {
		length += len(edits[i].Text)
	}
	out := make([]byte, 0, length)
	at := 0
	for _, e := range edits {
		out = append(out, text[at:e.Start]...)
		out = append(out, e.Text...)
		at = e.End
	}
	return append(out, text[at:]...)
}

// Sort sorts edits by their place in the text. The order of edits at one place stays.
func Sort(edits []Edit) {
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
}

// Overlap reports whether sorted edits have a byte in common.
func Overlap(edits []Edit) bool {
	for i := 1; i < len(edits); i++ {
		if edits[i].Start < edits[i-1].End {
			return true
		}
	}
	return false
}
