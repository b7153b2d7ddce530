package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/answer"
)

// SchemaVersion is the version of the report's JSON form. It changes when a
// field is taken away or changes its meaning.
const SchemaVersion = 1

// Report is the outcome of a run, in the form other tools read.
type Report struct {
	SchemaVersion int        `json:"schemaVersion"`
	Documents     []Document `json:"documents"`
	Findings      []Finding  `json:"findings"`
	Summary       Summary    `json:"summary"`
}

// Document is one CustomResourceDefinition and the server's answer to it.
type Document struct {
	File      string           `json:"file"`
	Document  int              `json:"document"`
	Line      int              `json:"line"`
	Name      string           `json:"name"`
	APIServer answer.APIServer `json:"apiserver"`
}

// Finding is one finding in the report's form: positions are 1-based, columns
// count characters, the end is past the last character.
type Finding struct {
	Rule       string           `json:"rule"`
	Severity   finding.Severity `json:"severity"`
	Message    string           `json:"message"`
	File       string           `json:"file"`
	Line       int              `json:"line"`
	Column     int              `json:"column"`
	EndLine    int              `json:"endLine"`
	EndColumn  int              `json:"endColumn"`
	CRD        string           `json:"crd"`
	Version    string           `json:"version"`
	Path       string           `json:"path"`
	ServerPath string           `json:"serverPath"`
	// ServerMessage is the server's own words for this finding, empty for what
	// no server says.
	ServerMessage string `json:"serverMessage,omitempty"`
	Help          string `json:"help"`
	// Fix is the change that mends the finding; nil if there is no one right way
	// to.
	Fix *Fix `json:"fix,omitempty"`
}

// Fix is a mechanical change to the file. Edits are in the order of the file and
// do not overlap.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`

	plan planned
}

// Edit replaces a range of the text, which is empty where something is only
// added. Positions are those of findings.
type Edit struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Text      string `json:"text"`
}

// Summary counts what a run read and found.
type Summary struct {
	Files int `json:"files"`
	CRDs  int `json:"crds"`
	// Refused is the number of CRDs that the server would refuse.
	Refused int `json:"refused"`
	// Skipped counts documents that are not CRDs.
	Skipped int `json:"skipped"`
	// Ignored counts findings that were passed over.
	Ignored  int `json:"ignored"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// Fixable counts the findings that have a fix, Fixed the fixes that were made,
	// of findings that are gone.
	Fixable int `json:"fixable"`
	Fixed   int `json:"fixed"`
}

// Add adds the counts of s to the summary.
func (t *Summary) Add(s Summary) {
	t.Files += s.Files
	t.CRDs += s.CRDs
	t.Refused += s.Refused
	t.Skipped += s.Skipped
	t.Ignored += s.Ignored
	t.Errors += s.Errors
	t.Warnings += s.Warnings
	t.Fixable += s.Fixable
	t.Fixed += s.Fixed
}

// Count counts a finding.
func (t *Summary) Count(f *Finding) {
	switch f.Severity {
	case finding.Error:
		t.Errors++
	case finding.Warning:
		t.Warnings++
	}
	if f.Fix != nil {
		t.Fixable++
	}
}
