package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func TestRuleTextIsWrappedAgain(t *testing.T) {
	const source = "\nOne\ntwo three.\n\n- a list\n  of two lines\n- and one\n\n    code as\n    it stands\nend"
	const joined = "One two three.\n\n- a list of two lines\n- and one\n\n    code as\n    it stands\nend"
	if got := unwrapped(source); got != joined {
		t.Errorf("joined:\n%s\nwant:\n%s", got, joined)
	}
	const narrow = "One two\nthree.\n\n- a list of\ntwo lines\n- and one\n\n    code as\n    it stands\nend"
	if got := wrapped(joined, 11); got != narrow {
		t.Errorf("wrapped:\n%s\nwant:\n%s", got, narrow)
	}
}

func TestRulePage(t *testing.T) {
	r := &rules.Rule{
		ID: "example", Severity: finding.Info, Profile: rules.ByName, Topic: rules.Schema, Fixable: true,
		Title: "something is wrong", Why: "\nIt matters,\nsince it does.\n", Example: "\n- a: 1\n+ a: 2\n",
		Options: []rules.Option{{Name: "most", Title: "how many", Default: int64(5)}, {Name: "words", Title: "which", Default: []string{"a", "b"}}},
	}
	var b bytes.Buffer
	if err := RulePage(&b, r); err != nil {
		t.Fatal(err)
	}
	const want = `example: something is wrong

severity  info
profile   none, it is enabled by name
topic     schema
fix       crdtool lint --fix

It matters, since it does.

Bad:

  a: 1

Good:

  a: 2

Options:

  most: how many (default 5)
  words: which (default [a, b])

To enable it, in .crdtool.yaml:

  rules:
    example: info

To ignore one finding, on its line or above it:

  # crdtool:ignore example REASON
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
	b.Reset()
	if err := RuleMarkdown(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"# example\n", "**Something is wrong.** Severity info, profile by name, fixed by `--fix`.", "Bad:\n\n```yaml\na: 1\n```\n", "| `words` | `[a, b]` | which |"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("there is no %q in:\n%s", part, b.String())
		}
	}
}
