// Package convert converts CustomResourceDefinitions of apiextensions.k8s.io/v1beta1 to v1, as servers did that
// knew both. It reports what needs a decision.
//
// V1 first converts the nodes of a document. The new nodes keep the positions of the old ones, so findings about
// them have lines of the file. Then edits move the parts of the text, with their comments. The new text is read
// again, and its value has to equal the converted nodes. If it does not, the document is written anew from the
// nodes.
package convert

import (
	"bytes"
	"slices"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// APIVersion is the apiVersion of the CRDs to convert.
const APIVersion = source.CRDGroup + "/v1beta1"

// Unknown is the decision about fields that no schema names. v1beta1 keeps them unless preserveUnknownFields is
// false.
type Unknown string

const (
	// Undecided keeps preserveUnknownFields as old servers store it. Today's servers refuse that in a new CRD.
	Undecided Unknown = ""
	// Keep sets x-kubernetes-preserve-unknown-fields in all schemas, so the server keeps unknown fields as before.
	Keep Unknown = "keep"
	// Prune lets the server drop unknown fields, the default of v1.
	Prune Unknown = "prune"
)

// Is reports whether a document is a CustomResourceDefinition of v1beta1.
func Is(doc *source.Document) bool {
	apiVersion, kind := doc.TypeMeta()
	return kind == source.CRDKind && apiVersion == APIVersion
}

// A Result is a file with converted documents.
type Result struct {
	// Text is the new text of the file; the same bytes if nothing was converted.
	Text []byte
	// Made are the converted documents, by their index in the file. They have the positions of the old text.
	Made map[int]*source.Document
	// Rewritten are the documents whose text was written anew, without comments.
	Rewritten map[int]bool
	// Stuck are the documents whose text could not be changed.
	Stuck map[int]bool
}

// File converts the CRDs of v1beta1 in a file for which wanted returns true; nil wants all.
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

// rewrite changes the text of a file to the documents made. moved are the edits of larger parts; rewrite adds
// edits of single values.
func rewrite(f *source.File, made map[int]*source.Document, moved map[int][]edit.Edit) *Result {
	r := &Result{Text: f.Text, Made: made, Rewritten: map[int]bool{}, Stuck: map[int]bool{}}
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
			if r.Rewritten[i] || len(f.Documents[i].Text) == 0 {
				delete(r.Rewritten, i)
				r.Stuck[i] = true
				moved[i] = nil
				continue
			}
			r.Rewritten[i] = true
			moved[i] = anew(f, i, made[i])
		}
	}
}

// finish applies the edits in moved and then edits of single values. It returns the text, and the documents whose
// value is not the expected one.
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
				return nil, r.pending() // an edit of another document changes this one
			}
			wrong = append(wrong, i)
		}
	}
	return text, wrong
}

// pending returns the documents that are not stuck.
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

// entry returns the last entry of a mapping with a key, which overrides the others.
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
