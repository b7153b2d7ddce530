package witness

import (
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// BenchmarkBypass looks for a way around each CEL rule of a CRD that speaks of oldSelf.
func BenchmarkBypass(b *testing.B) {
	tight := map[string]bool{"h": true}
	for b.Loop() {
		p := prover(b, tight)
		if !p.ready() {
			b.Fatal("there is no generator")
		}
		tree, found := p.generator.Resource().Tree("v1"), 0
		for i := range tree.Nodes {
			for k := range tree.Nodes[i].XValidations() {
				at := tree.Path(int32(i)).Child("x-kubernetes-validations").Index(k).Child("rule")
				spec, value := []finding.Segment{{Name: "spec"}}, []finding.Segment{{Name: "spec"}, {Name: "h"}}
				if w := p.Bypass("v1", at, tree.Nodes[i].XValidations()[k].Rule, value, [][]finding.Segment{value, spec}); w != nil {
					found++
				}
			}
		}
		if found != 1 {
			b.Fatalf("%d bypasses", found)
		}
	}
}
