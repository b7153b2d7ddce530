package compare

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// linter serves the whole comparison, as one serves a run of the command.
var linter = lint.New(kube.Latest)

// everyRule has all rules of our own, to show that none of them panics on a
// damaged CRD or touches what the server answers.
var everyRule = rules.Of(rules.ByName)

// judge is crdtool's answer to one CRD; old is nil on create. It is an error if
// crdtool panics, or takes the text for anything but one CRD.
func judge(name string, text []byte, fieldValidation string, old []byte) (a golden.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("crdtool panicked: %v", p)
		}
	}()
	opts := lint.Options{FieldValidation: fieldValidation, RawBody: true, Rules: everyRule}
	if old != nil {
		f := source.Read("old.yaml", old)
		if len(f.Documents) != 1 {
			return a, fmt.Errorf("crdtool reads %d documents in old.yaml", len(f.Documents))
		}
		opts.Old = func(string) *source.Document { return f.Documents[0] }
	}

	report := linter.File(source.Read(name, text), opts)
	if n := len(report.Documents); n != 1 {
		return a, notOne(n, report.Findings)
	}
	return fromReport(report.Documents[0].APIServer), nil
}

// notRead is the error of a text that crdtool reads no CRD from; the findings
// are what it says about that.
type notRead struct {
	findings []report.Finding
}

func (e notRead) Error() string {
	if len(e.findings) == 0 {
		return "crdtool reads no CRD and reports nothing"
	}
	return "crdtool reads no CRD: " + e.findings[0].Message
}

func notOne(n int, findings []report.Finding) error {
	if n == 0 {
		return notRead{findings}
	}
	return fmt.Errorf("crdtool reads %d CRDs", n)
}

func fromReport(r answer.APIServer) golden.Answer {
	a := golden.Answer{Accepted: r.Accepted, Code: r.Code, Message: r.Message, Warnings: r.Warnings}
	for _, c := range r.Causes {
		a.Causes = append(a.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
	}
	return a.Canonical()
}
