package regexshape

import "regexp/syntax"

// matchesNothing reports whether a pattern can match the empty text at the
// beginning (first) or at the end of any text.
func matchesNothing(re *syntax.Regexp, first bool) bool {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpBeginText, syntax.OpBeginLine:
		return first
	case syntax.OpEndText, syntax.OpEndLine:
		return !first
	case syntax.OpCapture, syntax.OpPlus:
		return matchesNothing(re.Sub[0], first)
	case syntax.OpRepeat:
		return re.Min == 0 || matchesNothing(re.Sub[0], first)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !matchesNothing(sub, first) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if matchesNothing(sub, first) {
				return true
			}
		}
	}
	return false
}

// MatchesAll reports whether a pattern certainly matches every text.
func MatchesAll(re *syntax.Regexp) bool { return matchesNothing(re, true) || matchesNothing(re, false) }

// NeverMatches reports whether a pattern certainly matches no text.
func NeverMatches(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return NeverMatches(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && NeverMatches(re.Sub[0])
	case syntax.OpConcat:
		for i, sub := range re.Sub {
			if NeverMatches(sub) || onlyText(sub, syntax.OpBeginText) && taken(re.Sub[:i]) || onlyText(sub, syntax.OpEndText) && taken(re.Sub[i+1:]) {
				return true
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !NeverMatches(sub) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyText reports whether all alternatives of a part match only at one end of the text, not at the ends of lines.
func onlyText(re *syntax.Regexp, end syntax.Op) bool {
	return anchored(re, end, end, end == syntax.OpBeginText) == Every
}

// taken reports whether parts of a pattern always match at least one character.
func taken(parts []*syntax.Regexp) bool {
	for _, sub := range parts {
		if Shortest(sub) > 0 {
			return true
		}
	}
	return false
}
