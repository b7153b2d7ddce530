package regexshape

import (
	"regexp/syntax"
	"slices"
)

// Unanchored returns the end at which a pattern probably should be anchored and is not, and a text that matches for
// that reason; "" if there is none. The text is certain, the missing anchor is a guess.
func Unanchored(pattern string, re *syntax.Regexp) (where, text string) {
	if re == nil || MatchesAll(re) || NeverMatches(re) || asksForOne(re) {
		return "", ""
	}
	before := Starts(re) == None && !meantOpen(re, true)
	behind := Ends(re) == None && !meantOpen(re, false)
	switch {
	case before && behind && Starts(re) == None && Ends(re) == None:
		where = "at its ends"
	case before && Starts(re) == None && Ends(re) == Every && openEnd(re, true):
		where = "at its beginning"
	case behind && Ends(re) == None && Starts(re) == Every && openEnd(re, false):
		where = "at its end"
	default:
		return "", ""
	}
	return where, Witness(pattern, "^(?:"+pattern+")$", Samples(re), where != "at its end")
}

// asksForOne reports whether a pattern is one character or literal text, which can only mean that the text contains it.
func asksForOne(re *syntax.Regexp) bool {
	return slices.Contains([]syntax.Op{syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL}, re.Op)
}

// outermost returns the parts at one end of a pattern.
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

// meantOpen reports whether an end of a pattern matches any text, or has an assertion.
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

// openEnd reports whether a pattern ends in a repeated character class, whose count is useless if more may follow.
func openEnd(re *syntax.Regexp, first bool) bool {
	return slices.ContainsFunc(outermost(re, first), func(part *syntax.Regexp) bool {
		switch part.Op {
		case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
			return part.Sub[0].Op == syntax.OpCharClass
		}
		return false
	})
}
