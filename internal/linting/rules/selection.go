package rules

import "github.com/crdtool/crdtool/finding"

// Active is a lint rule that is on.
type Active struct {
	*Rule
	Severity finding.Severity
	// Options are by name, of the types of their defaults; those that are missing
	// have their default.
	Options map[string]any
}

// Setting is what is made of the findings of a check that is not ours.
type Setting struct {
	Off      bool
	Severity finding.Severity
}

// Selection says which lint rules are on for a file. The nil Selection has none of
// ours and leaves the server's findings as they are.
type Selection struct {
	Active []Active
	// Server has the settings of the server's warnings and of CommentRules, by
	// rule ID. The server's errors are its verdict, which no setting changes.
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
