package yamltext

import (
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// TestUnsafeTexts: texts that are unsafe to print stand in YAML as escapes, and are read as they were.
func TestUnsafeTexts(t *testing.T) {
	long := strings.Repeat("of several words ", 20)
	for _, s := range []string{
		"\u202ea", "a\u2028b", "a\x1b[31m\n", "one\n::error::two\n", long + "::error::" + long, "##[error]x", "a\u0085\u009b", "a\x7f", "\U000e0041", "\ufeff", "a\rb", "\x1bunsafe-text-0-", "unsafe-text-1-\t", long + "\u200b" + long,
	} {
		value := map[string]any{"a": s, s: map[string]any{"b": []any{s, "plain", long, "tab\there\nand there "}}, "z": "one\ntwo\n"}
		text, err := Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if lines := safetext.Lines(string(text)); lines != strings.ReplaceAll(string(text), "\t", "    ") {
			t.Errorf("%q is written as\n%s", s, text)
		}
		var read any
		if err := yaml.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, any(value)) {
			t.Errorf("%v: %q is read as %#v from\n%s", err, s, read, text)
		}
	}
}

// TestEscaped: a text stays as it is unless it is unsafe; then values, comments and merges stay.
func TestEscaped(t *testing.T) {
	for _, same := range []string{"a: b # c\n", "a: 'x'\r\nb: |\r\n  one\r\n", "{not: yaml", "::1\n"} {
		if got, err := Escaped([]byte(same)); err != nil || string(got) != same {
			t.Errorf("%q becomes %q, %v", same, got, err)
		}
	}
	got, err := Escaped([]byte("# \u202e first\na: &x {b: \"\u202e\"}\nc:\n  <<: *x\n  d: |\n    one\n    ::error::two\n---\n- \"##[x]\"\n"))
	want := "# \\u202e first\na: &x {b: \"\\u202e\"}\nc:\n  <<: *x\n  d: \"one\\n::error::two\\n\"\n---\n- \"##\\x5bx]\"\n"
	if err != nil || string(got) != want {
		t.Errorf("%v: got\n%s\nwant\n%s", err, got, want)
	}
	if _, err := Escaped([]byte("{not: \u202e yaml")); err == nil {
		t.Error("what is no YAML is escaped")
	}
}
