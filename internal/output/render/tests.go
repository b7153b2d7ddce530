package render

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fatih/color"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Tests writes the outcome of tests as go test does: what fails, with what was expected and
// what came instead, and a line for each suite.
type Tests struct {
	// Verbose lists all tests; Quiet only those that fail.
	Verbose, Quiet bool

	ok, bad  *color.Color
	findings *Text
}

// NewTests returns a writer of text.
func NewTests(coloured bool) *Tests {
	t := &Tests{ok: color.New(color.FgGreen), bad: color.New(color.FgRed, color.Bold), findings: NewText(coloured)}
	for _, c := range [...]*color.Color{t.ok, t.bad} {
		if coloured {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return t
}

// Suite writes a suite.
func (t *Tests) Suite(w io.Writer, s *report.TestSuite) error {
	var b strings.Builder
	for i := range s.Tests {
		t.test(&b, s, &s.Tests[i])
	}
	sum := s.Count()
	name := Escape(s.File)
	for _, more := range [...]string{s.CRD, s.KubeVersion} {
		if more != "" {
			name += " [" + Escape(more) + "]"
		}
	}
	switch {
	case sum.Failed > 0:
		fmt.Fprintf(&b, "%s  %s  %s\n", t.bad.Sprint("FAIL"), name, testCounts(sum))
	case t.Quiet || len(s.Tests) == 0:
	case sum.Passed == 0:
		fmt.Fprintf(&b, "?     %s  %s\n", name, testCounts(sum))
		if why := skippedBecause(s); why != "" {
			fmt.Fprintf(&b, "      %s\n", Escape(why))
		}
	default:
		fmt.Fprintf(&b, "%s    %s  %s\n", t.ok.Sprint("ok"), name, testCounts(sum))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// skippedBecause returns the reason for which all tests of a suite are skipped; "" if they have several.
func skippedBecause(s *report.TestSuite) string {
	why := s.Message
	for i := range s.Tests {
		if why == "" {
			why = s.Tests[i].Message
		}
		if s.Tests[i].Message != why {
			return ""
		}
	}
	return why
}

func testCounts(s report.TestSummary) string {
	var parts []string
	for _, p := range [...]struct {
		n    int
		what string
	}{{s.Passed, "passed"}, {s.Failed, "failed"}, {s.Skipped, "skipped"}} {
		if p.n > 0 {
			parts = append(parts, thousands(uint64(p.n))+" "+p.what)
		}
	}
	if parts == nil {
		return "no tests"
	}
	return strings.Join(parts, ", ")
}

func (t *Tests) test(b *strings.Builder, s *report.TestSuite, test *report.Test) {
	at := fmt.Sprintf("%s (%s:%d)", Escape(test.Name), Escape(s.File), test.Line)
	switch test.Outcome {
	case report.TestPassed:
		if t.Verbose {
			fmt.Fprintf(b, "--- %s: %s\n", t.ok.Sprint("PASS"), at)
		}
	case report.TestSkipped:
		if t.Verbose {
			fmt.Fprintf(b, "--- SKIP: %s\n    %s\n", at, Escape(test.Message))
		}
	default:
		if c := test.CRD; c != nil {
			t.refused(b, test)
			return
		}
		fmt.Fprintf(b, "--- %s: %s\n", t.bad.Sprint("FAIL"), at)
		for i := range test.Failures {
			failure(b, s, &test.Failures[i])
		}
	}
}

// mostOfCRD is how many errors of a CRD are printed.
const mostOfCRD = 3

// refused writes the errors of a CRD that the server refuses.
func (t *Tests) refused(b *strings.Builder, test *report.Test) {
	c, f := test.CRD, &test.Failures[0]
	fmt.Fprintf(b, "--- %s: the server refuses the CRD %s (%s:%d)\n", t.bad.Sprint("FAIL"), Escape(c.Name), Escape(c.File), c.Line)
	if len(f.Findings) == 0 {
		fmt.Fprintf(b, "    %s\n", Escape(strings.TrimPrefix(f.Got, "refused: ")))
		return
	}
	for i := range f.Findings[:min(len(f.Findings), mostOfCRD)] {
		by := &f.Findings[i]
		fmt.Fprintf(b, "    %s:%d:%d: %s\n", Escape(by.File), by.Line, by.Column, Escape(by.Message))
	}
	if more := len(f.Findings) - mostOfCRD; more > 0 {
		fmt.Fprintf(b, "    and %s; to see all, run: crdtool lint %s\n", prose.Count(more, "other error"), Escape(c.File))
	}
}

func failure(b *strings.Builder, s *report.TestSuite, f *report.TestFailure) {
	fmt.Fprintf(b, "    %s:%d:\n", Escape(s.File), f.Line)
	fmt.Fprintf(b, "      expected: %s\n", Escape(f.Expected))
	fmt.Fprintf(b, "      got:      %s\n", Escape(f.Got))
	for line := range strings.Lines(f.Diff) {
		b.WriteString("      " + Escape(strings.TrimSuffix(line, "\n")) + "\n")
	}
	for i := range f.Findings {
		if by := &f.Findings[i]; by.SchemaFile != "" {
			text, _, _ := strings.Cut(strings.TrimSpace(by.SchemaText), "\n")
			if o := by.SchemaOrigin; o != nil && o.First {
				fmt.Fprintf(b, "      %s:%d: %s\n", Escape(o.File), o.Line, Escape(originText(o)))
			}
			fmt.Fprintf(b, "      %s:%d: %s\n", Escape(by.SchemaFile), by.SchemaLine, Escape(text))
		}
	}
	for i := range f.Rules {
		r := &f.Rules[i]
		text, _, _ := strings.Cut(strings.TrimSpace(r.Rule), "\n")
		fmt.Fprintf(b, "      %s:%d: %s\n        %s\n", Escape(r.File), r.Line, Escape(text), Escape(r.Outcome))
	}
}

// Line is the last line of a run.
func (t *Tests) Line(s report.TestSummary, took time.Duration) string {
	word := t.ok.Sprint("ok") + "  "
	switch {
	case s.Failed > 0:
		word = t.bad.Sprint("FAIL")
	case s.Passed == 0:
		word = "?   "
	}
	return fmt.Sprintf("%s  %s (%s)", word, testCounts(s), duration(took))
}
