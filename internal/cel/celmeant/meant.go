// Package celmeant suggests corrections for a CEL expression that does not compile. It tries small changes, such as &&
// for and, or the field with the most similar name, and returns those with which the expression compiles. It knows no
// other changes, so that an empty result means nothing.
package celmeant

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/code"
)

// Expression is an expression that does not compile.
type Expression struct {
	Text string
	// Detail is the compiler's error.
	Detail string
	// Fields maps the names of the fields in the schema to their escaped names in CEL; Around are the names of the
	// fields that lead to self.
	Fields map[string]string
	Around []string
	// Enums are the strings in enums of the schema.
	Enums []string
	// Functions are the names of functions and macros.
	Functions []string
	// Compile returns the compiler's error about another text; "" if it compiles.
	Compile func(text string) string
}

// Change is the replacement of a part of a text.
type Change struct {
	From, To string
	// Slip reports that the change certainly corrects a typing error or an operator of another language.
	Slip bool
}

// Meaning is a text that compiles, with its changes.
type Meaning struct {
	Text    string
	Changes []Change
}

// Slip reports whether all changes are slips.
func (m *Meaning) Slip() bool {
	return !slices.ContainsFunc(m.Changes, func(c Change) bool { return !c.Slip })
}

const (
	// maxChanges limits the changes of a meaning.
	maxChanges = 5
	// maxCandidates limits the candidates that are compiled for each of these changes.
	maxCandidates = 24
)

// Find returns the likeliest meanings: several if they are equally likely.
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

// progress reports whether a change reduces the errors, or turns a syntax error into type errors. An empty list stands
// for an error without a position.
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
