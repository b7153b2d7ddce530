package rules

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/crdtool/crdtool/schema"
)

// parsePattern parses a pattern as the server's validator does; nil if it is
// none.
func parsePattern(pattern string) *syntax.Regexp {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return re
}

// parsePattern parses a pattern of the schema, once for all rules.
func (v *Version) parsePattern(pattern string) *syntax.Regexp {
	re, ok := v.patterns[pattern]
	if !ok {
		if v.patterns == nil {
			v.patterns = map[string]*syntax.Regexp{}
		}
		re = parsePattern(pattern)
		v.patterns[pattern] = re
	}
	return re
}

// patterned reports whether a node has a pattern that strings are held to. Beside
// another type it does nothing, which is what idle-keyword says.
func (v *Version) patterned(n *schema.Node) bool {
	if n.Pattern == "" || n.Unwalked {
		return false
	}
	types := v.typesOf(n)
	return types == nil || slices.Contains(types, "string")
}

// extent says for how many of the alternatives of a pattern something holds.
type extent uint8

const (
	none extent = iota
	some
	every
)

// starts says how many alternatives of a pattern match at the beginning of the
// text only.
func starts(re *syntax.Regexp) extent {
	return anchored(re, syntax.OpBeginText, syntax.OpBeginLine, true)
}

// stops says how many alternatives of a pattern match at the end of the text
// only.
func stops(re *syntax.Regexp) extent { return anchored(re, syntax.OpEndText, syntax.OpEndLine, false) }

func anchored(re *syntax.Regexp, text, line syntax.Op, first bool) extent {
	switch re.Op {
	case text, line:
		return every
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
			if e := anchored(sub, text, line, first); e != none || longest(sub) != 0 {
				return e
			}
		}
	case syntax.OpAlternate:
		all, any, sole := true, false, false
		for _, sub := range re.Sub {
			e := anchored(sub, text, line, first)
			all, any, sole = all && e == every, any || e != none, sole || sub.Op == text || sub.Op == line
		}
		switch {
		case all:
			return every
		case any && !sole: // (^|,) is meant as it stands
			return some
		}
	}
	return none
}

// unbounded is the length of what has no longest match.
const unbounded = 1 << 30

// shortest is the least number of characters that a pattern takes up.
func shortest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min*shortest(re.Sub[0]), unbounded)
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n = min(n+shortest(sub), unbounded)
		}
		return n
	case syntax.OpAlternate:
		n := unbounded
		for _, sub := range re.Sub {
			n = min(n, shortest(sub))
		}
		return n
	}
	return 0
}

// longest is the greatest number of characters that a pattern takes up.
func longest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpQuest:
		return longest(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		if longest(re.Sub[0]) > 0 {
			return unbounded
		}
	case syntax.OpRepeat:
		n := longest(re.Sub[0])
		if re.Max < 0 && n > 0 {
			return unbounded
		}
		return min(re.Max*n, unbounded)
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n = min(n+longest(sub), unbounded)
		}
		return n
	case syntax.OpAlternate:
		n := 0
		for _, sub := range re.Sub {
			n = max(n, longest(sub))
		}
		return n
	}
	return 0
}

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

// matchesAll reports whether a pattern matches every text. It may miss one that
// does.
func matchesAll(re *syntax.Regexp) bool { return matchesNothing(re, true) || matchesNothing(re, false) }

// neverMatches reports whether a pattern matches no text. It may miss one.
func neverMatches(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return neverMatches(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && neverMatches(re.Sub[0])
	case syntax.OpConcat:
		for i, sub := range re.Sub {
			if neverMatches(sub) || onlyText(sub, syntax.OpBeginText) && taken(re.Sub[:i]) || onlyText(sub, syntax.OpEndText) && taken(re.Sub[i+1:]) {
				return true
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !neverMatches(sub) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyText reports whether all alternatives of a part stand at one end of the
// text, lines aside.
func onlyText(re *syntax.Regexp, end syntax.Op) bool {
	return anchored(re, end, end, end == syntax.OpBeginText) == every
}

// taken reports whether parts of a pattern take up a character in any case.
func taken(parts []*syntax.Regexp) bool {
	for _, sub := range parts {
		if shortest(sub) > 0 {
			return true
		}
	}
	return false
}

// mostSamples bounds how many samples of a pattern are made.
const mostSamples = 24

// samples returns short texts that the parts of a pattern spell out, one for
// each alternative. Assertions are passed over, so they need not match.
func samples(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		return []string{string(plainest(re.Rune))}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{"a"}
	case syntax.OpCapture, syntax.OpPlus:
		return samples(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min == 0 {
			return []string{""}
		}
		var texts []string
		for _, s := range samples(re.Sub[0]) {
			texts = append(texts, strings.Repeat(s, min(re.Min, 64)))
		}
		return texts
	case syntax.OpAlternate:
		var texts []string
		for _, sub := range re.Sub {
			texts = append(texts, samples(sub)...)
		}
		return texts[:min(len(texts), mostSamples)]
	case syntax.OpConcat:
		texts := []string{""}
		for _, sub := range re.Sub {
			var longer []string
			for i, tail := range samples(sub) {
				for j, head := range texts {
					if i == 0 || j == 0 {
						longer = append(longer, head+tail)
					}
				}
			}
			texts = longer[:min(len(longer), mostSamples)]
		}
		return texts
	}
	return []string{""}
}

// plainest picks a character of a class that reads well.
func plainest(class []rune) rune {
	for _, wanted := range "a0Ax-_./: " {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= wanted && wanted <= class[i+1] {
				return wanted
			}
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		if unicode.IsPrint(class[i]) {
			return class[i]
		}
	}
	if len(class) == 0 {
		return 'a'
	}
	return class[0]
}
