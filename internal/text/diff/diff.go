// Package diff makes unified diffs of two texts.
package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// context is the number of equal lines around a change, as in diff -u.
const context = 3

// Unified returns the output of diff -u for two texts under two names; "" if they are equal. The number of changed
// lines is minimal (Myers, "An O(ND) Difference Algorithm", 1986), unless it exceeds mostEdits.
func Unified(oldName, newName, oldText, newText string) string {
	a, b := lines(oldText), lines(newText)
	ops := compare(a, b)
	changes := func(op byte) bool { return op != ' ' }
	var out strings.Builder
	from, to, at := 0, 0, 0 // lines of each text and operations that are done
	pass := func(end int, line func(op byte, text string)) {
		for ; at < end; at++ {
			switch op := ops[at]; op {
			case '+':
				line(op, b[to])
				to++
			default:
				line(op, a[from])
				from++
				if op == ' ' {
					to++
				}
			}
		}
	}
	for {
		next := slices.IndexFunc(ops[at:], changes)
		if next < 0 {
			return out.String()
		}
		// Changes with common context are one hunk.
		last := at + next
		for {
			equal := slices.IndexFunc(ops[last+1:], changes)
			if equal < 0 || equal > 2*context {
				break
			}
			last += equal + 1
		}
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", safetext.Line(oldName), safetext.Line(newName))
		}
		pass(max(at, at+next-context), func(byte, string) {})
		firstFrom, firstTo := from, to
		var hunk strings.Builder
		pass(min(last+1+context, len(ops)), func(op byte, text string) {
			hunk.WriteByte(op)
			hunk.WriteString(text)
			if !strings.HasSuffix(text, "\n") {
				hunk.WriteString("\n\\ No newline at end of file\n")
			}
		})
		fmt.Fprintf(&out, "@@ -%s +%s @@\n%s", span(firstFrom, from-firstFrom), span(firstTo, to-firstTo), hunk.String())
	}
}

// lines splits a text after its line ends.
func lines(text string) []string {
	l := strings.SplitAfter(text, "\n")
	if l[len(l)-1] == "" {
		l = l[:len(l)-1]
	}
	return l
}

// span returns lines as in the header of a hunk: an empty span has the line before it.
func span(before, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	}
	return fmt.Sprintf("%d,%d", before+1, count)
}

// compare returns the operations of a shortest edit from a to b: keep a line (' '), delete a line of a ('-') or insert
// a line of b ('+').
func compare(a, b []string) []byte {
	head, tail := 0, 0 // a common beginning and end need no search
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	between := script(a[head:len(a)-tail], b[head:len(b)-tail])
	return slices.Concat(bytes.Repeat([]byte{' '}, head), between, bytes.Repeat([]byte{' '}, tail))
}

// mostEdits limits the search, whose time and memory grow with the square of the number of edits.
const mostEdits = 2000

// script returns the operations of a shortest edit from a to b, with deletions before insertions. Beyond mostEdits it
// replaces all lines.
func script(a, b []string) []byte {
	n, m := len(a), len(b)
	most := min(n+m, mostEdits)
	// reach[k+most] is the furthest line of a on diagonal k.
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

// walkBack follows the furthest edits from the end to the start. trace[d][k+d] is the furthest line of a on diagonal k
// after d edits.
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
	slices.Reverse(back)
	return back
}
