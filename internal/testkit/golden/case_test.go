package golden

import (
	"bytes"
	"regexp"
	"testing"
)

const cases = "../../../testdata/crd"

func TestCases(t *testing.T) {
	all, err := Cases(cases)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no cases")
	}
	// The last row is that of updates, which has no number.
	row := regexp.MustCompile(`^2\.1/(\d+|update)$`)
	for _, c := range all {
		t.Run(c.Name, func(t *testing.T) {
			if len(bytes.TrimSpace(c.Archive.Comment)) == 0 {
				t.Error("no comment says what it shows")
			}
			for _, r := range c.Comment("checklist") {
				if !row.MatchString(r) {
					t.Errorf("checklist row %q is none", r)
				}
			}
			if c.Answer == nil {
				t.Fatal("no answer is recorded; run make record")
			}
			if text, _ := c.Archive.Get(answer); !bytes.Equal(text, c.Answer.Canonical().Format()) {
				t.Error("the answer is not in canonical form")
			}
			if c.Answer.Accepted && len(c.Answer.Causes) > 0 {
				t.Error("accepted with causes")
			}
		})
	}
}
