package safetext

import "unicode"

// A commandScanner finds commands of CI systems in a text. The runner of GitHub Actions executes ::name:: at the start
// of a line, after any white space, and ##[name] anywhere in a line. Azure Pipelines executes ##vso[name], and TeamCity
// ##teamcity[name].
type commandScanner struct {
	start startState
	mark  markState
}

type startState uint8

const (
	atStart      startState = iota // after white space at most
	behindColon                    // after white space and a colon
	behindColons                   // after white space and two colons
	inLine
)

type markState uint8

const (
	noMark markState = iota
	oneHash
	twoHashes // and letters after them, if any
)

// next scans the next character. It reports whether the character would complete the beginning of a command, which
// escaping it prevents.
func (s *commandScanner) next(r rune) bool {
	begins := s.mark == twoHashes && r == '[' || s.start == behindColons && isLetter(r)
	switch {
	case r == '\n':
		s.start = atStart
	case s.start == atStart && unicode.IsSpace(r):
	case s.start == atStart && r == ':':
		s.start = behindColon
	case s.start == behindColon && r == ':':
		s.start = behindColons
	default:
		s.start = inLine
	}
	switch {
	case r == '#' && s.mark == noMark:
		s.mark = oneHash
	case r == '#':
		s.mark = twoHashes
	case s.mark == twoHashes && isLetter(r):
	default:
		s.mark = noMark
	}
	return begins
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
