package render

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// FindingGroup identifies findings that are printed in one block: they have all in common but their lines.
// That of an error is zero: each has to be fixed.
type FindingGroup struct{ file, rule, message, help string }

// FindingGroupOf returns the group of a finding, and the line that is shown.
func FindingGroupOf(f *report.Finding) (FindingGroup, int) {
	if f.Severity == finding.Error || f.Rule == "" || f.Object != "" {
		return FindingGroup{}, 0
	}
	file, line := f.File, f.Line
	if f.Origin != nil && f.Origin.First {
		file, line = f.Origin.File, f.Origin.Line
	}
	return FindingGroup{file, f.Rule, headline(f), f.Help}, line
}

// FewApart is how many findings that are alike are told each by itself.
const FewApart = 3

// linesNamed is how many lines are named.
const linesNamed = 10

// WithLines returns the text of a finding with the lines of the others that are told of
// together with it.
func WithLines(text []byte, line int, others []int) []byte {
	slices.Sort(others)
	others = slices.Compact(others)
	var names []string
	for _, other := range others[:min(len(others), linesNamed)] {
		names = append(names, strconv.Itoa(other))
	}
	said := "the same in lines " + strings.Join(names, ", ")
	if more := len(others) - len(names); more > 0 {
		said += " and " + thousands(uint64(more)) + " more (--max-findings 0 lists all)"
	}
	b := bytes.NewBuffer(bytes.TrimRight(bytes.Clone(text), "\n"))
	b.WriteByte('\n')
	note(b, max(4, len(strconv.Itoa(line))), said)
	b.WriteByte('\n')
	return b.Bytes()
}
