package render

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

func markdown(t *testing.T, r *report.Report) string {
	t.Helper()
	about := aboutTest(t)
	about.Unread = nil
	var b bytes.Buffer
	if err := Markdown(&b, r, about); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMarkdownVerdict(t *testing.T) {
	for _, c := range []struct {
		r    report.Report
		want string
	}{
		{
			report.Report{Summary: report.Summary{CRDs: 3}},
			"### crdtool lint: passed, no findings in 3 CRDs\n\nkube-apiserver would accept all 3 CRDs.\n",
		},
		{
			report.Report{Summary: report.Summary{CRDs: 1}, Findings: []report.Finding{{Severity: finding.Warning, File: "a.yaml", Message: "odd"}}},
			"### crdtool lint: passed, 1 warning in 1 CRD\n\nkube-apiserver would accept the CRD.\n\n" +
				"#### `internal/output/render/a.yaml`\n\n- **warning** `internal/output/render/a.yaml` odd\n",
		},
		{
			report.Report{Summary: report.Summary{CRDs: 2, Refused: 1}, Findings: []report.Finding{{File: "", Message: "odd"}}},
			"### crdtool lint: failed, 1 error in 2 CRDs\n\nkube-apiserver would refuse 1 of 2 CRDs.\n\n#### no file\n\n- **error** odd\n",
		},
	} {
		if got := markdown(t, &c.r); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// The worst findings are listed, in the order of the report, and the rest counted.
func TestMarkdownIsShort(t *testing.T) {
	var r report.Report
	for i := range 3 * markdownFindings {
		f := report.Finding{Rule: "float", Severity: finding.Warning, File: fmt.Sprintf("%d.yaml", i/10), Line: i + 1, Message: fmt.Sprint("message ", i)}
		if i%50 == 49 {
			f.Severity = finding.Error
		}
		r.Findings = append(r.Findings, f)
	}
	got := markdown(t, &r)
	if n := strings.Count(got, "\n- **"); n != markdownFindings {
		t.Errorf("%d findings are listed, want %d", n, markdownFindings)
	}
	for _, want := range []string{"message 0 ", "message 46 ", "message 49 ", "message 99 ", "message 149 ", "\nand 100 more findings, which are not listed here\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "message 47 ") {
		t.Errorf("a warning takes the place of an error:\n%s", got)
	}

	long := report.Finding{Rule: "float", File: "a.yaml", Message: strings.Repeat("_$", 1000), Path: "p", ServerPath: "s", ServerMessage: strings.Repeat("x", 1000)}
	r.Findings = nil
	for range 40 {
		r.Findings = append(r.Findings, long)
	}
	got = markdown(t, &r)
	if n := len(got); n > 1<<16 || n < 1<<14 || !strings.Contains(got, "more findings") {
		t.Errorf("%d bytes of long findings", n)
	}
}

// Nothing in a file is markup, and nobody is called by it.
func TestMarkdownEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"a <b> & c":               "a &lt;b&gt; &amp; c",
		"`x` *y* _z_ ~w~":         "\\`x\\` \\*y\\* \\_z\\_ \\~w\\~",
		"![i](u) a|b":             `\!\[i\](u) a\|b`,
		"ask @me about #12":       "ask @<!-- -->me about #<!-- -->12",
		"see https://example.com": `see https:\//example.com`,
		"^a$ or ^b$":              "^a<span>$</span> or ^b<span>$</span>",
		"one\n- two\n\n# three":   "one - two #<!-- --> three",
		"\x1b[31m":                `\\x1b\[31m`,
	} {
		if got := inMarkdown(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a.yaml:7": "`a.yaml:7`", "a`b": "`` a`b ``", "``": "``` `` ```", "x\n</details>": "`x </details>`", "": "",
	} {
		if got := inCode(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
