package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

var suchAs = regexp.MustCompile(`values such as (".*") are refused`)

// TestPatternWitnesses sends the strings that are said to be refused by another
// pattern: the stored CRD takes them, and the new one does not.
func TestPatternWitnesses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(ruleCases, "bounds-tightened.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var old, bad []byte
	for _, f := range golden.Parse(text).Files {
		switch f.Name {
		case "old.yaml":
			old = f.Data
		case "bad.yaml":
			bad = f.Data
		}
	}
	sent := 0
	for _, found := range foundBy(t, rules.Find("bounds-tightened"), "bad.yaml", bad, old, nil) {
		m := suchAs.FindStringSubmatch(found.Message)
		if m == nil {
			continue
		}
		value, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatal(err)
		}
		sent++
		for crd, want := range map[*[]byte]bool{&old: true, &bad: false} {
			s := subject{Finding: found, crd: *crd, path: keywords(found.Path)}
			whole, _ := s.decoded(t)
			if _, ok := send(resourceOf(t, whole), s.field(), value); ok != want {
				t.Errorf("%s: accepted is %v", found.Message, ok)
			}
		}
	}
	if sent < 4 {
		t.Errorf("only %d findings name a string", sent)
	}
}
