package prose

import (
	"strconv"
	"strings"
	"unicode"
)

// OneLine writes characters that would break a line, or that a terminal would take
// for a command, as Go does in strings: names of fields may hold anything.
func OneLine(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
