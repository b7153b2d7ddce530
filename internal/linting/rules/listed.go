package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// listed names the first few names and counts the others. Other names after the first few leave the finding the
// same.
func listed(names []string, few int) finding.Measured {
	text := prose.AndMore(names, few)
	if len(names) <= few+1 {
		return finding.MeasuredIn(text, text)
	}
	return finding.MeasuredIn(text, strings.Join(names[:few], ", ")+" and more")
}
