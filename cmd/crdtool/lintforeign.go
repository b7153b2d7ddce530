package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/render"
)

// foreignNamed is how many groups of other projects the summary names.
const foreignNamed = 3

// foreignLine says that CRDs of other projects were checked for the server's errors alone, and how to
// check all of them; "" if there are none.
func foreignLine(n int, groups []string) string {
	if n == 0 {
		return ""
	}
	groups = slices.Clone(groups)
	slices.Sort(groups)
	groups = slices.Compact(groups)
	named := strings.Join(groups[:min(len(groups), foreignNamed)], ", ")
	if more := len(groups) - foreignNamed; more > 0 {
		named += " and " + strconv.Itoa(more) + " more"
	}
	return render.Count(n, "CRD") + " of groups that this repository does not make (" + render.Escape(named) +
		") checked for errors of the server alone; to check all: --profile strict, or name the file"
}
