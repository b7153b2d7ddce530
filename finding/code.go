package finding

import "strings"

// Code names one thing that can be said about a document: a check and, where the
// check can find several things, a case of it behind a slash, as "names/required".
// Codes stay the same from release to release.
type Code string

// Rule is the ID of the check, which configuration, comments and reports name it by.
func (c Code) Rule() string {
	rule, _, _ := strings.Cut(string(c), "/")
	return rule
}

// Case returns a case of a check, or the check if the name is empty.
func (c Code) Case(name string) Code {
	if name == "" {
		return c
	}
	return c + "/" + Code(name)
}

// CaseName is the case, or "" for a check that has only one.
func (c Code) CaseName() string {
	_, name, _ := strings.Cut(string(c), "/")
	return name
}
