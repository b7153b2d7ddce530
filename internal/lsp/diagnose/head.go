package diagnose

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// committed returns the document as it is in HEAD; nil if it is not there, or has the same text.
func committed(p *workspace.Project, doc *workspace.Document, text []byte) *source.File {
	old := p.Committed(doc)
	if old == nil || bytes.Equal(old.Text, text) {
		return nil
	}
	return old
}

// key identifies a finding in two reports about one text.
type key struct {
	line, column                 int
	rule, version, path, message string
}

func keyOf(f *report.Finding) key {
	return key{f.Line, f.Column, f.Rule, f.Version, f.Path, f.Message}
}

func keysOf(found []report.Finding) map[key]bool {
	keys := make(map[key]bool, len(found))
	for i := range found {
		keys[keyOf(&found[i])] = true
	}
	return keys
}

// asUpdates returns the findings that only an update of what is in HEAD has, and says so.
func asUpdates(updated, created []report.Finding) []report.Finding {
	known := keysOf(created)
	var found []report.Finding
	for i := range updated {
		if f := updated[i]; !known[keyOf(&f)] {
			f.Message = "as an update of HEAD: " + f.Message
			found = append(found, f)
		}
	}
	return found
}

// forgiven adds a note to the errors that an update of what is in HEAD does not have. If the update has other errors, the
// server may not have come to these, so there is no note.
func forgiven(created, updated []report.Finding) []report.Finding {
	known := keysOf(updated)
	for _, f := range asUpdates(updated, created) {
		if f.Severity == finding.Error {
			return created
		}
	}
	for i := range created {
		if f := &created[i]; f.Severity == finding.Error && !known[keyOf(f)] {
			f.Message += " (forgiven when the object in HEAD is updated)"
		}
	}
	return created
}
