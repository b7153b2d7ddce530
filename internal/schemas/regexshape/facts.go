package regexshape

import (
	"regexp/syntax"
	"sync"
)

// Shape is a pattern with what the functions of this package say of it, which is worked
// out when it is asked for first. It is safe for concurrent use.
type Shape struct {
	pattern string
	syntax  *syntax.Regexp

	once  sync.Once
	facts Facts

	half         sync.Once
	anchor, text string
}

// Facts are what the functions of their names return.
type Facts struct {
	MatchesAll, NeverMatches bool
	Anchored                 bool
	Shortest, Longest        int

	starts, ends Extent
}

// Facts returns false if the pattern can't be parsed.
func (s *Shape) Facts() (*Facts, bool) {
	re := s.syntax
	if re == nil {
		return nil, false
	}
	s.once.Do(func() {
		s.facts = Facts{
			MatchesAll: MatchesAll(re), NeverMatches: NeverMatches(re), Anchored: Anchored(re),
			Shortest: Shortest(re), Longest: Longest(re), starts: Starts(re), ends: Ends(re),
		}
	})
	return &s.facts, true
}

// HalfAnchored returns the anchor, ^ or $, that holds for some alternatives of the pattern
// only, and a text that it matches for that reason; "" if there is none.
func (s *Shape) HalfAnchored() (anchor, text string) {
	f, ok := s.Facts()
	if !ok || f.starts != Some && f.ends != Some {
		return "", ""
	}
	s.half.Do(func() {
		if f.starts == Some {
			s.anchor, s.text = "^", Witness(s.pattern, "^(?:"+s.pattern+")", Samples(s.syntax), true)
		}
		if s.text == "" && f.ends == Some {
			s.anchor, s.text = "$", Witness(s.pattern, "(?:"+s.pattern+")$", Samples(s.syntax), false)
		}
	})
	return s.anchor, s.text
}
