package lint

import (
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// What comes from the same Go code is told together, and so is listed until then.
func TestMostOfFileLeavesGoCode(t *testing.T) {
	doc := source.Read("crd.yaml", []byte("kind: CustomResourceDefinition\n")).Documents[0]
	s := surplusOf(2, 1)
	of := func(o *report.Origin) []draft {
		var found []draft
		for range 2 {
			found = append(found, draft{Finding: &report.Finding{Rule: "r", Severity: finding.Warning, Path: "spec.a", Origin: o}})
		}
		return s.list(doc, found)
	}
	of(nil)
	if got := len(of(nil)); got != 1 {
		t.Errorf("%d of 2 are listed, want 1", got)
	}
	if got := len(of(&report.Origin{File: "a.go", Line: 3, First: true})); got != 2 {
		t.Errorf("%d of 2 in Go code are listed", got)
	}
	if got := s.stands(); len(got) != 1 || got[0].More != 1 {
		t.Errorf("counted are %v", got)
	}
}
