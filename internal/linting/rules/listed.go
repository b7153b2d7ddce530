package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// listed names the first few of some names and counts the others; that they are
// others makes no other finding.
func listed(names []string, few int) finding.Measured {
	text := prose.AndMore(names, few)
	if len(names) <= few+1 {
		return finding.MeasuredIn(text, text)
	}
	return finding.MeasuredIn(text, strings.Join(names[:few], ", ")+" and more")
}
