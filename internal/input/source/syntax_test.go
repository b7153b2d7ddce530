package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func checkProblems(t *testing.T, text string, want ...problem) {
	t.Helper()
	f := Read("f.yaml", []byte(text))
	for i, p := range f.Problems {
		if i >= len(want) {
			t.Errorf("unexpected: %+v", p)
			continue
		}
		w := want[i]
		if w.severity != p.Severity || p.Code != w.rule || p.Pos.Line != w.line || !strings.Contains(p.Message, w.message) {
			t.Errorf("got  %d %s %s %s\nwant %d %s %s ...%s...", p.Pos.Line, p.Severity, p.Code, p.Message, w.line, w.severity, w.rule, w.message)
		}
		if got := textAt(t, f, p.Pos); got != w.text {
			t.Errorf("%s: covers %q, want %q", p.Message, got, w.text)
		}
		if strings.HasSuffix(p.Message, ".") || p.Message == "" {
			t.Errorf("message %q", p.Message)
		}
	}
	if len(f.Problems) < len(want) {
		t.Errorf("missing: %+v", want[len(f.Problems):])
	}
}

// problem is what a test expects: the line, the text that the position covers,
// and part of the message.
type problem struct {
	line     int
	text     string
	rule     finding.Code
	message  string
	severity finding.Severity
}

func TestSyntaxProblems(t *testing.T) {
	for _, test := range []struct {
		yaml    string
		line    int
		text    string
		message string
	}{
		{"a:\n  b: 1\n\tc: 2\n", 3, "\t", "found a tab character that violates indentation; indent with spaces"},
		{"a:\n\tb: 1\n", 2, "\t", "found character that cannot start any token; indent with spaces"},
		{"y: 1\nx: >\n\ta\n", 3, "\t", "found a tab character where an indentation space is expected; indent with spaces"},
		{"a: b: c\n", 1, ":", `mapping values are not allowed in this context; put quotes around a value that has ": " in it`},
		{"x: 1\na: b: c\n", 2, ":", `put quotes around a value that has ": " in it`},
		{"é: ü: 1\n", 1, ":", "put quotes"},
		{"x: 1\na:\n  b: 1\n   c: 2\n", 4, ":", "the line above already has a value"},
		{"y: 1\ndesc: foo\n  bar: baz\n", 3, ":", "the line above already has a value"},
		{"foo\nbar: 2\n", 2, ":", "line 1 has no colon"},
		{"a: 1\r\nb: c: d\r\n", 2, ":", "put quotes"},
		{"a: 1\rb: c: d\r", 2, ":", "put quotes"},
		{"\xef\xbb\xbfa: b: c\n", 1, ":", "put quotes"},
		{"a:\n    b: 1\n  c: 2\n", 3, "c: 2", "did not find expected key; indent the line like the keys that it belongs to"},
		{"x: 1\na:\n    b: 1\n  c: 2\nd: 3\n", 4, "c: 2", "did not find expected key"},
		{"x: y\na:\n  - 1\n - 2\n", 4, "- 2", "did not find expected key; a list item cannot stand among keys"},
		{"y: 1\n- a\n", 2, "- a", "a list item cannot stand among keys"},
		{"y: 1\nx: 'it's'\n", 2, "'", "did not find expected key; the quoted value ends here"},
		{"y: 1\nx: \"a\" b\n", 2, `"`, "the quoted value ends here"},
		{"y: 1\n}\n", 2, "}", "remove the bracket that was never opened"},
		{"y: 1\nx: [a, b]]\n", 2, "x: [a, b]]", "remove the bracket"},
		{"x: 1\nfoo\nbar: 2\n", 2, "foo", "could not find expected ':'; write a key and a colon"},
		{"a: 1\nfoo\n", 2, "foo", "could not find expected ':'"},
		{"y: 1\nx:\n  z: a\n  w:b\n  v: 1\n", 4, ":", "could not find expected ':'; put a space after the colon"},
		{"x: 1\na: \"abc\nb: c\n", 2, `"`, "found unexpected end of stream; close the quotes that begin here"},
		{"a: \"abc\nb: c\n", 1, `"`, "close the quotes that begin here"},
		{"a: 1\nb: 'x", 2, "'", "close the quotes that begin here"},
		{"# c\ny: 1\n\n# foo\n\nx: 'a\n\n\nz: 1\n", 6, "'", "close the quotes that begin here"},
		{"x: 1\na: [1, 2\nb: c\n", 3, "b: c", `did not find expected ',' or ']'; write "]" for the "[" of line 2, or a comma`},
		{"x: 1\na: {b: 1\nc: d\n", 3, "c: d", `write "}" for the "{" of line 2, or a comma`},
		{"x: [1\n", 1, "x: [1", "did not find expected ',' or ']'"},
		{"x: 1\na: {b: 1 c: 2}\nz: 1\n", 2, "a: {b: 1 c: 2}", "write a comma"},
		{"a:\n  - 1\n  b: 2\n", 3, "b: 2", "did not find expected '-' indicator; begin the line with"},
		{"y: 1\nx:\n  - name: a\n   value: b\n", 4, "value: b", "did not find expected '-' indicator"},
		{"y: 1\nx: @foo\n", 2, "@", "found character that cannot start any token; put quotes around"},
		{"x: `foo\n", 1, "`", "put quotes around"},
		{"y: 1\nx: *foo\n", 2, "*", "unknown anchor 'foo' referenced; write &foo"},
		{"y: 1\nx: \"a\\qb\"\n", 2, `x: "a\qb"`, `found unknown escape character; write \\ for a backslash`},
		{"y: 1\nx: ,\n", 2, "x: ,", "did not find expected node content; write a value here"},
		{"y: - a\n", 1, "y: - a", "block sequence entries are not allowed in this context; begin the list on the next line"},
		{"y: 1\nx: |a\n", 2, "x: |a", "did not find expected comment or line break; put the text on the next line"},
		{"y: 1\n<<<<<<< HEAD\nx: 1\n=======\nx: 2\n>>>>>>> b\n", 2, "<<<<<<< HEAD", "resolve the merge conflict"},
		{"%YAML 1.1\n---\na: 1\n", 1, "%YAML 1.1", "kubectl does not support YAML directives"},
		{"a: x\u2028y\nb: 1: 2\n", 1, "a: x\u2028y", "remove the character U+0085, U+2028 or U+2029"},
		{"a: 1\n---\nb: c: d\n---\ne: 1\n", 3, ":", "put quotes"},
		{"a: 1\n---x\nb: 1\n---\nc: 1\n", 2, "---x", "invalid Yaml document separator: x"},
		{"a: 1\n...\nb: 2\n", 3, "b: 2", "kubectl ends the document before this line"},
		{"  a: 1\nb: 2\n", 2, "b: 2", "kubectl ends the document before this line"},
		{"{a: 1}\nb: 2\n", 2, "b: 2", "kubectl ends the document before this line"},
	} {
		t.Run(fmt.Sprintf("%q", test.yaml), func(t *testing.T) {
			checkProblems(t, test.yaml, problem{test.line, test.text, code.YAMLSyntax, test.message, finding.Error})
		})
	}
}

func TestOtherProblems(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []problem
	}{
		{"control", "y: 1\nx: a\x01b\n", []problem{{2, "\x01", code.Encoding, "control characters are not allowed", finding.Error}}},
		{"utf-8", "y: 1\nx: ä\xffb\n", []problem{{2, "\ufffd", code.Encoding, "byte 0xff is not UTF-8", finding.Error}}},
		{"utf-8 in JSON", "{\"y\": 1,\n\"x\": \"\xff\"}", []problem{{2, "\ufffd", code.Encoding, "byte 0xff is not UTF-8", finding.Error}}},
		{"utf-16", "\xff\xfea\x00:\x00", []problem{{1, "\ufffd", code.Encoding, "UTF-16 (little-endian)", finding.Error}}},
		{"tab between comments", "a: b\n# c\n\t# d\ne: f\n", []problem{{3, "\t", code.YAMLSyntax, "not valid YAML: found character that cannot start any token", finding.Error}}},
		{"utf-16 behind a mark of UTF-8", "\xef\xbb\xbf\xff\xfea\x00:\x00", []problem{{1, "\ufffd", code.Encoding, "byte 0xff is not UTF-8", finding.Error}}},
		{"binary", "\x7fELF\x00\x00\n---\na: 1\n", []problem{{1, "\x00", code.Encoding, "file is binary", finding.Error}}},
		{"inf", "a: .inf\n---\nb: 1\n", []problem{{1, ".inf", code.NoJSONValue, ".inf cannot be converted to JSON", finding.Error}}},
		{"tag", "a: !!int x\n", []problem{{1, "x", code.NoJSONValue, "cannot decode !!str `x` as a !!int", finding.Error}}},
		{"keys", "~: 1\n[a]: 1\n18446744073709551615: 1\n", []problem{
			{1, "~", code.NoJSONValue, "cannot be null", finding.Error},
			{2, "[", code.NoJSONValue, "cannot be a mapping or sequence", finding.Error},
			{3, "18446744073709551615", code.NoJSONValue, "cannot be an integer that large", finding.Error},
		}},
		{"overwritten", "a: {b: [.nan], ~: 1}\na: {b: .inf, c: !!int x}\n\"a\": 1\n1: .inf\n1.0: 2\n", []problem{
			{2, "x", code.NoJSONValue, "cannot decode !!str `x` as a !!int", finding.Error},
			{4, ".inf", code.NoJSONValue, ".inf cannot be converted to JSON", finding.Error},
		}},
		{"overwritten anchor that nobody refers to", "a: {b: &x [.nan], ~: *x}\na: 1\n", nil},
		{"overwritten anchor", "a: {b: &x .nan}\na: 1\nc: *x\n", []problem{{1, ".nan", code.NoJSONValue, ".nan cannot be converted to JSON", finding.Error}}},
		{"merge", "a: &x [1]\nb:\n  <<: *x\n", []problem{{3, "<<", code.NoJSONValue, "map merge requires map or sequence of maps", finding.Error}}},
		{"cycle", "a: &a\n  b: *a\n", []problem{{2, "*a", code.Limits, "anchor 'a' value contains itself", finding.Error}}},
		{"cycle of merges beside braces", "kind: '{{ a }}'\n<<: &x {<<: *x}\n", []problem{{2, "*x", code.Limits, "anchor 'x' value contains itself", finding.Error}}},
		{"cycle of merges in metadata beside braces", "a: '{{ a }}'\nmetadata: &x\n  <<: *x\n", []problem{{3, "*x", code.Limits, "anchor 'x' value contains itself", finding.Error}}},
		{"json", "{\"a\": 1,\n \"b\": 2,,\n}", []problem{{2, ",", code.JSONSyntax, "invalid character ',' looking for beginning of object key string", finding.Error}}},
		{"json end", "{\"a\": 1\n", []problem{{1, "", code.JSONSyntax, "unexpected end of JSON input", finding.Error}}},
		{"json third", "{}{}\n{\"b\": }", []problem{{2, "}", code.JSONSyntax, "looking for beginning of value", finding.Error}}},
		{"json then yaml", "{\"a\": 1}\n---\nb: c: d\n", []problem{{3, ":", code.YAMLSyntax, "mapping values", finding.Error}}},
	} {
		t.Run(test.name, func(t *testing.T) { checkProblems(t, test.text, test.want...) })
	}
}

func TestTemplates(t *testing.T) {
	for _, test := range []struct {
		text string
		line int // of the finding, 0 for no template
	}{
		{"{{- if .Values.crds }}\na: 1\n{{- end }}\n", 1},
		{"a: 1\n{{- if .x }}\nb: 1\n{{- end }}\n", 2},
		{"a: 1\nb: {{ .x }}-c\n", 2},
		{"a: 1\nb: {{ .x }}\n", 2},
		{"a: 1\n{{ .x }}: b\n", 2},
		{"a:\n- {{ .x }}\n", 2},
		{"a: 1\nb:\n  {{- toYaml .x | nindent 2 }}\n", 3},
		{"kind: {{ .x }}\n", 1},
		{"kind: A\nmetadata:\n  name: x-{{ .n }}\n", 3},
		{"kind: A\nmetadata:\n  name: \"{{ .n }}\"\n", 3},
		{"kind: A\nmetadata:\n  labels:\n    a: b{{ .n }}\n", 4},
		{"kind: CustomResourceDefinition\nspec:\n  group: x.{{ .n }}\n", 3},
		{"kind: CustomResourceDefinition\nspec:\n  names:\n    kind: x{{ .n }}\n", 4},
		{"kind: A\nmetadata:\n  annotations:\n    a: hello {{ .n }}\n", 0},
		{"kind: A\nspec:\n  a: x {{y}}\n  b: '{{z}}'\n  c: |\n    {{ x }}\n", 0},
		{"kind: A\nspec:\n  a: { {b: c}: d}\n", 0},
		{"{\"kind\": \"A\", \"spec\": {\"a\": {\"b\": {}}}}", 0},
	} {
		t.Run(fmt.Sprintf("%q", test.text), func(t *testing.T) {
			f := Read("f", []byte(test.text))
			line := 0
			for _, p := range f.Problems {
				if p.Code == code.Template && p.Severity == finding.Info {
					line = p.Pos.Line
				}
			}
			if line != test.line {
				t.Errorf("template on line %d, want %d: %+v", line, test.line, f.Problems)
			}
			if test.line > 0 && len(f.Documents)+len(f.Problems) != 1 {
				t.Errorf("%d documents, problems %+v", len(f.Documents), f.Problems)
			}
		})
	}
	// A broken document is none, although its text speaks of templates.
	checkProblems(t, "a: |\n  {{ x }}\nb: c: d\n", problem{3, ":", code.YAMLSyntax, "mapping values", finding.Error})
	checkProblems(t, "a: has {{ x }} in it\nb: c: d\n", problem{2, ":", code.YAMLSyntax, "mapping values", finding.Error})
}
