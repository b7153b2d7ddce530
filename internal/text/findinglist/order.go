package findinglist

import (
	"cmp"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// ByPlace is the order of the findings of a file: by their places in Go code first, where
// people are led there.
func ByPlace(a, b *report.Finding) int {
	return cmp.Or(byOrigin(a.Origin, b.Origin), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), strings.Compare(a.ServerPath, b.ServerPath))
}

func byOrigin(a, b *report.Origin) int {
	inGo, alsoInGo := a != nil && a.First, b != nil && b.First
	switch {
	case inGo && alsoInGo:
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	case inGo:
		return -1
	case alsoInGo:
		return 1
	}
	return 0
}
