package suite

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Documents returns the tests of a suite as documents of a report.
func Documents(s *report.TestSuite) []report.Document {
	out := make([]report.Document, 0, len(s.Tests))
	for i := range s.Tests {
		t := &s.Tests[i]
		d := report.Document{
			File: s.File, Document: i, Line: t.Line, Name: title(s, t),
			APIServer: report.APIServer{Accepted: t.Outcome != report.TestFailed, Causes: []report.Cause{}, Warnings: []string{}},
		}
		if t.Outcome == report.TestSkipped {
			d.Skipped = t.Message
		}
		if t.CRD != nil {
			d.File, d.Line, d.Name = t.CRD.File, t.CRD.Line, t.CRD.Name
		}
		out = append(out, d)
	}
	return out
}

// title returns the name of a test with those of its suite, CRD and version of Kubernetes.
func title(s *report.TestSuite, t *report.Test) string {
	name := t.Name
	if s.Name != "" {
		name = s.Name + "/" + name
	}
	for _, more := range [...]string{s.CRD, s.KubeVersion} {
		if more != "" {
			name += " [" + more + "]"
		}
	}
	return name
}

// Findings returns the failures of a suite as findings, at the lines of the expectations.
func Findings(s *report.TestSuite) []report.Finding {
	var out []report.Finding
	for i := range s.Tests {
		t := &s.Tests[i]
		if t.CRD != nil && len(t.Failures[0].Findings) > 0 {
			out = append(out, t.Failures[0].Findings...)
			continue
		}
		for k := range t.Failures {
			f := &t.Failures[k]
			one := report.Finding{
				Rule: string(code.TestFailed), Code: report.Code(code.TestFailed), Severity: finding.Error,
				Message: fmt.Sprintf("%s: expected %s, got %s", t.Name, f.Expected, f.Got),
				File:    s.File, CRD: title(s, t), Line: f.Line, Column: 1, EndLine: f.Line, EndColumn: 1,
			}
			for j := range f.Findings {
				by := &f.Findings[j]
				one.Related = append(one.Related, by.Related...)
				if one.SchemaFile == "" {
					one.SchemaFile, one.SchemaLine, one.SchemaText = by.SchemaFile, by.SchemaLine, by.SchemaText
					one.SchemaOrigin = by.SchemaOrigin
				}
			}
			if len(f.Rules) > 0 {
				by := &f.Rules[0]
				one.Help = fmt.Sprintf("the rule %s: %s", by.Rule, by.Outcome)
				if one.SchemaFile == "" {
					one.SchemaFile, one.SchemaLine, one.SchemaText = by.File, by.Line, by.Rule
				}
			}
			out = append(out, one)
		}
	}
	return out
}
