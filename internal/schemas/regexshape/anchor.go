package regexshape

import "regexp/syntax"

// Extent says how many alternatives of a pattern have a property.
type Extent uint8

// The extents.
const (
	None Extent = iota
	Some
	Every
)

// Starts returns how many alternatives of a pattern match only at the beginning of the text.
func Starts(re *syntax.Regexp) Extent {
	return anchored(re, syntax.OpBeginText, syntax.OpBeginLine, true)
}

// Ends returns how many alternatives of a pattern match only at the end of the text.
func Ends(re *syntax.Regexp) Extent { return anchored(re, syntax.OpEndText, syntax.OpEndLine, false) }

// Anchored reports whether every match is the whole text.
func Anchored(re *syntax.Regexp) bool { return Starts(re) == Every && Ends(re) == Every }

// HalfAnchored returns the anchor, ^ or $, that only some alternatives of a pattern have, and a text that matches for
// that reason. Both are "" if there is no such anchor.
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
		case any && !sole: // (^|,) is intentional
			return Some
		}
	}
	return None
}
