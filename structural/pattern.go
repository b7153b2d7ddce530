package structural

import (
	"regexp/syntax"
	"strings"
	"sync/atomic"
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

// lastLong is the last long pattern that was parsed: the same CRD is looked at several times
// in a run, as the old one and the new one of two, or before and when it is published.
var lastLong atomic.Pointer[parsed]

// parsed is a pattern and the error that it has.
type parsed struct {
	pattern string
	err     error
}

// parse returns the error that a pattern has. Parsing is all of compiling that can fail.
func parse(pattern string) error {
	if len(pattern) < longPattern {
		return parseNew(pattern)
	}
	if last := lastLong.Load(); last != nil && last.pattern == pattern {
		return last.err
	}
	pattern = strings.Clone(pattern) // the text of a file may be given up
	err := parseNew(pattern)
	lastLong.Store(&parsed{pattern, err})
	return err
}

func parseNew(pattern string) error {
	if len(pattern) >= longPattern && piecesParse(pattern, longPattern) {
		return nil
	}
	_, err := syntax.Parse(pattern, syntax.Perl)
	return err
}

// piecesParse reports whether a pattern is of plain characters, groups, alternatives and
// operators that repeat, and can be parsed because each piece of it, of some length, can.
func piecesParse(pattern string, piece int) bool {
	if !inPieces(pattern) {
		return false
	}
	begin, depth := 0, 0
	for i := range len(pattern) {
		switch pattern[i] {
		case '(':
			depth++
		case ')':
			depth--
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

// inPieces reports whether a pattern has nothing that only the parser of all of it knows:
// that is seen before any piece is parsed.
func inPieces(pattern string) bool {
	depth, parts := 0, 0
	for i := range len(pattern) {
		parts++
		switch c := pattern[i]; c {
		case '(':
			if depth++; depth > deepPattern || strings.HasPrefix(pattern[i+1:], "?") {
				return false
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		case '|':
			parts += partsOfAlternative - 1
		case '\\', '[', '{':
			return false
		default:
			if c >= 0x80 {
				return false
			}
		}
	}
	return parts < largePattern
}
