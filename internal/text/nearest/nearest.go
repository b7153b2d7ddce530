// Package nearest finds the name that a misspelt one is likely to mean.
package nearest

import (
	"strings"
	"unicode/utf8"
)

// Name returns the candidate that word is a slip of, or "" when none is close:
// at most a third of its characters may differ, two in short ones, and one where it has
// no more than three: http is no slip of tcp. Of
// equally close candidates it is the first. One that differs in case alone is
// closest of all. It is for lists that a program has; where word and candidates are
// a stranger's, there is a Budget.
func Name(word string, candidates []string) string {
	var b Budget
	return b.Name(word, candidates)
}

// steps is what a Budget has: some tenths of a second. A document with a thousand
// misspelt names among a hundred others takes less.
const steps = 40_000_000

// A Budget bounds the work of finding names in a document. When it is spent, no
// names are close any more. The zero value is a whole one.
type Budget struct{ spent int }

// Spent reports whether there is nothing left.
func (b *Budget) Spent() bool { return b.spent >= steps }

// Take takes from the budget what is done besides, and reports whether it was there.
func (b *Budget) Take(n int) bool {
	b.spent += n
	return !b.Spent()
}

// Name is Name within the budget.
func (b *Budget) Name(word string, candidates []string) string {
	best, fewest := "", max(2, len(word)/3)+1
	if utf8.RuneCountInString(word) <= 3 {
		fewest = 2
	}
	for _, c := range candidates {
		if !b.Take(4 + (len(word)+len(c))/16) {
			return ""
		}
		if c == "" || c == word {
			continue
		}
		if strings.EqualFold(c, word) {
			return c
		}
		// A name that is replaced letter by letter is another name.
		most := min(fewest, len(word), len(c))
		if longer := utf8.RuneCountInString(c) - utf8.RuneCountInString(word); longer >= most || -longer >= most {
			continue
		}
		if !b.Take(len(word) * len(c)) {
			return ""
		}
		if d := Distance(word, c); d < most {
			best, fewest = c, d
		}
	}
	return best
}

// Distance is the number of characters to insert, leave out, change or swap with
// their neighbour on the way from a to b, without regard to case.
func Distance(a, b string) int {
	if small(a) && small(b) {
		var lower [2][smallWord]byte
		var rows [3][smallWord + 1]int
		return distance(toLower(lower[0][:0], a), toLower(lower[1][:0], b), rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1])
	}
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	return distance(s, t, make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1))
}

// smallWord is the length of words that are compared without an allocation.
const smallWord = 48

func small(word string) bool {
	if len(word) > smallWord {
		return false
	}
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func toLower(to []byte, word string) []byte {
	for i := range len(word) {
		c := word[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}

// distance fills three rows of the usual table: the one before last, the last, this one.
func distance[T byte | rune](s, t []T, before, last, row []int) int {
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			change := last[j]
			if s[i] != t[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}

// Slip reports whether two words are at most one character apart, as Distance counts.
func Slip(a, b string) bool {
	if small(a) && small(b) && (len(a)-len(b) > 1 || len(b)-len(a) > 1) {
		return false
	}
	return Distance(a, b) <= 1
}
