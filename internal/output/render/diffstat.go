package render

import (
	"io"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// DiffStat writes a table of CRDs with their verdicts and counts, those that change most
// first.
func DiffStat(w io.Writer, d *report.Diff) error {
	lines := [][]string{{"CRD", "VERDICT", "BREAKING", "UNPROVEN", "READERS", "COMPATIBLE"}}
	for _, c := range byVerdict(d) {
		n := countChanges(c)
		lines = append(lines, []string{Escape(c.Name), c.Verdict, strconv.Itoa(n["breaking"]), strconv.Itoa(n["unproven"]), strconv.Itoa(n["readers"]), strconv.Itoa(n["compatible"])})
	}
	var b strings.Builder
	if len(lines) > 1 {
		writeTable(&b, lines)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
