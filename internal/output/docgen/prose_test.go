package docgen

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

func TestProse(t *testing.T) {
	for _, c := range []struct{ text, html string }{
		{"", ""},
		{"one\ntwo\n\nthree", "<p>one two</p><p>three</p>"},
		{"- a\n- b\n  goes on\n\nend", "<ul><li>a</li><li>b goes on</li></ul><p>end</p>"},
		{"1. a\n2) b", "<ol><li>a</li><li>b</li></ol>"},
		{"intro:\n* a\n* b", "<p>intro:</p><ul><li>a</li><li>b</li></ul>"},
		{"# Title\ntext", "<p><strong>Title</strong></p><p>text</p>"},
		{"#5 is a number", "<p>#5 is a number</p>"},
		{"```go\nif a < b {\n\n}\n```\nend", "<pre tabindex=\"0\"><code>if a &lt; b {\n\n}</code></pre><p>end</p>"},
		{"```\nnever closed", "<pre tabindex=\"0\"><code>never closed</code></pre>"},
		{"see:\n\n    a: b\n      c: d\n\n    e: f\n\nend", "<p>see:</p><pre tabindex=\"0\"><code>a: b\n  c: d\n\ne: f</code></pre><p>end</p>"},
		{"`a*b*c` and ``d`e``", "<p><code>a*b*c</code> and <code>d`e</code></p>"},
		{"an `open end", "<p>an `open end</p>"},
		{"**strong** *em* _em_ __strong__", "<p><strong>strong</strong> <em>em</em> <em>em</em> <strong>strong</strong></p>"},
		{"2 * 3 * 4, a_b_c, *.example.com, **/*.go", "<p>2 * 3 * 4, a_b_c, *.example.com, **/*.go</p>"},
		{`^[a-z]\.[0-9]\*$`, `<p>^[a-z]\.[0-9]\*$</p>`},
		{"[text](https://a.example/x?y=1&z=2)", `<p><a href="https://a.example/x?y=1&amp;z=2" rel="noopener noreferrer">text</a></p>`},
		{"[no](javascript:alert(1)) [no](data:text/html,x) [no](//a.example)", "<p>[no](javascript:alert(1)) [no](data:text/html,x) [no](//a.example)</p>"},
		{"(see https://a.example/b.)", `<p>(see <a href="https://a.example/b" rel="noopener noreferrer">https://a.example/b</a>.)</p>`},
		{"<https://a.example> <b>", `<p><a href="https://a.example" rel="noopener noreferrer">https://a.example</a> &lt;b&gt;</p>`},
		{"xhttps://a.example", "<p>xhttps://a.example</p>"},
		{"<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"},
		{"- <i>\n\n      <i>", "<ul><li>&lt;i&gt;</li></ul><p>&lt;i&gt;</p>"},
	} {
		if got := string(proseHTML(parse(c.text))); got != c.html {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.html)
		}
	}
}

func TestInlinesMarkdown(t *testing.T) {
	for _, c := range []struct{ text, markdown string }{
		{"a *b* `c|d` <e> |", "a *b* `c|d` &lt;e&gt; \\|"},
		{"[t](https://a.example/x)", "[t](<https://a.example/x>)"},
		{"snake_case and [brackets]", `snake\_case and \[brackets\]`},
		{"`a ``b`", "```a ``b```"},
	} {
		if got := inlinesMarkdown(inlines(c.text)); got != c.markdown {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.markdown)
		}
	}
	for text, want := range map[string]string{"- x": `\- x`, "1. x": `1\. x`, "2nd": "2nd", "+1": `\+1`, "": ""} {
		if got := lineStart(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// No description panics, and none gets markup of its own through.
func FuzzProse(f *testing.F) {
	for _, text := range []string{"a\n\n- b\n```\n<x>\n```", "[a](https://b \"c\")", "***a***__", "    code\n\n1. a", "`\n``", "<https://a'>\"", "\\*a*"} {
		f.Add(text)
	}
	f.Fuzz(holdProse)
}

func TestSeedsProse(t *testing.T) {
	texts := steer.NewTexts([]string{
		"one\ntwo\n\nthree", "- a\n- b\n  goes on\n\nend", "1. a\n2) b", "intro:\n* a\n+ b", "# Title\ntext", "```go\nif a < b {\n\n}\n```\nend", "see:\n\n    a: b\n      c: d\n\n    e: f\n\nend",
		"`a*b*c` and ``d`e``", "**strong** *em* _em_ __strong__", "2 * 3 * 4, a_b_c, *.example.com, **/*.go", `^[a-z]\.[0-9]\*$`, "[text](https://a.example/x?y=1&z=2)", "(see https://a.example/b.)", "<https://a.example> <b>", "<script>alert(1)</script>", "- <i>\n\n      <i>",
	}, "`", "``", "```\n", "~~~\n", "*", "**", "***", "_", "__", "<", ">", "</p>", "<p", "&lt;", "&", "|", "\\", "[", "](", "](https://", ")", "(", "https://a", "http://", "mailto:a", "- ", "1. ", "# ", "    ", "\n", "\n\n", "\t", "!", "\"", "'", "{", "}", "<!--", "$")
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) { holdProse(t, texts.Any(seed)) })
}

func holdProse(t *testing.T, text string) {
	prose := parse(text)
	got := string(proseHTML(prose))
	for _, tag := range []string{"p", "ul", "ol", "li", "pre", "code", "strong", "em", "a"} {
		open := strings.Count(got, "<"+tag+">") + strings.Count(got, "<"+tag+" ")
		if closed := strings.Count(got, "</"+tag+">"); open != closed {
			t.Errorf("%d <%s>, %d closed: %s", open, tag, closed, got)
		}
		got = strings.NewReplacer("<"+tag+">", "", "</"+tag+">", "").Replace(got)
	}
	got = strings.ReplaceAll(got, `<pre tabindex="0">`, "")
	if rest := strings.Count(got, "<") - strings.Count(strings.ToLower(got), `<a href="http`); rest != 0 {
		t.Errorf("%d tags too many: %s", rest, got)
	}
	for _, b := range prose {
		if text := inlinesMarkdown(b.Inlines); strings.ContainsAny(text, "\r\n") {
			t.Errorf("in Markdown it has line breaks: %q", text)
		}
		for _, in := range b.Inlines {
			if text := inlinesMarkdown([]Inline{in}); in.Mark != CodeSpan && in.URL == "" && strings.Contains(text, "<") {
				t.Errorf("in Markdown it has a tag: %q", text)
			}
		}
	}
}
