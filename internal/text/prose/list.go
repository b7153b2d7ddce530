// Package prose writes parts of messages: lists of names, counts of things, and values. The caller must know whether a
// plural or a value is right.
package prose

import (
	"fmt"
	"strings"
)

// And joins names: a, b and c.
func And(names []string) string { return joinLast(names, " and ") }

// Or joins alternatives: a, b or c.
func Or(names []string) string { return joinLast(names, " or ") }

// AndMore is And for a long list: it names the first few and counts the others.
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
