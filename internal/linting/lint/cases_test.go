package lint

import (
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// linter serves all tests, as one serves a run of the command.
var linter = New(kube.Latest)

func readCases(t testing.TB) []*golden.Case {
	t.Helper()
	cases, err := recordedCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases in testdata/crd")
	}
	return slices.Clone(cases)
}

// recordedCases are read once for all tests, which only look at them.
var recordedCases = sync.OnceValues(func() ([]*golden.Case, error) { return golden.Cases("../../../testdata/crd") })

func caseFile(c *golden.Case) *source.File {
	name := "crd.yaml"
	if c.JSON {
		name = "crd.json"
	}
	return source.Read(name, c.CRD)
}

func caseOptions(c *golden.Case) Options {
	opts := Options{FieldValidation: c.FieldValidation, RawBody: true}
	if c.Old != nil {
		old := source.Read("old.yaml", c.Old)
		opts.Old = func(string) *source.Document { return old.Documents[0] }
	}
	return opts
}

// TestRecordedAnswers holds the answer to every case against the one that a
// real server gave.
func TestRecordedAnswers(t *testing.T) {
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			if c.Answer == nil {
				t.Fatal("no answer is recorded; run: make record")
			}
			report := caseReport(c)
			if c.NotACRD && len(report.Documents) == 0 {
				return
			}
			if len(report.Documents) != 1 {
				t.Fatalf("read %d CRDs, want 1; findings: %+v", len(report.Documents), report.Findings)
			}
			if diff := c.Answer.Canonical().Diff(goldenAnswer(report.Documents[0].APIServer)); len(diff) > 0 {
				t.Error(strings.Join(diff, "\n"))
			}
		})
	}
}

func goldenAnswer(a answer.APIServer) golden.Answer {
	g := golden.Answer{Accepted: a.Accepted, Code: a.Code, Message: a.Message, Warnings: a.Warnings}
	g.Panic = a.Code == 0
	for _, c := range a.Causes {
		g.Causes = append(g.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
	}
	return g.Canonical()
}

// checklistRows is the number of messages that kube-apiserver 1.37 has for
// CRDs; cases name the rows they cover.
const checklistRows = 101

func TestEveryMessageHasACase(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range readCases(t) {
		for _, row := range c.Comment("checklist") {
			covered[row] = true
		}
	}
	for row := 1; row <= checklistRows; row++ {
		if !covered["2.1/"+strconv.Itoa(row)] {
			t.Errorf("no case covers row %d of the checklist of messages", row)
		}
	}
	if !covered["2.1/update"] {
		t.Error("no case covers the messages of updates")
	}
}
