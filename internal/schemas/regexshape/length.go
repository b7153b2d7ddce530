package regexshape

import "regexp/syntax"

// Unbounded is the length of a pattern without a longest match.
const Unbounded = 1 << 30

// Shortest returns the least number of characters in a match.
func Shortest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return Shortest(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min*Shortest(re.Sub[0]), Unbounded)
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n = min(n+Shortest(sub), Unbounded)
		}
		return n
	case syntax.OpAlternate:
		n := Unbounded
		for _, sub := range re.Sub {
			n = min(n, Shortest(sub))
		}
		return n
	}
	return 0
}

// Longest returns the greatest number of characters in a match.
func Longest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpQuest:
		return Longest(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		if Longest(re.Sub[0]) > 0 {
			return Unbounded
		}
	case syntax.OpRepeat:
		n := Longest(re.Sub[0])
		if re.Max < 0 && n > 0 {
			return Unbounded
		}
		return min(re.Max*n, Unbounded)
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n = min(n+Longest(sub), Unbounded)
		}
		return n
	case syntax.OpAlternate:
		n := 0
		for _, sub := range re.Sub {
			n = max(n, Longest(sub))
		}
		return n
	}
	return 0
}
