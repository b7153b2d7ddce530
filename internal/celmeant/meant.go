// Package celmeant finds what a CEL expression that does not compile was meant to be:
// it tries small changes, such as && for and, or the field whose name is closest, and
// keeps those with which the expression compiles. What it does not try, it does not
// know: no answer says nothing.
package celmeant

import (
	"slices"

	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/nearest"
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

// Budget bounds what is tried for all expressions of a document.
type Budget struct {
	tries, bytes, compared int
	names                  nearest.Budget
}

const (
	// mostTries is how often a compiler is asked for a document, and mostBytes what it
	// is asked for together, with its answers, which quote all of it for each error.
	mostTries = 400
	mostBytes = 1 << 20
	// mostNames is how many names expressions are compared with, since it takes time to
	// find nothing to try.
	mostNames = 500_000
	// longest is the length of an expression that people write.
	longest = 8 << 10
	// mostChanges is how many changes lead to a meaning.
	mostChanges = 5
	// mostCandidates is how many changes are tried at once.
	mostCandidates = 24
)

// Spent reports whether there is nothing left.
func (b *Budget) Spent() bool {
	return b.tries > mostTries || b.bytes > mostBytes || b.compared > mostNames
}

// Find returns the meanings that are equally likely: one if that is the only one.
func (b *Budget) Find(e *Expression) []Meaning {
	if len(e.Text) > longest || b.Spent() {
		return nil
	}
	b.compared += 100 + len(e.Fields)
	b.bytes += len(e.Detail)
	now := Meaning{Text: e.Text}
	issues := code.Issues(e.Detail)
	for len(now.Changes) < mostChanges && len(issues) > 0 {
		var found []Meaning
		var closer *Meaning
		var closerIssues []string
		rank := 0
		all := b.candidates(e, now.Text, issues)
		for i := range all {
			c := &all[i]
			if len(found) > 0 && c.rank > rank {
				break
			}
			b.tries++
			b.bytes += len(c.text)
			if b.tries > mostTries || b.bytes > mostBytes {
				return nil
			}
			next := Meaning{c.text, append(slices.Clone(now.Changes), c.changes...)}
			detail := e.Compile(c.text)
			b.bytes += len(detail)
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
