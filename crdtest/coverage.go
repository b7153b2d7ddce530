package crdtest

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/report"
)

// recorder records what the tests of the process meet of the constraints of CRDs; nil
// unless Main runs them, for it takes time.
var recorder *coverage.Recorder

// Main runs the tests of a package, and then says which constraints of the CRDs that they
// have loaded no test has seen to refuse something: CEL rules, bounds, enums, patterns,
// required fields and list types, and which defaults were never set. It returns what
// os.Exit takes:
//
//	func TestMain(m *testing.M) { os.Exit(crdtest.Main(m)) }
//
// With the environment variable CRDTEST_COVERAGE it also writes all of it as JSON to the
// file of that name, in the form of crdtool test --coverage.
func Main(m interface{ Run() int }) (code int) {
	recorder = coverage.New()
	code = m.Run()
	r := recorder.Report()
	recorder = nil
	writeCoverage(os.Stdout, r)
	name := os.Getenv("CRDTEST_COVERAGE")
	if name == "" {
		return code
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		name, err = confine.Write(name)
	}
	if err == nil {
		err = os.WriteFile(name, append(text, '\n'), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "crdtest: CRDTEST_COVERAGE:", err)
		return max(code, 1)
	}
	return code
}

// mostMissing is how many constraints are listed.
const mostMissing = 20

// writeCoverage lists what is not covered, first what is the least work to cover.
func writeCoverage(w io.Writer, r *report.Coverage) {
	if len(r.CRDs) == 0 {
		return // no test has asked anything
	}
	if r.Summary.Total == 0 {
		fmt.Fprintln(w, "crdtest: there is no coverage: no request was made for a CRD that has constraints")
		return
	}
	fmt.Fprintf(w, "crdtest: %d of %d constraints of the CRDs were seen to pass and to fail (%.1f %%)\n", r.Summary.Covered, r.Summary.Total, r.Summary.Percent())
	missing := coverage.Easiest(r)
	for i, c := range missing {
		if i == mostMissing {
			fmt.Fprintf(w, "and %d more; CRDTEST_COVERAGE=FILE writes all of them to a file\n", len(missing)-i)
			return
		}
		fmt.Fprintf(w, "%s:%d: %s: %s\n", c.File, c.Line, constraintName(c), c.Missing)
	}
}

func constraintName(c *report.ConstraintCoverage) string {
	name := c.Field
	if name == "" {
		name = "the object"
	}
	switch {
	case c.Rule > 0 && c.Message != "":
		return fmt.Sprintf("%s: %q", name, c.Message)
	case c.Rule > 0:
		return fmt.Sprintf("%s: %v", name, c.Value)
	case c.Value == nil:
		return name + ": " + c.Keyword
	}
	value := fmt.Sprint(c.Value)
	if len(value) > longestValue {
		value = value[:longestValue] + "..."
	}
	return fmt.Sprintf("%s: %s %s", name, c.Keyword, value)
}

// longestValue is how many bytes of a value are printed.
const longestValue = 60
