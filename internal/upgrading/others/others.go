// Package others judges the change of a CRD as the default checks of two other tools do, crdify and
// crd-schema-checker. A project with one of them can move to crdtool without changed verdicts. docs/moving.md
// documents the checks of the tools. The effects of a change are for package upgrade.
//
// A tool has named checks. Each check reports errors or warnings at a place of a version. Places are in the
// notation of the tool.
package others

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Verdict is the result of a check of a tool.
type Verdict struct {
	// Check is the tool's name of the check.
	Check string
	// Severity is finding.Error or finding.Warning.
	Severity finding.Severity
	// Version is the version with the difference; "" for the CRD as a whole. Than is the older version of the same CRD
	// that it is compared with; "" for the same version of the old CRD.
	Version, Than string
	// Place is the place in the tool's notation, such as ^.spec.size.
	Place string
	// Keyword is the keyword that differs; "" for the schema or the CRD as a whole.
	Keyword string
	// Rest are the keywords of a verdict about several.
	Rest []string
	// Message describes the difference.
	Message string
	// Old and New are the paths of the schemas in the documents; nil if there is none.
	Old, New *finding.Path
}

// A Pair is the old and the new CRD, with their answers.
type Pair struct {
	// Old is nil for a new CRD.
	Old, New *crd.CustomResourceDefinition
	// Stored are the versions in status.storedVersions of the old document, without defaults.
	Stored []string
	// OldAnswer and NewAnswer are the server's answers. Only checks of costs read them; OldAnswer may be nil if Old
	// is.
	OldAnswer, NewAnswer *crd.Answer
}

// A Profile is a tool with its settings. It is safe for concurrent use.
type Profile struct {
	// Name is the name of the tool.
	Name string
	// NeedsCosts says that Judge reads the server's answers.
	NeedsCosts bool

	checks   []string
	settings Settings
	judge    func(*judgement)
}

// Judge returns the verdicts of the tool, in the order of its checks and of the CRD.
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

// add adds a verdict, unless its check is off.
func (j *judgement) add(v Verdict) {
	switch j.profile.settings.Checks[v.Check] {
	case Off:
		return
	case Warning:
		v.Severity = finding.Warning
	}
	j.found = append(j.found, v)
}

// Names returns the names of the tools in flags and configurations.
func Names() []string { return []string{Crdify, SchemaChecker} }

// The tools.
const (
	Crdify        = "crdify"
	SchemaChecker = "crd-schema-checker"
)

// New returns the profile of a tool; nil if Names lacks the name.
func New(name string, s Settings) *Profile {
	switch name {
	case Crdify:
		return &Profile{Name: name, checks: crdifyChecks(), settings: s, judge: (*judgement).crdify}
	case SchemaChecker:
		return &Profile{Name: name, NeedsCosts: true, checks: checkerChecks(), settings: s, judge: (*judgement).checker}
	}
	return nil
}
