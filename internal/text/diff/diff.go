// Package diff writes the difference of two texts as a unified diff.
package diff

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// context is the number of equal lines around a change, as in diff -u.
const context = 3

// Unified returns what diff -u prints for two texts under two names; "" if they
// are equal. The changes are as few as can be (Myers, "An O(ND) Difference
// Algorithm", 1986).
func Unified(oldName, newName, oldText, newText string) string {
	c := compare(lines(oldText), lines(newText))
	var out strings.Builder
	for i := c.next(0); i < c.len(); {
		start, end := max(0, i-context), i
		// Changes that share their context stand in one hunk.
		for equal := 0; end < c.len() && equal <= 2*context; end++ {
			if c.op(end) == ' ' {
				equal++
			} else {
				equal = 0
			}
		}
		for last := end; ; last-- {
			if c.op(last-1) != ' ' {
				end = min(last+context, c.len())
				break
			}
		}
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", safetext.Line(oldName), safetext.Line(newName))
		}
		c.hunk(&out, start, end)
		i = c.next(end)
	}
	return out.String()
}

// lines splits a text behind its line ends.
func lines(text string) []string {
	l := strings.SplitAfter(text, "\n")
	if l[len(l)-1] == "" {
		l = l[:len(l)-1]
	}
	return l
}

// A comparison leads from the lines of a text to those of another: a head and a tail that are
// the same, and operations between them, each of which keeps a line (' '), or takes one of the
// old ('-') or of the new text ('+').
type comparison struct {
	a, b       []string
	head, tail int
	between    []byte
	// at, from and to are an operation and how many lines of each text are before it.
	at, from, to int
}

func (c *comparison) len() int { return c.head + len(c.between) + c.tail }

func (c *comparison) op(i int) byte {
	if i < c.head || i >= c.head+len(c.between) {
		return ' '
	}
	return c.between[i-c.head]
}

// next is the next operation that changes something, from some on; all of them if none does.
func (c *comparison) next(i int) int {
	i = max(i, c.head)
	for ; i < c.head+len(c.between); i++ {
		if c.op(i) != ' ' {
			return i
		}
	}
	return c.len()
}

// hunk writes some operations, all of which are behind those that were written before.
func (c *comparison) hunk(out *strings.Builder, start, end int) {
	for c.at < start {
		c.step()
	}
	first, size := *c, 0
	for c.at < end {
		size += 1 + len(c.step())
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(first.from, c.from-first.from), span(first.to, c.to-first.to))
	out.Grow(size)
	for first.at < end {
		out.WriteByte(first.op(first.at))
		line := first.step()
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// step goes over an operation, and returns its line.
func (c *comparison) step() (line string) {
	op := c.op(c.at)
	c.at++
	if op == '+' {
		c.to++
		return c.b[c.to-1]
	}
	if op == ' ' {
		c.to++
	}
	c.from++
	return c.a[c.from-1]
}

// span is how a hunk's header names lines: an empty span by the line before it.
func span(before, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	}
	return fmt.Sprintf("%d,%d", before+1, count)
}

// compare finds a shortest way from a to b.
func compare(a, b []string) comparison {
	// What both begin and end with needs no search.
	c := comparison{a: a, b: b}
	for c.head < len(a) && c.head < len(b) && a[c.head] == b[c.head] {
		c.head++
	}
	for c.tail < len(a)-c.head && c.tail < len(b)-c.head && a[len(a)-1-c.tail] == b[len(b)-1-c.tail] {
		c.tail++
	}
	c.between = script(a[c.head:len(a)-c.tail], b[c.head:len(b)-c.tail])
	return c
}

// mostEdits bounds the search, whose time and memory grow with the square of
// the number of edits.
const mostEdits = 2000

// script returns the operations of a shortest way from a to b, deletions before
// insertions. Beyond mostEdits it replaces all.
func script(a, b []string) []byte {
	n, m := len(a), len(b)
	most := min(n+m, mostEdits)
	// reach[k+most] is how far into a the ways on diagonal k lead.
	reach := make([]int, 2*most+2)
	var trace [][]int
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			var x int
			if k == -d || k != d && reach[k-1+most] < reach[k+1+most] {
				x = reach[k+1+most]
			} else {
				x = reach[k-1+most] + 1
			}
			for x < n && x-k < m && x >= 0 && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			reach[k+most] = x
			if x >= n && x-k >= m {
				return walkBack(trace, n, m, d)
			}
		}
		trace = append(trace, append([]int(nil), reach[most-d:most+d+1]...))
	}
	return []byte(strings.Repeat("-", n) + strings.Repeat("+", m))
}

// walkBack follows the furthest ways of each number of edits from the end to
// the start. trace[d][k+d] is how far diagonal k leads after d edits.
func walkBack(trace [][]int, x, y, d int) []byte {
	var back []byte
	for ; d > 0; d-- {
		at := func(k int) int {
			if i := k + d - 1; i >= 0 && i < len(trace[d-1]) {
				return trace[d-1][i]
			}
			return -1
		}
		k := x - y
		before := k - 1
		if k == -d || k != d && at(k-1) < at(k+1) {
			before = k + 1
		}
		toX := at(before)
		toY := toX - before
		for x > toX && y > toY {
			back = append(back, ' ')
			x, y = x-1, y-1
		}
		if before == k+1 {
			back = append(back, '+')
			y--
		} else {
			back = append(back, '-')
			x--
		}
	}
	for range x {
		back = append(back, ' ')
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}
