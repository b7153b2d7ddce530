package lint

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/codelist"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

const codeWords = "testdata/words.txt"

// TestWordsOfCodes holds what people read of each of the server's checks: the
// sentence and the help of the first case that has it, in the order of the codes.
func TestWordsOfCodes(t *testing.T) {
	said := map[string]string{}
	related := false // what is only told beside other findings
	for _, c := range readCases(t) {
		for _, f := range caseReport(c).Findings {
			related = related || slices.ContainsFunc(f.Related, func(r report.Related) bool {
				return strings.Contains(r.Message, "contributes to the cost of all rules together")
			})
			if _, known := said[string(f.Code)]; !known {
				said[string(f.Code)] = fmt.Sprintf("%s (%s)\n  %s\n", f.Code, c.Name, f.Message)
				if f.Help != "" {
					said[string(f.Code)] += "  help: " + f.Help + "\n"
				}
			}
		}
	}
	var b strings.Builder
	for _, c := range slices.Sorted(maps.Keys(said)) {
		b.WriteString(said[c])
		if check := finding.Code(c).Rule(); !slices.ContainsFunc(code.Checks(), func(k code.Check) bool { return k.ID == check }) {
			t.Errorf("%s is not in the table of package code", c)
		}
	}
	if *update {
		if err := os.WriteFile(codeWords, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(codeWords)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("%s is to be:\n%s", codeWords, got)
	}
	for _, c := range codelist.All(t) {
		if w := code.WordsOf(c); w.Say+w.Help != "" && said[string(c)] == "" && (c != code.CELCostContributes || !related) {
			t.Errorf("%s has words that no case shows", c)
		}
	}
}
