package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDiffOfRevisions reads revisions as git diff does: one against the files on disk, two against one another, and three
// dots from the commit in which they part.
func TestDiffOfRevisions(t *testing.T) {
	dir := folder(t, map[string]string{"crds/lamps.yaml": ownKind("lamps"), "crds/bulbs.yaml": ownKind("bulbs")})
	committed(t, dir)
	gitIn(t, dir, "checkout", "-q", "-b", "feature")
	change(t, filepath.Join(dir, "crds/lamps.yaml"), "scope: Namespaced", "scope: Cluster")
	gitIn(t, dir, "commit", "-q", "-am", "lamps")
	gitIn(t, dir, "checkout", "-q", "main")
	change(t, filepath.Join(dir, "crds/bulbs.yaml"), "scope: Namespaced", "scope: Cluster")
	gitIn(t, dir, "commit", "-q", "-am", "bulbs")
	change(t, filepath.Join(dir, "crds/lamps.yaml"), "served: true", "served: false")

	for args, want := range map[string]string{
		"main":                         "lamps", // the files on disk
		"main crds/bulbs.yaml":         "",
		"main feature":                 "bulbs lamps",
		"main..feature":                "bulbs lamps",
		"main...feature":               "lamps",
		"feature...main":               "bulbs",
		"..feature crds":               "bulbs lamps",
		"main feature crds/lamps.yaml": "lamps",
		"main HEAD":                    "",
	} {
		got := inProcess(t, dir, append([]string{"diff", "--proof", "none", "--stat"}, strings.Fields(args)...)...)
		var names []string
		for _, name := range []string{"bulbs", "lamps"} {
			for line := range strings.Lines(got.stdout) {
				if strings.HasPrefix(line, name+".") && !strings.Contains(line, "none") && !strings.Contains(line, "unchanged") {
					names = append(names, name)
				}
			}
		}
		if found := strings.Join(names, " "); found != want || got.stderr != "" {
			t.Errorf("diff %s: changed is %q, want %q\n%s%s", args, found, want, got.stdout, got.stderr)
		}
	}
}
