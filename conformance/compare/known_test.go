package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/conformance/differences"
)

func TestSettle(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("cases: a\ncases: gone\nmutants: b\n\nbecause\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	known, err := differences.Known(dir)
	if err != nil {
		t.Fatal(err)
	}
	cases := set{name: "cases", results: []result{{id: "a", outcome: different}, {id: "gone"}}}

	var out strings.Builder
	if settle(&out, []set{cases}, known, false) {
		t.Error("a known difference that has gone away does not fail")
	}
	if !strings.Contains(out.String(), "gone away, remove it: cases: gone") || strings.Contains(out.String(), "mutants: b") {
		t.Errorf("without the corpus: %s", out.String())
	}

	delete(known, "cases: gone")
	if !settle(&out, []set{cases}, known, false) {
		t.Error("a known difference fails")
	}
	cases.add(result{id: "c", outcome: different})
	if settle(&out, []set{cases}, known, false) {
		t.Error("a new difference does not fail")
	}
}

func TestKnownNeedsReason(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("cases: a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := differences.Known(dir); err == nil {
		t.Error("a known difference without a reason is taken")
	}
}
