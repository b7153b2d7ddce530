package structural

import (
	"regexp/syntax"
	"strings"
	"sync"
)

const (
	// longPattern is the length from which patterns are parsed in pieces: what is parsed
	// takes more than a hundred times the memory of its text.
	longPattern = 1 << 16
	// deepPattern is how deeply groups may be nested in what is parsed in pieces. The
	// parser refuses what is a thousand deep, of which each group may be four.
	deepPattern = 100
	// largePattern is how many parts a pattern may have that is parsed in pieces; the
	// parser looks at how large a program becomes from 3,355,443 on.
	largePattern = 3_300_000
	// partsOfAlternative is how many parts the parser makes at most where it begins one,
	// with what alternatives have in common and what they are together.
	partsOfAlternative = 8
)

// parse returns the error that a pattern has. Parsing is all of compiling that can fail.
func parse(pattern string) error {
	if len(pattern) < longPattern {
		_, err := syntax.Parse(pattern, syntax.Perl)
		return err
	}
	lastLong.Lock()
	defer lastLong.Unlock()
	if lastLong.pattern == pattern {
		return lastLong.err
	}
	var err error
	if !piecesParse(pattern, longPattern) {
		_, err = syntax.Parse(pattern, syntax.Perl)
	}
	lastLong.pattern, lastLong.err = strings.Clone(pattern), err
	return err
}

// lastLong is the long pattern that was parsed last. An update looks at it in the old CRD and
// twice in the new one, and it may take a second.
var lastLong struct {
	sync.Mutex
	pattern string
	err     error
}

// piecesParse reports whether a pattern is of plain characters, groups, alternatives and
// operators that repeat, and can be parsed because each piece of it, of some length, can.
func piecesParse(pattern string, piece int) bool {
	if len(pattern)+strings.Count(pattern, "|")*(partsOfAlternative-1) >= largePattern {
		return false
	}
	begin, depth := 0, 0
	for i := range len(pattern) {
		switch c := pattern[i]; c {
		case '(':
			if depth++; depth > deepPattern || strings.HasPrefix(pattern[i+1:], "?") {
				return false
			}
		case ')':
			depth--
		case '|':
		case '\\', '[', '{':
			return false
		default:
			if c >= 0x80 {
				return false
			}
		}
		last := i == len(pattern)-1
		if last || depth == 0 && i-begin >= piece && strings.IndexByte("*+?|", pattern[i+1]) < 0 {
			if _, err := syntax.Parse(pattern[begin:i+1], syntax.Perl); err != nil {
				return false
			}
			begin = i + 1
		}
	}
	return true
}
