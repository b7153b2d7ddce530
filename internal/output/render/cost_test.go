package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

// TestCostsOfEachSchema: the rules of a schema are those of its file, document and version,
// the most expensive first.
func TestCostsOfEachSchema(t *testing.T) {
	var r report.CostReport
	var want []string
	for _, file := range []string{"a.yaml", "b.yaml"} {
		for document := range 2 {
			for _, version := range []string{"v1", "v2"} {
				name := fmt.Sprint(file, document, version)
				r.CRDs = append(r.CRDs, report.CRDCost{File: file, Document: document, CRD: name, Version: version, Expressions: 2})
				want = append(want, name+" "+version, name+" dear", name+" cheap")
				for _, rule := range []string{"cheap", "dear"} {
					r.Expressions = append(r.Expressions, report.ExpressionCost{
						File: file, Document: document, Version: version, Kind: "rule", Where: name + " " + rule, Total: uint64(len("cheap") - len(rule)),
					})
				}
			}
		}
	}
	var b strings.Builder
	if err := Costs(&b, &r, 0); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(b.String()) {
		if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, " ") {
			got = append(got, name)
		} else if i := strings.Index(line, "yaml"); i > 0 && ok {
			got = append(got, strings.TrimSpace(name[i-2:]))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q in\n%s", got, want, b.String())
	}
}
