package main

import "strings"

// nearest returns the candidate that word is a slip of, or "" when none is
// close: at most a third of its characters may differ.
func nearest(word string, candidates []string) string {
	best, fewest := "", len(word)/3+1
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if d < fewest {
			best, fewest = c, d
		}
	}
	return best
}

// distance is the number of characters to insert, leave out, change or swap
// with their neighbour on the way from a to b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	// Three rows of the usual table: the one before last, the last, this one.
	var before []int
	last := make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row := make([]int, len(t)+1)
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
		before, last = last, row
	}
	return last[len(t)]
}
