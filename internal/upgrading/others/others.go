// Package others judges the change of a CRD as two other tools do by default, crdify and
// crd-schema-checker, so that a project that has one of them can move without a verdict
// changing. What they look at, and how, is theirs and documented in docs/moving.md; what a
// change does to anybody is package upgrade's business.
//
// Each tool goes by checks that have names, finds something at a place of a version, and
// has it be an error or a warning. The places are written as the tool writes them.
package others

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/crd"
)

// Verdict is what a check of a tool finds.
type Verdict struct {
	// Check is the name that the tool gives the check.
	Check string
	// Severity is finding.Error or finding.Warning.
	Severity finding.Severity
	// Version is the one that it is in, "" for the CRD as a whole; Than is the older one
	// of the same CRD that it is compared with, "" for itself in the old CRD.
	Version, Than string
	// Place is where, as the tool writes it, such as ^.spec.size.
	Place string
	// Keyword is the one that differs, "" for the schema or the CRD as a whole.
	Keyword string
	// Rest are the keywords of a verdict that is on several.
	Rest []string
	// Message says what the check finds.
	Message string
	// Old and New are the schemas in the documents, nil where there is none.
	Old, New *finding.Path
}

// A Pair is what is checked.
type Pair struct {
	// Old is nil for a CRD that is new.
	Old, New *crd.CustomResourceDefinition
	// Stored are the versions of status.storedVersions that the old document itself has:
	// defaults fill in what a server would.
	Stored []string
	// OldAnswer and NewAnswer are the server's. Only checks of costs read them; OldAnswer
	// may be nil where Old is.
	OldAnswer, NewAnswer *crd.Answer
}

// Profile is a tool with its settings. It is safe for concurrent use.
type Profile struct {
	// Name is that of the tool.
	Name string
	// NeedsCosts says that Judge reads the answers of the server.
	NeedsCosts bool

	checks   []string
	settings Settings
	judge    func(*judgement)
}

// Judge returns what the tool reports, in the order of its checks and of the CRD.
func (p *Profile) Judge(pair Pair) []Verdict {
	j := &judgement{Pair: pair, profile: p}
	p.judge(j)
	slices.SortStableFunc(j.found, func(a, b Verdict) int {
		return slices.Index(p.checks, a.Check) - slices.Index(p.checks, b.Check)
	})
	return j.found
}

type judgement struct {
	Pair
	profile *Profile
	found   []Verdict
}

// add notes what a check finds, unless it is off.
func (j *judgement) add(v Verdict) {
	switch j.profile.settings.Checks[v.Check] {
	case Off:
		return
	case Warning:
		v.Severity = finding.Warning
	}
	j.found = append(j.found, v)
}

// Names are the tools, as flags and configurations name them.
func Names() []string { return []string{Crdify, SchemaChecker} }

// The tools.
const (
	Crdify        = "crdify"
	SchemaChecker = "crd-schema-checker"
)

// New returns the profile of a tool, or nil if it is none of Names.
func New(name string, s Settings) *Profile {
	switch name {
	case Crdify:
		return &Profile{Name: name, checks: crdifyChecks(), settings: s, judge: (*judgement).crdify}
	case SchemaChecker:
		return &Profile{Name: name, NeedsCosts: true, checks: checkerChecks(), settings: s, judge: (*judgement).checker}
	}
	return nil
}
