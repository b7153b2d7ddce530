// Package prose writes what messages are made of: lists of names, counts of
// things and values. It words and doesn't judge: whether a plural, or a value, is
// right is for the caller to know.
package prose

import (
	"fmt"
	"strings"
)

// And joins names as a sentence does: a, b and c.
func And(names []string) string { return joinLast(names, " and ") }

// Or joins names of which one is enough: a, b or c.
func Or(names []string) string { return joinLast(names, " or ") }

// AndMore is And for a list that may be long: it names the first few and counts
// the others.
func AndMore(names []string, few int) string {
	if len(names) <= few+1 {
		return And(names)
	}
	return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
}

func joinLast(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}
