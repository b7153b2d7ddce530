package regexshape

import (
	"cmp"
	"math"
	"regexp/syntax"
	"slices"
)

// Width returns how many instructions of a compiled expression may be under way at once, at one
// byte of a text: so many steps it takes to match that byte, in the worst case. Those of
// ^[a-z]{1,200}$ come one after the other; those of (a?){200} all begin at the first byte, and
// those of an expression that may begin anywhere meet those that began before. It is the length of
// an expression that is none.
func Width(pattern string) int { return widths.of(pattern) }

var widths = memo{count: width}

func width(pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return len(pattern)
	}
	n := instructions(re)
	if literal(re) {
		return 1 // it is searched for as a text
	}
	if n > mostSpread || !beginsAtStart(re) {
		return n
	}
	var s spreading
	s.add(re, span{})
	return min(s.most(), n)
}

// mostSpread is how many instructions are looked at one by one.
const mostSpread = 10_000

func literal(re *syntax.Regexp) bool {
	return re.Op == syntax.OpEmptyMatch || re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0
}

func beginsAtStart(re *syntax.Regexp) bool {
	for re.Op == syntax.OpConcat || re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	return re.Op == syntax.OpBeginText
}

// A span is from where to where in a text an instruction may be reached, in characters.
type span struct{ first, last int }

const anywhere = math.MaxInt32

func (s span) behind(n int) span { return span{min(s.first+n, anywhere), min(s.last+n, anywhere)} }

func (s span) or(o span) span { return span{min(s.first, o.first), max(s.last, o.last)} }

// spreading counts the instructions by the places where they may be reached.
type spreading struct{ bounds []bound }

// A bound is a place from which on so many more may be reached.
type bound struct{ at, more int }

func (s *spreading) reach(at span) {
	s.bounds = append(s.bounds, bound{at.first, 1}, bound{at.last + 1, -1})
}

// most is the largest number that may be reached at one place.
func (s *spreading) most() (most int) {
	slices.SortFunc(s.bounds, func(a, b bound) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.more, b.more)) })
	n := 0
	for _, b := range s.bounds {
		n += b.more
		most = max(most, n)
	}
	return most
}

// add adds the instructions of an expression that is reached somewhere, and returns where what
// stands behind it is reached.
func (s *spreading) add(re *syntax.Regexp, at span) span {
	switch re.Op {
	case syntax.OpLiteral:
		for range re.Rune {
			s.reach(at)
			at = at.behind(1)
		}
		return at
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		s.reach(at)
		return at.behind(1)
	case syntax.OpStar, syntax.OpPlus:
		s.reach(span{at.first, anywhere})
		behind := s.add(re.Sub[0], span{at.first, anywhere})
		if re.Op == syntax.OpStar {
			behind.first = at.first
		}
		return behind
	case syntax.OpQuest:
		s.reach(at)
		return at.or(s.add(re.Sub[0], at))
	case syntax.OpRepeat:
		return s.repeat(re, at)
	case syntax.OpAlternate:
		s.reach(at)
		behind := s.add(re.Sub[0], at)
		for _, sub := range re.Sub[1:] {
			s.reach(at)
			behind = behind.or(s.add(sub, at))
		}
		return behind
	}
	s.reach(at)
	for _, sub := range re.Sub { // of a group, or a sequence
		at = s.add(sub, at)
	}
	return at
}

func (s *spreading) repeat(re *syntax.Regexp, at span) span {
	for range re.Min {
		at = s.add(re.Sub[0], at)
	}
	if re.Max < 0 {
		s.reach(span{at.first, anywhere})
		s.add(re.Sub[0], span{at.first, anywhere})
		return span{at.first, anywhere}
	}
	behind := at
	for range re.Max - re.Min {
		s.reach(at)
		at = s.add(re.Sub[0], at)
		behind = behind.or(at)
	}
	return behind
}
