package others

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/others"
)

// pairOf is a case: two files, of which the old one may be missing.
type pairOf struct {
	name     string
	tool     string
	old, new []byte
}

// ownCases are those that the tools have themselves, as pairs of files.
func ownCases(t *testing.T) []pairOf {
	t.Helper()
	var all []pairOf
	read := func(name string) []byte {
		b, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return b
	}
	add := func(tool, pattern, old, new string) {
		dirs, err := filepath.Glob(pattern)
		if err != nil || len(dirs) == 0 {
			t.Fatalf("no cases at %s; run sources.sh (%v)", pattern, err)
		}
		for _, d := range dirs {
			if info, err := os.Stat(d); err != nil || !info.IsDir() {
				continue
			}
			if b := read(filepath.Join(d, new)); b != nil {
				all = append(all, pairOf{filepath.Base(filepath.Dir(d)) + "/" + filepath.Base(d), tool, read(filepath.Join(d, old)), b})
			}
		}
	}
	add(others.Crdify, "sources/sigs.k8s.io/crdify/test/*", "a.yaml", "b.yaml")
	add(others.SchemaChecker, "sources/github.com/openshift/crd-schema-checker/pkg/manifestcomparators/testdata/*/*", "existing.yaml", "new.yaml")
	return all
}

func TestOwnCases(t *testing.T) {
	n := 0
	for _, c := range ownCases(t) {
		for _, tool := range others.Names() {
			if tool == others.Crdify && c.old == nil {
				continue
			}
			n++
			want, got := run(tool, c.old, c.new), ours(tool, c.old, c.new)
			if !slices.Equal(want.Lines, got.Lines) || want.Failed != got.Failed {
				t.Errorf("%s: %s:\n%s%s", tool, c.name, want.Crash, difference(want.Lines, got.Lines))
			}
		}
	}
	t.Logf("%d runs", n)
}

func difference(want, got []string) string {
	s := ""
	for _, l := range want {
		if !slices.Contains(got, l) {
			s += "- " + l + "\n"
		}
	}
	for _, l := range got {
		if !slices.Contains(want, l) {
			s += "+ " + l + "\n"
		}
	}
	return s
}
