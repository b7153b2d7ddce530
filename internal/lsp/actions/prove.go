package actions

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Check returns the findings about a text in the place of a document.
type Check func(text []byte) []report.Finding

// A Proof is what is known about a change after the changed text was checked.
type Proof uint8

// The results, in the order of their strength.
const (
	// Stays means that the finding is still there.
	Stays Proof = iota
	// Gone means that the finding is gone, and that others are new: the server checks some things only then.
	Gone
	// Clean means that the finding is gone, and that no other one is new.
	Clean
)

// Prove checks a text with edits. before are the findings about the text.
func Prove(text []byte, edits []edit.Edit, f *report.Finding, before []report.Finding, check Check) Proof {
	left := map[string]int{}
	for i := range before {
		left[keyOf(&before[i])]++
	}
	after := check(edit.Apply(text, edits))
	count, isNew := 0, false
	for i := range after {
		key := keyOf(&after[i])
		if key == keyOf(f) {
			count++
		}
		if left[key]--; left[key] < 0 && after[i].Severity != finding.Info {
			isNew = true
		}
	}
	was := 0
	for i := range before {
		if keyOf(&before[i]) == keyOf(f) {
			was++
		}
	}
	switch {
	case count >= was:
		return Stays
	case isNew:
		return Gone
	}
	return Clean
}

// keyOf identifies a finding in a text and in a changed text, where lines and indexes of lists are others.
func keyOf(f *report.Finding) string {
	return strings.Join([]string{string(f.Code), f.Rule, f.CRD, f.Version, withoutIndexes(f.Path), withoutIndexes(f.Message)}, "\x00")
}

// withoutIndexes removes the numbers in brackets.
func withoutIndexes(path string) string {
	if !strings.Contains(path, "[") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		b.WriteByte(path[i])
		for path[i] == '[' && i+1 < len(path) && '0' <= path[i+1] && path[i+1] <= '9' {
			i++
			for i+1 < len(path) && '0' <= path[i+1] && path[i+1] <= '9' {
				i++
			}
			break
		}
	}
	return b.String()
}
