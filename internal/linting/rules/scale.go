package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// scales calls f for the scale subresource of every version with a schema, only once if all versions share
// both.
func (p *Pass) scales(f func(v *Version, s *crd.Scale, at *finding.Path)) {
	p.eachVersion(p.CRD.Spec.Shared.Subresources, func(v *Version, of *crd.Version, at *finding.Path) {
		if hasScale(of) {
			f(v, of.Subresources.Scale, at.Child("subresources", "scale"))
		}
	})
}

// scaleSteps splits a path as the scale subresource does.
func scaleSteps(path string) []jsonpath.Step {
	var steps []jsonpath.Step
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		steps = append(steps, jsonpath.Step{To: jsonpath.Field, Field: name})
	}
	return steps
}
