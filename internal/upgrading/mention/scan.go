package mention

import "strings"

func isName(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func startsName(c byte) bool { return isName(c) && !isDigit(c) }

// pastBlanks is where the blanks end that begin at i.
func pastBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\f' || s[i] == '\r') {
		i++
	}
	return i
}

// eachChain yields where each chain of fields and keys begins and ends: self.a["b"][0].?c. It
// is the pattern chain, of which a rule of some megabytes has very many.
func eachChain(s string, yield func(from, to int)) {
	for i := 0; i < len(s); i++ {
		if startsName(s[i]) {
			end := chainEnd(s, i)
			yield(i, end)
			i = end - 1
		}
	}
}

// chainEnd is where the chain ends that begins with the name at i.
func chainEnd(s string, i int) int {
	for next := pastName(s, i); next > 0; {
		i = next
		if next = pastSelect(s, i); next == 0 {
			next = pastKey(s, i)
		}
	}
	return i
}

func pastName(s string, i int) int {
	for i < len(s) && isName(s[i]) {
		i++
	}
	return i
}

// pastSelect is where a dot at i and the name behind it end; 0 if they are not there.
func pastSelect(s string, i int) int {
	if i = pastBlanks(s, i); i == len(s) || s[i] != '.' {
		return 0
	}
	i = pastBlanks(s, i+1)
	if i < len(s) && s[i] == '?' {
		i++
	}
	if i == len(s) || !startsName(s[i]) {
		return 0
	}
	return pastName(s, i)
}

// pastKey is where a text or a number in brackets at i ends; 0 if there is none.
func pastKey(s string, i int) int {
	if i == len(s) || s[i] != '[' {
		return 0
	}
	if i = pastBlanks(s, i+1); i == len(s) {
		return 0
	}
	switch c := s[i]; {
	case c == '\'' || c == '"':
		n := strings.IndexByte(s[i+1:], c)
		if n < 0 {
			return 0
		}
		i += n + 2
	case isDigit(c):
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	default:
		return 0
	}
	if i = pastBlanks(s, i); i == len(s) || s[i] != ']' {
		return 0
	}
	return i + 1
}

// A literal is a text or a whole number in a rule.
type literal struct {
	from, to int
	text     string // without its quotes
	number   bool
}

// eachLiteral yields the literals of a rule. Of a quote that nothing closes there is none.
func eachLiteral(s string, yield func(literal)) {
	// No text begins at a quote before these: from a text that is not closed, the quotes
	// behind a backslash are not closed either.
	open := map[byte]int{}
	for i := 0; i < len(s); {
		quote := i
		if s[i] == 'r' && i+1 < len(s) && (s[i+1] == '\'' || s[i+1] == '"') {
			quote++
		}
		switch c := s[quote]; {
		case c == '\'' || c == '"':
			end, closed := i, false
			if quote >= open[c] {
				end, closed = textEnd(s, quote)
			}
			if !closed {
				open[c] = max(open[c], end)
				i = quote + 1
				continue
			}
			yield(literal{from: i, to: end + 1, text: s[quote+1 : end]})
			i = end + 1
		case isDigit(c):
			end := i
			for end < len(s) && isDigit(s[end]) {
				end++
			}
			if (i == 0 || !isName(s[i-1])) && (end == len(s) || !isName(s[end])) {
				yield(literal{from: i, to: end, text: s[i:end], number: true})
			}
			i = end
		default:
			i++
		}
	}
}

// textEnd is where the text ends that begins with a quote at i, or where it can't go on.
func textEnd(s string, i int) (end int, closed bool) {
	quote := s[i]
	for i++; i < len(s); i++ {
		switch s[i] {
		case quote:
			return i, true
		case '\\':
			if i++; i == len(s) || s[i] == '\n' {
				return i, false
			}
		}
	}
	return i, false
}
