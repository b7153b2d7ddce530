package rules

import (
	"regexp/syntax"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var patternUnanchored = Rule{
	ID: "pattern-unanchored", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "pattern is not anchored, so anything may stand around what it matches",
	Why: `A pattern matches if it matches anywhere in the string. Begin it with ` + "`^` and end it with `$`" + ` if it is
to describe the whole string; where it is not, say so with ` + "`.*`" + `.`,
	Bad: `
name:
  type: string
  pattern: '[a-z]+-[0-9]+'
`,
	Good: `
name:
  type: string
  pattern: ^[a-z]+-[0-9]+$
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.patterned(n) {
			return
		}
		where, text := unanchored(n.Pattern, v.parsePattern(n.Pattern))
		if text == "" {
			return
		}
		p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern is not anchored %s: it matches %s, too", where, strconv.Quote(text)).Help =
			"anchor it with ^ and $, or with .* where anything may stand"
	},
}

// unanchored returns where a pattern lacks an anchor that is meant, and a text that
// matches for want of it; "" if none is missing.
func unanchored(pattern string, re *syntax.Regexp) (where, text string) {
	if re == nil || matchesAll(re) || neverMatches(re) || asksForOne(re) {
		return "", ""
	}
	before := starts(re) == none && !meantOpen(re, true)
	behind := stops(re) == none && !meantOpen(re, false)
	switch {
	case before && behind && starts(re) == none && stops(re) == none:
		where = "at its ends"
	case before && starts(re) == none && stops(re) == every && openEnd(re, true):
		where = "at its beginning"
	case behind && stops(re) == none && starts(re) == every && openEnd(re, false):
		where = "at its end"
	default:
		return "", ""
	}
	return where, intruder(pattern, "^(?:"+pattern+")$", samples(re), where != "at its end")
}

// asksForOne reports whether a pattern is one character or literal text, of which
// no more can be meant than that it occurs.
func asksForOne(re *syntax.Regexp) bool {
	return slices.Contains([]syntax.Op{syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL}, re.Op)
}

// outermost returns the parts of a pattern that stand at one end of it.
func outermost(re *syntax.Regexp, first bool) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpCapture:
		return outermost(re.Sub[0], first)
	case syntax.OpConcat:
		if first {
			return outermost(re.Sub[0], first)
		}
		return outermost(re.Sub[len(re.Sub)-1], first)
	case syntax.OpAlternate:
		var parts []*syntax.Regexp
		for _, sub := range re.Sub {
			parts = append(parts, outermost(sub, first)...)
		}
		return parts
	case syntax.OpQuest:
		return append(outermost(re.Sub[0], first), re)
	}
	return []*syntax.Regexp{re}
}

// meantOpen reports whether an end of a pattern says that anything may stand
// there, or asserts something of its own.
func meantOpen(re *syntax.Regexp, first bool) bool {
	return slices.ContainsFunc(outermost(re, first), func(part *syntax.Regexp) bool {
		switch part.Op {
		case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
			return part.Sub[0].Op == syntax.OpAnyChar || part.Sub[0].Op == syntax.OpAnyCharNotNL
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpWordBoundary, syntax.OpNoWordBoundary,
			syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
			return true
		}
		return false
	})
}

// openEnd reports whether a pattern ends in a repeated character, whose count
// does nothing if more may follow.
func openEnd(re *syntax.Regexp, first bool) bool {
	return slices.ContainsFunc(outermost(re, first), func(part *syntax.Regexp) bool {
		switch part.Op {
		case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
			return part.Sub[0].Op == syntax.OpCharClass
		}
		return false
	})
}
