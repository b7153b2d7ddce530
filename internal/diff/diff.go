// Package diff writes the difference of two texts as a unified diff.
package diff

import (
	"fmt"
	"strings"
)

// context is the number of equal lines around a change, as in diff -u.
const context = 3

// Unified returns what diff -u prints for two texts under two names; "" if they
// are equal. The changes are as few as can be (Myers, "An O(ND) Difference
// Algorithm", 1986).
func Unified(oldName, newName, oldText, newText string) string {
	a, b := lines(oldText), lines(newText)
	edits := shortest(a, b)
	var out strings.Builder
	for i := 0; i < len(edits); {
		if edits[i].op == ' ' {
			i++
			continue
		}
		start, end := max(0, i-context), i
		// Changes that share their context stand in one hunk.
		for equal := 0; end < len(edits) && equal <= 2*context; end++ {
			if edits[end].op == ' ' {
				equal++
			} else {
				equal = 0
			}
		}
		for last := end; ; last-- {
			if edits[last-1].op != ' ' {
				end = min(last+context, len(edits))
				break
			}
		}
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
		}
		hunk(&out, edits[start:end])
		i = end
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

// edit is a line that both texts have (' '), or only the old ('-') or the new
// one ('+'). from and to count the lines before it in both.
type edit struct {
	op       byte
	line     string
	from, to int
}

func hunk(out *strings.Builder, edits []edit) {
	olds, news := 0, 0
	for _, e := range edits {
		if e.op != '+' {
			olds++
		}
		if e.op != '-' {
			news++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(edits[0].from, olds), span(edits[0].to, news))
	for _, e := range edits {
		out.WriteByte(e.op)
		out.WriteString(e.line)
		if !strings.HasSuffix(e.line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
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

// shortest returns a shortest way from a to b.
func shortest(a, b []string) []edit {
	// What both begin and end with needs no search.
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var edits []edit
	x, y := 0, 0
	step := func(op byte) {
		switch op {
		case '+':
			edits = append(edits, edit{op, b[y], x, y})
			y++
		case '-':
			edits = append(edits, edit{op, a[x], x, y})
			x++
		default:
			edits = append(edits, edit{op, a[x], x, y})
			x, y = x+1, y+1
		}
	}
	for range head {
		step(' ')
	}
	for _, op := range script(a[head:len(a)-tail], b[head:len(b)-tail]) {
		step(op)
	}
	for range tail {
		step(' ')
	}
	return edits
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
