package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// countChanges returns the number of changes of a CRD by class. Those that are accepted, or that
// break, count as nothing else.
func countChanges(c *report.CRDDiff) map[string]int {
	n := map[string]int{}
	for i := range c.Changes {
		switch ch := &c.Changes[i]; {
		case ch.Accepted != "":
			n["accepted"] += ch.Counts()
		case ch.Breaking:
			n["breaking"] += ch.Counts()
		default:
			n[ch.Class] += ch.Counts()
		}
	}
	return n
}

// byVerdict are the CRDs that differ, those that change most first.
func byVerdict(d *report.Diff) []*report.CRDDiff {
	var all []*report.CRDDiff
	for i := range d.CRDs {
		all = append(all, &d.CRDs[i])
	}
	rank := func(c *report.CRDDiff) int {
		if at := slices.Index([]string{"major", "major?", "minor", "patch"}, c.Verdict); at >= 0 {
			return at
		}
		return 4
	}
	slices.SortStableFunc(all, func(a, b *report.CRDDiff) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// DiffSummary is what all CRDs come to, on a line.
func DiffSummary(s *report.DiffSummary) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(s.Major, "major")
	add(s.Unsure, "major?")
	add(s.Minor, "minor")
	add(s.Patch, "patch")
	add(s.Unchanged, "unchanged")
	line := prose.Count(s.CRDs, "CRD")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	if s.Added+s.Removed > 0 {
		line += fmt.Sprintf(" (%d new, %d gone)", s.Added, s.Removed)
	}
	if s.Breaking > 0 {
		line += "; " + prose.Count(s.Breaking, "breaking change")
	}
	if s.Unproven > 0 {
		line += "; " + prose.Count(s.Unproven, "unproven change")
	}
	return line
}
