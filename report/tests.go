package report

// Tests is the outcome of a run over suites of tests.
type Tests struct {
	SchemaVersion int `json:"schemaVersion"`
	// Suites are in the order of the files. One that runs with several CRDs, or on several
	// versions of Kubernetes, stands there once for each.
	Suites []TestSuite `json:"suites"`
	// Errors say why the run could not do all that it was asked for.
	Errors  []RunError  `json:"errors,omitempty"`
	Summary TestSummary `json:"summary"`
	// Coverage is what the tests met of the CRDs, if somebody asked.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Mutation is what came of damaging the CRDs, if that was asked for.
	Mutation *Mutation `json:"mutation,omitempty"`
}

// TestSummary counts tests.
type TestSummary struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// TestSuite is a file of tests that was run.
type TestSuite struct {
	File string `json:"file"`
	Name string `json:"name"`
	// CRD is the file of the CRD, if the suite runs with several.
	CRD string `json:"crd,omitempty"`
	// KubeVersion is that of the server, if there are several.
	KubeVersion string `json:"kubeVersion,omitempty"`
	// Message is why none of the tests could run.
	Message string `json:"message,omitempty"`
	Tests   []Test `json:"tests"`
}

// The outcomes of tests.
const (
	TestPassed  = "passed"
	TestFailed  = "failed"
	TestSkipped = "skipped"
)

// Test is a test that was run.
type Test struct {
	Name string `json:"name"`
	// Line is where it stands in the file of its suite.
	Line int `json:"line"`
	// Outcome is passed, failed or skipped.
	Outcome string `json:"outcome"`
	// Steps are those that were taken.
	Steps []TestStep `json:"steps"`
	// Message is why it failed or was skipped.
	Message string `json:"message,omitempty"`
	// CRD is the one that the server refuses, if that is what failed: the tests of its kind are
	// skipped then.
	CRD *TestCRD `json:"crd,omitempty"`
	// Failures are all that is not as expected.
	Failures []TestFailure `json:"failures,omitempty"`
}

// TestCRD is a CRD that the server refuses.
type TestCRD struct {
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// TestStep is a request of a test, and the server's answer.
type TestStep struct {
	Op   string `json:"op"`
	Line int    `json:"line"`
	// Expected says in words what is.
	Expected string `json:"expected"`
	// Code is the status of the answer; 0 for what is no request for an object.
	Code int `json:"code"`
	// Message is what the server says to a request that it refuses.
	Message string `json:"message"`
}

// TestFailure is something that is not as expected.
type TestFailure struct {
	// Line is that of the expectation.
	Line     int    `json:"line"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
	// Diff is a unified diff from what is expected to what is there, of objects.
	Diff string `json:"diff,omitempty"`
	// Findings are what refuses the object, with its place in the CRD.
	Findings []Finding `json:"findings,omitempty"`
	// Rules are the CEL rules of the CRD that say what was expected, and what became of them.
	Rules []TestRule `json:"rules,omitempty"`
}

// TestRule is a rule that was expected to refuse an object, and did not.
type TestRule struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Rule string `json:"rule"`
	// Outcome says in words what became of it, such as that there was no old value.
	Outcome string `json:"outcome"`
}

// Add counts the tests of another run.
func (s *TestSummary) Add(o TestSummary) {
	s.Passed += o.Passed
	s.Failed += o.Failed
	s.Skipped += o.Skipped
}

// Count counts the tests of a suite.
func (s *TestSuite) Count() (sum TestSummary) {
	for i := range s.Tests {
		switch s.Tests[i].Outcome {
		case TestPassed:
			sum.Passed++
		case TestFailed:
			sum.Failed++
		default:
			sum.Skipped++
		}
	}
	return sum
}
