package report

import (
	"cmp"
	"strings"
)

// ByPlace is the order of the findings of a file.
func ByPlace(a, b *Finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), strings.Compare(a.ServerPath, b.ServerPath))
}
