package diagnose

import (
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// suites returns what crdtool test reports about the suites of a document, and whether it has any. The tests are run
// once the text is saved: while it is edited, only errors of the suites are found.
func suites(ctx context.Context, p *workspace.Project, doc *workspace.Document) (found []report.Finding, has bool) {
	if !suite.May(doc.Text) {
		return nil, false
	}
	file := doc.File()
	list, problems := suite.Read(file)
	for _, problem := range problems {
		isSyntax := slices.ContainsFunc(file.Problems, func(f finding.Finding) bool { return f.Message == problem.Message && f.Pos.Line == problem.Line })
		if !isSyntax { // check reports errors of the text
			found = append(found, invalidSuite(doc, problem.Line, problem.Message))
		}
	}
	if len(problems) > 0 {
		return found, true
	}
	finder := suite.NewFinder(func() []*source.Document { return p.CRDDocuments(doc) })
	finder.Open = func(name string) *source.File {
		if open := p.OpenFile(name); open != nil {
			return open.File()
		}
		return nil
	}
	for _, s := range list {
		for _, one := range finder.Resolve(s) {
			found = append(found, suiteFindings(ctx, p, doc, one)...)
		}
	}
	return found, len(list) > 0
}

// suiteFindings returns the errors that keep tests of a suite from running, and the failures of the others.
func suiteFindings(ctx context.Context, p *workspace.Project, doc *workspace.Document, s *suite.Suite) []report.Finding {
	if s.Error != "" {
		return []report.Finding{invalidSuite(doc, max(1, s.Wants.Line), s.Error)}
	}
	var found []report.Finding
	for _, t := range s.Tests {
		if t.Error != "" {
			found = append(found, invalidSuite(doc, t.Line, t.Error))
		}
	}
	if doc.Edited >= 0 {
		return found
	}
	for _, v := range p.Versions() {
		servers := suite.NewServers(v)
		servers.Origins = p.Finder
		results := s.Results(servers, v, func(t *suite.Test) (report.Test, bool) {
			if t.Error != "" || ctx.Err() != nil {
				return report.Test{}, false
			}
			deadline.FromContext(ctx).Begin(doc.Name, t.Line)
			return s.RunOn(t, servers.New(t), v), true
		})
		found = append(found, failures(doc, &results)...)
	}
	return found
}

// failures returns the failed tests of a suite as findings. Errors of a CRD are shown in its file, so that the suite only
// says that it is refused.
func failures(doc *workspace.Document, results *report.TestSuite) []report.Finding {
	var found []report.Finding
	for i := range results.Tests {
		if t := &results.Tests[i]; t.CRD != nil {
			found = append(found, testFailed(doc, t.Line, t.Message))
		}
	}
	results.Tests = slices.DeleteFunc(results.Tests, func(t report.Test) bool { return t.CRD != nil })
	return append(found, suite.Findings(results)...)
}

func testFailed(doc *workspace.Document, line int, message string) report.Finding {
	f := invalidSuite(doc, line, message)
	f.Rule, f.Code = string(code.TestFailed), report.Code(code.TestFailed)
	return f
}

func invalidSuite(doc *workspace.Document, line int, message string) report.Finding {
	return report.Finding{File: doc.Name, Line: line, Severity: finding.Error, Message: message}
}
