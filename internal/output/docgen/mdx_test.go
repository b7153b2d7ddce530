package docgen_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/output/docgen"
)

// Compilers of MDX take what CommonMark does not: whatever a description holds, none
// of it may be left to them, and our own elements have to be closed where they allow.
func TestMarkdownIsMDX(t *testing.T) {
	shop := slices.Concat(readFile(t, "../../../examples/widgets.yaml"), []byte("---\n"), readFile(t, "../../../examples/shop.yaml"))
	texts := map[string][]byte{"gallery": readFile(t, gallery), "examples": shop}
	for _, payload := range []string{
		" {a} {", " } ${a}", " <https://example.com/{a}>", " https://example.com/a_b?c={d}&amp;e", " [a{b}](https://example.com/{c})",
		" <!-- a -->", " <a/>", " <details>", " <>", " `{a", " *{a}* **<b>**", " \\{a}", " \\\\{a}", "\n\nimport a from 'b'\n\nexport {a}",
	} {
		quoted := strings.ReplaceAll(strings.ReplaceAll(payload, "\n", " "), "'", "''")
		short := readGallery()
		for _, plain := range []string{`"v1alpha1 closes <soon>"`, "How many | rooms", "every wall needs a room", `"'width of ' + self.style"`} {
			short = strings.ReplaceAll(short, plain, "'"+strings.Trim(plain, `"'`)[:8]+quoted+"'")
		}
		texts[payload] = []byte(hostileNames(short, quoted))
		indented := strings.ReplaceAll(payload, "\n", "\n          ")
		texts["description"+payload] = []byte(strings.Replace(readGallery(), "Gallery shows", "Gallery"+indented+"\n\n          shows", 1))
	}
	texts["import first"] = []byte(strings.Replace(readGallery(), "Gallery shows", "import shows", 1))
	for name, text := range texts {
		list := crds(text)
		if len(list) == 0 {
			t.Errorf("%q: no CRD", name)
			continue
		}
		for _, flaw := range mdxFlaws(render(t, list, docgen.Markdown)) {
			t.Errorf("%q: %s", name, flaw)
		}
	}
	for text, want := range map[string]int{
		"a {b}\n": 1, "`{b}` \\{b\\} `` ` { `` \\`{\n": 1, "<https://example.com>\n": 1, "<!-- a -->\n": 1, "import a\n": 1, "importer\n": 0,
		"<details><summary>a</summary>\n": 1, "<details>\n<summary>a</summary>\n</details>\n": 0, "<details>\n": 1,
		"[a](<https://example.com/?a=1>)\n": 0, "[a](<https://example.com/{a}>)\n": 1, "```\n{\n```\n": 0, "````\n```\n{\n````\n{\n": 1,
	} {
		if got := mdxFlaws(text); len(got) != want {
			t.Errorf("%q: %d flaws, want %d: %q", text, len(got), want, got)
		}
	}
}

// ourElement is all that looks like an element: anchors, and summaries in one line,
// which MDX calls flow; links are no elements, but hold braces as text does.
var ourElement = regexp.MustCompile(`<a id="[\w.:-]+"></a>|^<summary>[^<{]*</summary>$|^</?details>$|\]\(<[^<>{}]*>\)`)

// mdxFlaws says what of a Markdown document MDX would not take as text.
func mdxFlaws(document string) []string {
	var flaws []string
	fence, open := "", 0
	for i, line := range strings.Split(document, "\n") {
		flaw := func(what string) { flaws = append(flaws, fmt.Sprintf("line %d: %s: %s", i+1, what, line)) }
		trimmed := strings.TrimLeft(line, " ")
		ticks := trimmed[:ticksOf(trimmed)]
		switch {
		case fence != "":
			if strings.HasPrefix(ticks, fence) && trimmed == ticks {
				fence = ""
			}
			continue
		case len(ticks) >= 3 && !strings.Contains(trimmed[len(ticks):], "`"):
			fence = ticks
			continue
		}
		text := ourElement.ReplaceAllString(withoutCode(line), "")
		switch {
		case strings.HasPrefix(line, "import "), strings.HasPrefix(line, "export "):
			flaw("JavaScript")
		case strings.ContainsAny(text, "{}"):
			flaw("an expression")
		case strings.Contains(text, "<"):
			flaw("an element")
		}
		switch line {
		case "<details>":
			open++
		case "</details>":
			open--
		}
	}
	if open != 0 || fence != "" {
		flaws = append(flaws, "something is not closed")
	}
	return flaws
}

// withoutCode takes the code spans and what a backslash escapes out of a line.
func withoutCode(line string) string {
	var b strings.Builder
	for line != "" {
		switch ticks := ticksOf(line); {
		case line[0] == '\\' && len(line) > 1:
			line = line[2:]
		case ticks > 0:
			end := ticks
			for end < len(line) && ticksOf(line[end:]) != ticks {
				end += max(1, ticksOf(line[end:]))
			}
			if end == len(line) {
				end = 0 // nothing closes it, so that it is text
			}
			line = line[end+ticks:]
		default:
			b.WriteByte(line[0])
			line = line[1:]
		}
	}
	return b.String()
}

// ticksOf counts the backticks that a text begins with.
func ticksOf(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }
