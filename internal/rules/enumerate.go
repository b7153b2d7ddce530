package rules

import (
	"fmt"
	"strings"
)

// enumerate joins names as prose does: a, b and c.
func enumerate(names []string) string { return joinLast(names, " and ") }

// enumerateSome is enumerate for a list that may be long: it names the first few
// and counts the others.
func enumerateSome(names []string, some int) string {
	if len(names) <= some+1 {
		return enumerate(names)
	}
	return strings.Join(names[:some], ", ") + fmt.Sprintf(" and %d more", len(names)-some)
}

func joinLast(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}
