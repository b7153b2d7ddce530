package suite

import (
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// maxExplained limits how many failures of a suite are explained by running the test again.
const maxExplained = 20

// Results runs the tests of a suite by a function that returns false for tests that it leaves out. CRDs that the server
// refuses are failed tests.
func (s *Suite) Results(servers *Servers, v kube.Version, run func(*Test) (report.Test, bool)) report.TestSuite {
	out := report.TestSuite{File: s.File, Name: s.Name, CRD: s.Variant, Message: s.Error, Tests: []report.Test{}}
	explained := 0
	for _, t := range s.Tests {
		result, isRun := run(t)
		if !isRun {
			continue
		}
		if result.Outcome == report.TestFailed && explained < maxExplained {
			s.ExplainPassed(t, v, &result)
			explained++
		}
		out.Tests = append(out.Tests, result)
	}
	if len(out.Tests) > 0 {
		out.Tests = append(s.RefusedCRDs(servers, v), out.Tests...)
	}
	return out
}
