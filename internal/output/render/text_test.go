package render

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

var update = flag.Bool("update", false, "write the golden files")

// text is a file given by its lines.
type text []string

func (t text) Line(n int) string {
	if n < 1 || n > len(t) {
		return ""
	}
	return t[n-1]
}

// at returns lines with line n set and the others empty.
func at(n int, line string) text {
	t := make(text, n)
	t[n-1] = line
	return t
}

var blocks = []struct {
	name  string
	lines Lines
	f     report.Finding
}{
	{
		name:  "own-sentence",
		lines: at(18, "              size:"),
		f: report.Finding{
			Rule: "structural-type", File: "widgets.yaml", Line: 18, Column: 15, EndLine: 18, EndColumn: 19,
			Message:       `"type" is missing on field spec.size`,
			Path:          "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].type",
			ServerPath:    "spec.validation.openAPIV3Schema.properties[spec].properties[size].type",
			ServerMessage: "Required value: must not be empty for specified object fields",
			Help:          "a structural schema has a type for every field; add: type: integer",
		},
	},
	{
		name:  "server-words",
		lines: at(7, "  scope: namespaced"),
		f: report.Finding{
			Rule: "scope", File: "widgets.yaml", Line: 7, Column: 10, EndLine: 7, EndColumn: 20,
			Message: `Unsupported value: "namespaced": supported values: "Cluster", "Namespaced"`,
			Path:    "spec.scope", ServerPath: "spec.scope",
			ServerMessage: `Unsupported value: "namespaced": supported values: "Cluster", "Namespaced"`,
		},
	},
	{
		name:  "in-go",
		lines: at(27, "          pattern: ^a|b$"),
		f: report.Finding{
			Rule: "pattern-alternation", Severity: finding.Warning, File: "crd/gadgets.yaml", Line: 27, Column: 20, EndLine: 27, EndColumn: 25,
			Message: "$ applies to some alternatives of the pattern only",
			Help:    "put the alternatives in a group",
			Origin: &report.Origin{File: "api/v1/gadget.go", Line: 14, Column: 5, EndColumn: 44, Marker: "kubebuilder:validation:Pattern",
				Source: "\t// +kubebuilder:validation:Pattern=`^a|b$`", First: true},
		},
	},
	{
		name:  "go-not-first",
		lines: at(27, "          pattern: ^a|b$"),
		f: report.Finding{
			Rule: "pattern-alternation", Severity: finding.Warning, File: "crd/gadgets.yaml", Line: 27, Column: 20, EndLine: 27, EndColumn: 25,
			Message: "$ applies to some alternatives of the pattern only",
			Origin:  &report.Origin{File: "api/v1/gadget.go", Line: 14, Column: 5, EndColumn: 44},
		},
	},
	{
		name:  "server-words-other-path",
		lines: at(12345, "          type: strng"),
		f: report.Finding{
			Rule: "type", File: "widgets.yaml", Line: 12345, Column: 17, EndLine: 12345, EndColumn: 22,
			Path:          "spec.versions[0].schema.openAPIV3Schema.type",
			ServerPath:    "spec.validation.openAPIV3Schema.type",
			ServerMessage: `Unsupported value: "strng"`,
		},
	},
	{
		name:  "warning-without-server",
		lines: at(3, "# {{ if .Values.crds }}"),
		f: report.Finding{
			Rule: "template", Severity: finding.Warning, File: "chart/crd.yaml", Line: 3, Column: 3,
			Message: "file is a template and was skipped",
			Help:    "render it first, for example with helm template",
		},
	},
	{
		name: "note-without-position",
		f: report.Finding{
			Severity: finding.Info, File: "empty.yaml", Message: "file is empty",
		},
	},
	{
		name:  "fits-with",
		lines: at(33, "                - rule: self.hosts.all(h, h.matches('^[a-z0-9.-]+$'))"),
		f: report.Finding{
			Rule: "cel-cost", File: "widgets.yaml", Line: 33, Column: 25, EndLine: 33, EndColumn: 70,
			Message: "rule costs 14.2 times its budget",
			Help:    "fits with: maxItems: 64 on spec.hosts (line 21)",
		},
	},
	{
		name:  "message-of-several-lines",
		lines: at(9, "    - rule: self.foo > 1"),
		f: report.Finding{
			Rule: "cel-compile", File: "widgets.yaml", Line: 9, Column: 18, EndLine: 9, EndColumn: 21,
			Path: "spec.rule", ServerPath: "spec.rule",
			ServerMessage: "Invalid value: \"self.foo > 1\": compilation failed: ERROR: <input>:1:5: undefined field 'foo'\n | self.foo > 1\n | ....^",
		},
	},
	{
		name:  "tabs",
		lines: at(2, "\t\"scope\":\t\"namespaced\","),
		f: report.Finding{
			Rule: "scope", File: "crd.json", Line: 2, Column: 11, EndLine: 2, EndColumn: 23,
			Message: "no such scope",
		},
	},
	{
		name:  "wide-characters",
		lines: at(5, "  说明: é e\u0301 한국어 scope: x"),
		f: report.Finding{
			Rule: "scope", File: "crd.yaml", Line: 5, Column: 16, EndLine: 5, EndColumn: 21,
			Message: "caret stands under scope",
		},
	},
	{
		name:  "wide-characters-marked",
		lines: at(5, "  kind: 部件"),
		f: report.Finding{
			Rule: "names", File: "crd.yaml", Line: 5, Column: 9, EndLine: 5, EndColumn: 11,
			Message: "four cells are marked",
		},
	},
	{
		name:  "range-of-several-lines",
		lines: at(4, "  names:   "),
		f: report.Finding{
			Rule: "names", File: "crd.yaml", Line: 4, Column: 3, EndLine: 6, EndColumn: 8,
			Message: "the first line is marked to its last character",
		},
	},
	{
		name:  "behind-the-end-of-the-line",
		lines: at(4, "names:"),
		f: report.Finding{
			Rule: "names", File: "crd.yaml", Line: 4, Column: 40, EndLine: 4, EndColumn: 41,
			Message: "the caret stands behind the line",
		},
	},
	{
		name:  "behind-the-end-of-the-file",
		lines: at(4, "names:"),
		f: report.Finding{
			Rule: "names", File: "crd.yaml", Line: 5, Column: 1, EndLine: 5, EndColumn: 1,
			Message: "the line is empty",
		},
	},
	{
		name:  "long-line",
		lines: at(1, `{"before":"`+strings.Repeat("b", 500)+`","type":"strng","after":"`+strings.Repeat("a", 500)+`"}`),
		f: report.Finding{
			Rule: "type", File: "crd.json", Line: 1, Column: 522, EndLine: 1, EndColumn: 529,
			Message: "the line is cut on both sides",
		},
	},
	{
		name:  "long-line-at-its-start",
		lines: at(1, `{"type":"strng","after":"`+strings.Repeat("a", 500)+`"}`),
		f: report.Finding{
			Rule: "type", File: "crd.json", Line: 1, Column: 9, EndLine: 1, EndColumn: 16,
			Message: "the line is cut on the right",
		},
	},
	{
		name:  "long-line-at-its-end",
		lines: at(1, `{"before":"`+strings.Repeat("b", 500)+`","type":"strng"}`),
		f: report.Finding{
			Rule: "type", File: "crd.json", Line: 1, Column: 522, EndLine: 1, EndColumn: 529,
			Message: "the line is cut on the left",
		},
	},
	{
		name:  "long-range",
		lines: at(1, `description: `+strings.Repeat("long ", 100)),
		f: report.Finding{
			Rule: "type", File: "crd.yaml", Line: 1, Column: 14, EndLine: 1, EndColumn: 514,
			Message: "the range itself is cut",
		},
	},
	{
		name:  "control-characters",
		lines: at(1, "  kind: \"\x1b[31mRed\u202e\u0085\xff\""),
		f: report.Finding{
			Rule: "names", File: "a\x1b]0;title\x07.yaml", Line: 1, Column: 9, EndLine: 1, EndColumn: 20,
			Message:       "no \x1b[2J, no \r, no \u2066",
			ServerPath:    "spec.names.kind",
			ServerMessage: "Invalid value: \"\x1b[31mRed\"",
			Help:          "leave \x1b out",
		},
	},
	{
		name:  "long-message",
		lines: at(1, "default: {}"),
		f: report.Finding{
			Rule: "default", File: "crd.yaml", Line: 1, Column: 10, EndLine: 1, EndColumn: 12,
			Message:       "default does not fit",
			ServerPath:    "spec",
			ServerMessage: "Invalid value: " + strings.Repeat("é{}", 1000),
		},
	},
}

func TestFindingGolden(t *testing.T) {
	for _, c := range blocks {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			NewText(false).Finding(&b, &c.f, c.lines)
			checkGolden(t, c.name+".txt", b.Bytes())
		})
	}
}

func TestFindingColour(t *testing.T) {
	var b bytes.Buffer
	NewText(true).Finding(&b, &blocks[0].f, blocks[0].lines)
	checkGolden(t, "colour.txt", b.Bytes())
}

// Without colour nothing that a terminal acts on may reach the output, and
// with it only what this package wrote.
func TestFindingHoldsNoControlCharacters(t *testing.T) {
	for _, c := range blocks {
		var b bytes.Buffer
		NewText(false).Finding(&b, &c.f, c.lines)
		for _, r := range b.String() {
			if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\u2066' {
				t.Errorf("%s: %q in %q", c.name, r, b.String())
			}
		}
	}
}

func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
