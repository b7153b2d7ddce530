package edit

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
)

// TestPlanAndRead: what was read is the file with all plans made, if they were proved at once.
func TestPlanAndRead(t *testing.T) {
	const two = "m:\n  a: 1\n  b: 2\no:\n  a: 1\n  b: 2\n"
	for _, c := range []struct {
		name, text string
		take       [][]string // where a is removed, by request
		want       string     // "" if nothing is read that is right
		all        bool       // that is the file with all plans made
	}{
		{"two changes", two, [][]string{{"m", "o"}}, "m:\n  b: 2\no:\n  b: 2\n", true},
		{"two requests", two, [][]string{{"m"}, {"o"}}, "m:\n  b: 2\no:\n  b: 2\n", true},
		{"two that meet", two, [][]string{{"m"}, {"m"}}, "m:\n  b: 2\no:\n  a: 1\n  b: 2\n", false},
		{"none", two, nil, "", true},
		{"what is in two places", "m: &x\n  a: 1\n  b: 2\no: *x\n", [][]string{{"m"}}, "", true},
	} {
		f := source.Read("f.yaml", []byte(c.text))
		var requests []Request
		for _, names := range c.take {
			r := Request{Doc: f.Documents[0]}
			for _, name := range names {
				r.Changes = append(r.Changes, finding.Change{Path: finding.Root(name, "a")})
			}
			requests = append(requests, r)
		}
		plans, read := PlanAndRead(f, requests)
		if len(plans) != len(requests) || (read != nil) != (c.want != "") {
			t.Fatalf("%s: %d plans, and read is %v", c.name, len(plans), read)
		}
		if read == nil {
			continue
		}
		edits := slices.Concat(plans...)
		Sort(edits)
		if got := string(read.Text); got != c.want || c.all && got != string(Apply(f.Text, edits)) || len(read.Documents) != 1 {
			t.Errorf("%s: read is %q, want %q", c.name, got, c.want)
		}
	}
}
