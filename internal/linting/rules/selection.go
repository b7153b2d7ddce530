package rules

import "github.com/crdtool/crdtool/internal/text/finding"

// Active is a lint rule that is on.
type Active struct {
	*Rule
	Severity finding.Severity
	// Options are values by name, with the types of the defaults. A missing option has its default.
	Options map[string]any
}

// Setting configures the findings of a check of the server or of comments.
type Setting struct {
	Off      bool
	Severity finding.Severity
}

// Selection has the lint rules that are on for a file. The nil Selection has none, and does not change the
// server's findings.
type Selection struct {
	Active []Active
	// Server has the settings of the server's warnings and of CommentRules, by ID. Errors of the server cannot
	// be configured.
	Server map[string]Setting
}

// Of returns the lint rules of a profile, with their own severities.
func Of(p Profile) *Selection {
	s := new(Selection)
	for _, r := range All() {
		if r.Profile <= p {
			s.Active = append(s.Active, Active{Rule: r, Severity: r.Severity})
		}
	}
	return s
}
