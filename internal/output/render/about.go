package render

import (
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// About is what reports for other programs say of a run beside its findings.
type About struct {
	// Command is the one that ran, such as "lint".
	Command string
	// Version is that of crdtool.
	Version    string
	Repository Repository
	// Rules are the rules of our own that were on, with their severities, in a run
	// over CRDs.
	Rules []rules.Active
	// Objects says that the run was over custom objects.
	Objects bool
	// Changes says that the run compared CRDs: findings are changes.
	Changes bool
	// Tests says that the run was of tests: documents are tests.
	Tests bool
	// Verdict is what the run says in short, where that is not whether it passes.
	Verdict string
	// Revision is the one of git that old files are of, whose names begin with it; "" for
	// files on disk.
	Revision string
	// Fails tells whether a finding makes the run fail.
	Fails func(*report.Finding) bool
	// Snippets are the lines of findings, for HTML; nil without them.
	Snippets *Snippets
	// Unread has the errors about what could not be read.
	Unread []error
}

// homepage and rulesPage are where reports link to.
const (
	homepage  = "https://github.com/crdtool/crdtool"
	rulesPage = homepage + "/blob/main/docs/rules.md"
)

// RuleURL leads to the documentation of a rule.
func RuleURL(id string) string { return rulesPage + "#" + id }

// changesPage documents the kinds of changes.
const changesPage = homepage + "/blob/main/docs/changes.md"

// url leads to the documentation of what a finding is of.
func (about *About) url(rule string) string {
	if about.Changes {
		return changeURL(rule)
	}
	return RuleURL(rule)
}

// changeURL leads to the documentation of a kind of change, or of the lint rule that is
// about the same as the check of another tool.
func changeURL(id string) string {
	if upgrade.KindOf(id) == nil {
		return RuleURL(id)
	}
	return changesPage + "#" + id
}
