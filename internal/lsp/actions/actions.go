// Package actions makes the changes that an editor offers at a place: fixes of findings about objects and CRDs, comments
// that ignore findings, and files with samples and tests.
//
// A fix is a candidate first. It is offered if the finding is gone when the changed text is checked again, and
// preferred if there is no new finding either.
package actions

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A Fix is a change of one text.
type Fix struct {
	// Title says in the imperative what the change does.
	Title string
	Edits []edit.Edit
	// Preferred says that it is the least change after which the finding is gone, and that no finding is new.
	Preferred bool
}

// A candidate is a change that may fix a finding.
type candidate struct {
	title   string
	changes []finding.Change
	edits   []edit.Edit // instead of changes
	// certain says that nobody would want another change.
	certain bool
}

// plan returns the edits of a candidate, or nil if its changes cannot be written.
func (c *candidate) plan(doc *source.Document) []edit.Edit {
	if c.edits != nil {
		return c.edits
	}
	plan := edit.Plan(doc.File, []edit.Request{{Doc: doc, Changes: c.changes}})[0]
	if plan != nil || len(c.changes) < 2 {
		return plan
	}
	return oneByOne(doc, c.changes)
}

// oneByOne makes changes one after the other, and returns one edit that makes them all.
func oneByOne(doc *source.Document, changes []finding.Change) []edit.Edit {
	f, index := doc.File, doc.Index
	for i := range changes {
		if index >= len(f.Documents) {
			return nil
		}
		plan := edit.Plan(f, []edit.Request{{Doc: f.Documents[index], Changes: changes[i : i+1]}})[0]
		if plan == nil {
			return nil
		}
		f = edit.Reread(f, edit.Apply(f.Text, plan))
	}
	return []edit.Edit{Between(doc.File.Text, f.Text)}
}

// Between returns the edit that makes one text of another.
func Between(before, after []byte) edit.Edit {
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < len(before)-start && end < len(after)-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return edit.Edit{Start: start, End: len(before) - end, Text: string(after[start : len(after)-end])}
}

// Edited returns a text with the edits of a fix.
func (f *Fix) Edited(text []byte) []byte { return edit.Apply(text, f.Edits) }

// documentOf returns the document of a finding, by its line.
func documentOf(f *source.File, of *report.Finding) *source.Document {
	var found *source.Document
	for _, doc := range f.Documents {
		if doc.DerivedFrom == nil && (found == nil || doc.Line() <= of.Line) {
			found = doc
		}
	}
	return found
}

// withMarks moves edits behind the byte order marks of a file.
func withMarks(f *source.File, edits []edit.Edit) []edit.Edit {
	if len(f.Marks) == 0 {
		return edits
	}
	moved := make([]edit.Edit, len(edits))
	for i, e := range edits {
		moved[i] = edit.Edit{Start: e.Start + len(f.Marks), End: e.End + len(f.Marks), Text: e.Text}
	}
	return moved
}

// changes reports whether edits change a text.
func changesText(text []byte, edits []edit.Edit) bool {
	return len(edits) > 0 && !bytes.Equal(text, edit.Apply(text, edits))
}
