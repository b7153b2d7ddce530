package regexshape

import "regexp/syntax"

// Extent says for how many of the alternatives of a pattern something holds.
type Extent uint8

// The extents.
const (
	None Extent = iota
	Some
	Every
)

// Starts says how many alternatives of a pattern match at the beginning of the
// text only.
func Starts(re *syntax.Regexp) Extent {
	return anchored(re, syntax.OpBeginText, syntax.OpBeginLine, true)
}

// Ends says how many alternatives of a pattern match at the end of the text
// only.
func Ends(re *syntax.Regexp) Extent { return anchored(re, syntax.OpEndText, syntax.OpEndLine, false) }

// Anchored reports whether all matches begin and end where the text does.
func Anchored(re *syntax.Regexp) bool { return Starts(re) == Every && Ends(re) == Every }

// HalfAnchored returns the anchor, ^ or $, that holds for only some alternatives of a pattern,
// and a text that the pattern matches for that reason. Both are "" if no anchor is like that.
func HalfAnchored(pattern string, re *syntax.Regexp) (anchor, text string) {
	if Starts(re) == Some {
		anchor, text = "^", Witness(pattern, "^(?:"+pattern+")", Samples(re), true)
	}
	if text == "" && Ends(re) == Some {
		anchor, text = "$", Witness(pattern, "(?:"+pattern+")$", Samples(re), false)
	}
	return anchor, text
}

func anchored(re *syntax.Regexp, text, line syntax.Op, first bool) Extent {
	switch re.Op {
	case text, line:
		return Every
	case syntax.OpCapture, syntax.OpPlus:
		return anchored(re.Sub[0], text, line, first)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return anchored(re.Sub[0], text, line, first)
		}
	case syntax.OpConcat:
		for i := range re.Sub {
			sub := re.Sub[i]
			if !first {
				sub = re.Sub[len(re.Sub)-1-i]
			}
			if e := anchored(sub, text, line, first); e != None || Longest(sub) != 0 {
				return e
			}
		}
	case syntax.OpAlternate:
		all, any, sole := true, false, false
		for _, sub := range re.Sub {
			e := anchored(sub, text, line, first)
			all, any, sole = all && e == Every, any || e != None, sole || sub.Op == text || sub.Op == line
		}
		switch {
		case all:
			return Every
		case any && !sole: // (^|,) is meant as it stands
			return Some
		}
	}
	return None
}
