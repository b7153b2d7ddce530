package render

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// Together is what is told of findings in one block: the file that is shown, and all that is
// said of one, but for its places. That of an error, each of which has to be fixed, is zero.
type Together struct{ file, rule, message, help string }

// TogetherOf returns that of a finding, and the line that is shown.
func TogetherOf(f *report.Finding) (Together, int) {
	if f.Severity == finding.Error || f.Rule == "" || f.Object != "" {
		return Together{}, 0
	}
	file, line := f.File, f.Line
	if f.Origin != nil && f.Origin.First {
		file, line = f.Origin.File, f.Origin.Line
	}
	return Together{file, f.Rule, headline(f), f.Help}, line
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
