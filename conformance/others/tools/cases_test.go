package tools

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	conformance "github.com/crdtool/crdtool/conformance/others"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

var update = flag.Bool("update", false, "record what the tools report of their cases")

const expected = "../expected.txt"

// TestCases runs each case through both tools, and requires that the profiles say the same,
// that a case's own check finds what the case says, and that this is what is recorded.
func TestCases(t *testing.T) {
	cases, err := conformance.Cases()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, "# What the tools report of the cases in testdata, recorded by tools/cases_test.go: go test . -run TestCases -update")
	runs := 0
	for i := range cases {
		c := &cases[i]
		for _, tool := range others.Names() {
			if tool == others.Crdify && c.Old == nil {
				continue
			}
			s := others.Settings{}
			if tool == c.Tool {
				s = c.Settings
			}
			runs++
			want, got := run(tool, s, c.Old, c.New), conformance.Ours(tool, s, c.Old, c.New)
			if want.Crash == "" && !want.Equal(&got) {
				t.Errorf("%s: %s:\n%s", tool, c.ID(), want.Difference(&got))
			}
			if tool != c.Tool {
				continue
			}
			if want.Crash != "" {
				t.Errorf("%s: the tool crashes: %s", c.ID(), want.Crash)
			}
			found := slices.ContainsFunc(want.Lines, func(l string) bool { return strings.HasPrefix(l, c.Check+" |") })
			if c.Check != "" && found != c.Flagged {
				t.Errorf("%s: the check finds something: %t; the case says %t", c.ID(), found, c.Flagged)
			}
			fmt.Fprintf(&b, "%s\n", c.ID())
			for _, l := range want.Lines {
				fmt.Fprintf(&b, "  %s\n", l)
			}
		}
	}
	t.Logf("%d cases, %d runs", len(cases), runs)
	if *update {
		if err := os.WriteFile(expected, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if recorded, err := os.ReadFile(expected); err != nil || !bytes.Equal(recorded, b.Bytes()) {
		t.Errorf("%s is not what the tools report (%v); run with -update", expected, err)
	}
}
