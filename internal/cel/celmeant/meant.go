// Package celmeant finds what a CEL expression that does not compile was meant to be:
// it tries small changes, such as && for and, or the field whose name is closest, and
// keeps those with which the expression compiles. What it does not try, it does not
// know: no answer says nothing.
package celmeant

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/code"
)

// Expression is one that does not compile.
type Expression struct {
	Text string
	// Detail is the compiler's text about it.
	Detail string
	// Fields are the names of the fields that the schema declares, as CEL writes them,
	// by their own names; Around are those that lead to self.
	Fields map[string]string
	Around []string
	// Enums are the strings that the schema lists as values.
	Enums []string
	// Functions are the names of functions and macros.
	Functions []string
	// Compile returns the compiler's text about another text; "" if it compiles.
	Compile func(text string) string
}

// Change is a part of a text in the place of another one.
type Change struct {
	From, To string
	// Slip says that it can only be a slip of the pen, or the operator of another
	// language, so that nothing else can have been meant.
	Slip bool
}

// Meaning is a text that compiles, and the changes that lead to it.
type Meaning struct {
	Text    string
	Changes []Change
}

// Slip reports whether all changes are slips.
func (m *Meaning) Slip() bool {
	return !slices.ContainsFunc(m.Changes, func(c Change) bool { return !c.Slip })
}

const (
	// maxChanges is how many changes lead to a meaning.
	maxChanges = 5
	// maxCandidates is how many changes are compiled for each of those.
	maxCandidates = 24
)

// Find returns the meanings that are equally likely: one if that is the only one.
func Find(e *Expression) []Meaning {
	now := Meaning{Text: e.Text}
	issues := code.Issues(e.Detail)
	for len(now.Changes) < maxChanges && len(issues) > 0 {
		var found []Meaning
		var closer *Meaning
		var closerIssues []string
		rank := 0
		all := candidates(e, now.Text, issues)
		for i := range all {
			c := &all[i]
			if len(found) > 0 && c.rank > rank {
				break
			}
			next := Meaning{c.text, append(slices.Clone(now.Changes), c.changes...)}
			detail := e.Compile(c.text)
			if detail == "" {
				rank = c.rank
				found = append(found, next)
				continue
			}
			left := code.Issues(detail)
			if progress(issues, left) && (closer == nil || progress(closerIssues, left)) {
				closer, closerIssues = &next, left
			}
		}
		if len(found) > 0 {
			return found
		}
		if closer == nil {
			return nil
		}
		now, issues = *closer, closerIssues
	}
	return nil
}

// progress reports whether there is less to complain of: fewer errors, or errors of
// types where the text could not be parsed before. None is an error without a place.
func progress(before, after []string) bool {
	if len(after) == 0 {
		return false
	}
	was, is := unparsed(before), unparsed(after)
	if was != is {
		return was
	}
	return len(after) < len(before)
}

func unparsed(issues []string) bool {
	return slices.ContainsFunc(issues, func(s string) bool { return code.KindOf(s) == code.SyntaxError })
}
