package lint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Several tests hold different things of the same reports. These are made once
// for all of them, by the names of what they are about.
var serverReports, fullReports = map[string]FileReport{}, map[string]FileReport{}

// caseReport is what the server's own checks find in a case.
func caseReport(c *golden.Case) FileReport {
	report, ok := serverReports[c.Name]
	if !ok {
		report = linter.File(caseFile(c), caseOptions(c))
		serverReports[c.Name] = report
	}
	return report
}

// fullReport is what all rules find in what is read, with the options of which
// they are part.
func fullReport(name string, read func() *source.File, opts Options) (FileReport, Options) {
	opts.Rules = everyRule()
	report, ok := fullReports[name]
	if !ok {
		report = linter.File(read(), opts)
		fullReports[name] = report
	}
	return report, opts
}

// everyRule has all rules on that could have fixes.
func everyRule() *rules.Selection { return rules.Of(rules.ByName) }

// corpusFiles are the names of real CRDs, if they are checked out beside the
// module.
func corpusFiles() []string {
	names, _ := filepath.Glob(corpusDir + "/*/crds/*.yaml")
	return names
}

func readCorpus(t *testing.T, name string) *source.File {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return source.Read(name, text)
}
