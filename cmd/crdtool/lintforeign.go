package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// foreignNamed limits how many groups and CRDs of other projects the summary names.
const foreignNamed = 3

// foreignLine returns the line that counts CRDs of other projects, which were checked only for the server's
// errors, and tells how to check them fully; "" if there are none. names are their groups, or the CRDs if the
// repository has others of their group.
func foreignLine(n int, names []string) string {
	if n == 0 {
		return ""
	}
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	named := strings.Join(names[:min(len(names), foreignNamed)], ", ")
	if more := len(names) - foreignNamed; more > 0 {
		named += " and " + strconv.Itoa(more) + " more"
	}
	return prose.Count(n, "CRD") + " that this repository does not make (" + render.Escape(named) +
		") checked for errors of the server alone; to check all: --profile strict, or name the file"
}
