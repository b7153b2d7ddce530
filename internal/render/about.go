package render

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/rules"
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
	// Fails tells whether a finding of a severity makes the run fail.
	Fails func(finding.Severity) bool
	// Unread has the errors about what could not be read.
	Unread []error
}

// homepage and the pages below it are where reports link to.
const (
	homepage    = "https://github.com/crdtool/crdtool"
	rulesPage   = homepage + "/blob/main/docs/rules.md"
	objectsPage = homepage + "/blob/main/docs/apply-dry.md#findings"
)

// ruleURL leads to the documentation of a rule.
func ruleURL(id string) string { return rulesPage + "#" + id }

// urlOf is ruleURL in a run that may have been over objects.
func (about *About) urlOf(id string) string {
	if about.ofObjects(id) {
		return objectsPage
	}
	return ruleURL(id)
}

// ofObjects tells whether a rule is one of findings about objects. Some of rules
// about CRDs have the same ID.
func (about *About) ofObjects(id string) bool {
	return slices.ContainsFunc(about.Objects, func(r code.Check) bool { return r.ID == id })
}
