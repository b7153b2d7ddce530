// Package nearest finds the name for which another one is probably a misspelling.
package nearest

import (
	"strings"
	"unicode/utf8"
)

// Name returns the candidate of which word is probably a misspelling, or "". At most a third of its characters may
// differ, two in a short word, and one in a word of up to three: http is no misspelling of tcp. A candidate that
// differs only in case is preferred. Of equally similar candidates, the first is returned.
func Name(word string, candidates []string) string {
	best, fewest := "", max(2, len(word)/3)+1
	if utf8.RuneCountInString(word) <= 3 {
		fewest = 2
	}
	for _, c := range candidates {
		if c == "" || c == word {
			continue
		}
		if strings.EqualFold(c, word) {
			return c
		}
		// A word in which every letter differs is another name.
		most := min(fewest, len(word), len(c))
		if longer := utf8.RuneCountInString(c) - utf8.RuneCountInString(word); longer >= most || -longer >= most {
			continue
		}
		if d := Distance(word, c); d < most {
			best, fewest = c, d
		}
	}
	return best
}

// Distance returns the number of characters to insert, delete, change or swap with their neighbour to get from a to b,
// ignoring case.
func Distance(a, b string) int {
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
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
