package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// changeCounts count the changes of a CRD. Those that break, or that are unproven, count
// as nothing else.
type changeCounts struct {
	breaking, unproven, accepted, objects, readers, compatible, documentation int
}

func countChanges(c *report.CRDDiff) (n changeCounts) {
	for i := range c.Changes {
		switch ch := &c.Changes[i]; {
		case ch.Accepted != "":
			n.accepted += ch.Counts()
		case ch.Breaking:
			n.breaking += ch.Counts()
		case ch.Class == "unproven":
			n.unproven += ch.Counts()
		case ch.Class == "readers":
			n.readers += ch.Counts()
		case ch.Class == "compatible":
			n.compatible += ch.Counts()
		case ch.Class == "documentation":
			n.documentation += ch.Counts()
		default:
			n.objects += ch.Counts()
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
