package celrun

import (
	"regexp/syntax"
	"strings"
	"sync"
)

// sizes are how many instructions regular expressions have when they are compiled, of those that
// may have many for their lengths.
var sizes patternSizes

type patternSizes struct {
	mu    sync.Mutex
	known map[string]int
}

const (
	// instructionsOfByte is about how many instructions a byte of an expression stands for that
	// repeats nothing.
	instructionsOfByte = 1
	mostSizes          = 1000
)

// of returns how many instructions an expression has, about.
func (s *patternSizes) of(pattern string) int {
	if !strings.Contains(pattern, "{") {
		return instructionsOfByte * len(pattern)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.known[pattern]
	if ok {
		return n
	}
	if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
		if prog, err := syntax.Compile(re.Simplify()); err == nil {
			n = len(prog.Inst)
		}
	}
	if s.known == nil || len(s.known) >= mostSizes {
		s.known = map[string]int{}
	}
	s.known[strings.Clone(pattern)] = n
	return n
}
