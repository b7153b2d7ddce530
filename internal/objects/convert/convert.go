// Package convert turns CustomResourceDefinitions of apiextensions.k8s.io/v1beta1 into
// those of v1, as the servers did that knew both, and says what cannot be carried over
// without a decision.
//
// The nodes of a document are turned first: V1 makes of them a document that says in v1
// what the old one says, from nodes that stand where they stood in the file, so that
// whatever is found in it has its line there. The text follows: its parts are moved with
// their comments, and what comes out is read again and has to have the value of those
// nodes. A document for which it has not is written anew from them.
package convert

import (
	"bytes"
	"slices"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// APIVersion is what is converted.
const APIVersion = source.CRDGroup + "/v1beta1"

// Unknown says what is to become of fields that no schema names, which v1beta1 keeps
// unless preserveUnknownFields is false.
type Unknown string

const (
	// Undecided leaves it open: the result has preserveUnknownFields as the old servers
	// store it, and those of today do not take it from a new CRD.
	Undecided Unknown = ""
	// Keep has all schemas keep them, as before.
	Keep Unknown = "keep"
	// Prune has them dropped, as is usual in v1.
	Prune Unknown = "prune"
)

// Is reports whether a document is a CustomResourceDefinition of v1beta1.
func Is(doc *source.Document) bool {
	apiVersion, kind := doc.TypeMeta()
	return kind == source.CRDKind && apiVersion == APIVersion
}

// A Result is a file with documents converted.
type Result struct {
	// Text is what is to stand in the place of the file's Text; the same bytes if nothing
	// was converted.
	Text []byte
	// Made are the documents that were converted, by their index among those of the file:
	// what they say now, with the places of the old text.
	Made map[int]*source.Document
	// Anew are those whose text was written anew, without comments.
	Anew map[int]bool
	// Stuck are those whose text cannot be changed where it stands, and was left.
	Stuck map[int]bool
}

// File converts those CRDs of v1beta1 in a file that are wanted; nil wants all.
func File(f *source.File, unknown Unknown, wanted func(*source.Document) bool) *Result {
	made := map[int]*source.Document{}
	moved := map[int][]edit.Edit{}
	for i, doc := range f.Documents {
		if !Is(doc) || wanted != nil && !wanted(doc) {
			continue
		}
		made[i] = V1(doc, unknown)
		m := mover{doc: doc, v1: made[i], text: f.Text}
		if edits, ok := m.plan(); ok {
			moved[i] = edits
		}
	}
	return rewrite(f, made, moved)
}

// rewrite has the text of a file say what made says, of which moved are edits for what
// is larger than a value.
func rewrite(f *source.File, made map[int]*source.Document, moved map[int][]edit.Edit) *Result {
	r := &Result{Text: f.Text, Made: made, Anew: map[int]bool{}, Stuck: map[int]bool{}}
	if len(made) == 0 {
		return r
	}
	for {
		text, wrong := r.finish(f, moved)
		if len(wrong) == 0 {
			r.Text = text
			return r
		}
		for _, i := range wrong {
			if r.Anew[i] || len(f.Documents[i].Text) == 0 {
				delete(r.Anew, i)
				r.Stuck[i] = true
				moved[i] = nil
				continue
			}
			r.Anew[i] = true
			moved[i] = anew(f, i, made[i])
		}
	}
}

// finish makes the edits of moved, then the small ones that are left to do, and returns
// the text and the documents that do not read as they should.
func (r *Result) finish(f *source.File, moved map[int][]edit.Edit) (text []byte, wrong []int) {
	var edits []edit.Edit
	for _, e := range moved {
		edits = append(edits, e...)
	}
	mid := f
	if len(edits) > 0 {
		edit.Sort(edits)
		mid = edit.Reread(f, edit.Apply(f.Text, edits))
	}
	if len(mid.Documents) != len(f.Documents) {
		return nil, r.pending()
	}
	var requests []edit.Request
	for i, v1 := range r.Made {
		if changes := differences(mid.Documents[i], v1); len(changes) > 0 && !r.Stuck[i] {
			requests = append(requests, edit.Request{Doc: mid.Documents[i], Changes: changes})
		}
	}
	var rest []edit.Edit
	for _, plan := range edit.Plan(mid, requests) {
		rest = append(rest, plan...)
	}
	edit.Sort(rest)
	text, out := mid.Text, mid
	if len(rest) > 0 {
		text = edit.Apply(mid.Text, rest)
		out = edit.Reread(f, bytes.Clone(text))
	}
	if len(out.Documents) != len(f.Documents) {
		return nil, r.pending()
	}
	for i, doc := range f.Documents {
		want := doc
		if v1 := r.Made[i]; v1 != nil && !r.Stuck[i] {
			want = v1
		}
		if !edit.Same(want.Root, out.Documents[i].Root) {
			if r.Made[i] == nil || r.Stuck[i] {
				return nil, r.pending() // one of the others reaches into it
			}
			wrong = append(wrong, i)
		}
	}
	return text, wrong
}

// pending are the documents that can still be tried in another way.
func (r *Result) pending() []int {
	var all []int
	for i := range r.Made {
		if !r.Stuck[i] {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all
}

// entry is the last entry of a mapping with a key, which counts.
func entry(n *yamlnode.Node, name string) (source.Entry, bool) {
	var found source.Entry
	ok := false
	for e := range source.Entries(n) {
		if e.Key == name {
			found, ok = e, true
		}
	}
	return found, ok
}
