package safetext

import "unicode"

// A commandScanner finds the commands of CI systems in a text. The runner of GitHub Actions
// executes ::name:: at the start of a line, behind any white space, and ##[name] anywhere in a
// line; Azure Pipelines executes ##vso[name] and TeamCity ##teamcity[name].
type commandScanner struct {
	start startState
	mark  markState
}

type startState uint8

const (
	atStart      startState = iota // nothing but white space is before
	behindColon                    // that and a colon are before
	behindColons                   // that and two colons are before
	inLine
)

type markState uint8

const (
	noMark markState = iota
	oneHash
	twoHashes // and letters behind them, if any
)

// next takes the next character. It reports whether the character would complete the beginning
// of a command; escaping it prevents that.
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
