package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// styles are left out of golden files, as html.css and base.css are files of their own.
var styles = regexp.MustCompile(`(?s)<style>.*</style>|&#39;sha256-[^&]*(&#43;[^&]*)*&#39;`)

func htmlPage(t *testing.T, r *report.Report, about *About) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r, about); err != nil {
		t.Fatal(err)
	}
	return styles.ReplaceAll(b.Bytes(), []byte("..."))
}

// The lines of findings stand on the page, with those of related places.
func TestHTMLGolden(t *testing.T) {
	about := aboutTest(t)
	about.Snippets = new(Snippets)
	r := reported()
	about.Snippets.Add(r.Findings[1:4], lineOf(func(n int) string { return fmt.Sprintf("  a<%d>: \x1b[31m \"b\" & c", n) }))
	checkGolden(t, "report-html.html", htmlPage(t, r, about))

	about.Command, about.Rules, about.Objects = "apply-dry", nil, true
	about.Snippets = nil
	checkGolden(t, "applied-html.html", htmlPage(t, applied(t), about))
}

type lineOf func(int) string

func (l lineOf) Line(n int) string { return l(n) }

// Nothing of a report can add markup to the page, wherever it stands.
func TestHTMLEscapes(t *testing.T) {
	const evil = `"><script>alert('x')</script><img src=x onerror=alert(1)>&lt;` + "\x00\u202e"
	about := aboutTest(t)
	about.Version = evil
	about.Snippets = new(Snippets)
	finding := report.Finding{Rule: evil, Severity: finding.Warning, File: evil, Line: 1, Column: 1, EndLine: 1, EndColumn: 9, Message: evil + "\n" + evil,
		CRD: evil, Object: evil, Path: evil, ServerPath: evil, ServerMessage: evil, Help: evil, Fix: &report.Fix{Title: evil}, KubeVersions: []string{"1.30"},
		Related: []report.Related{{Message: evil, File: evil, Line: 2, Column: 1}, {Message: evil, File: evil + "b", Line: 2, Column: 1}}}
	about.Snippets.Add([]report.Finding{finding}, lineOf(func(int) string { return evil }))
	other := finding
	other.File = "b.yaml"
	r := &report.Report{
		KubeVersions: []string{"1.30", "1.31"}, Findings: []report.Finding{finding, other},
		Documents: []report.Document{
			{File: evil, Name: evil, Support: &report.Support{Outcomes: []report.Installing{report.IsRefused, report.Installs}, Least: "1.31", Whole: "1.31",
				Needs: []report.Need{{Since: "1.31", What: evil, Rule: evil}}}},
			{File: evil, Kind: evil, Name: evil, Servers: &report.Servers{Newest: "1.31", Verdicts: []report.Verdict{report.Refused, report.Created}, Findings: []report.Finding{finding}}},
		},
	}
	page := string(htmlPage(t, r, about))
	for _, bad := range []string{"<script", "<img", "\x00", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("%q is in\n%s", bad, page)
		}
	}
	if n := strings.Count(page, "&lt;script&gt;"); n < 20 {
		t.Errorf("only %d texts are shown in\n%s", n, page)
	}
	if !strings.Contains(page, "default-src &#39;none&#39;") || strings.Contains(page, "script-src") {
		t.Error("the policy lets scripts run")
	}
}

// The worst of very many findings are listed, file by file, and the rest counted.
func TestHTMLIsBounded(t *testing.T) {
	var r report.Report
	for i := range htmlFindings + 5 {
		f := report.Finding{Rule: "float", Severity: finding.Warning, File: fmt.Sprintf("%d.yaml", i%3), Line: i + 1, Message: fmt.Sprint("message ", i)}
		if i == htmlFindings+4 {
			f.Severity = finding.Error
		}
		r.Findings = append(r.Findings, f)
	}
	page := string(htmlPage(t, &r, aboutTest(t)))
	if n := strings.Count(page, "<article"); n != htmlFindings || !strings.Contains(page, "and 5 more findings, which are not listed here") {
		t.Errorf("%d findings are listed", n)
	}
	if n := strings.Count(page, "<section"); n != 3 {
		t.Errorf("%d sections of 3 files", n)
	}
	if !strings.Contains(page, fmt.Sprint("message ", htmlFindings+4)) {
		t.Error("the error is not listed")
	}
}
