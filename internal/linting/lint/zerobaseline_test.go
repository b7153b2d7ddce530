package lint

import (
	"testing"

	"github.com/crdtool/crdtool/report"
)

// TestZeroBaseline: the zero Baseline knows no finding, and takes some in.
func TestZeroBaseline(t *testing.T) {
	var b, other Baseline
	f := &report.Finding{File: "a.yaml", Rule: "schema", Message: "m"}
	if b.Hides(f) || b.Len() != 0 || b.Gone() != 0 || b.Copy() == nil {
		t.Error("the zero baseline knows something")
	}
	other.KeepUnjudged(&b)
	b.Judged(&FileReport{})
	b.Add(f)
	if !b.Hides(f) || b.Len() != 1 || len(b.JSON()) == 0 {
		t.Errorf("%d entries", b.Len())
	}
}
