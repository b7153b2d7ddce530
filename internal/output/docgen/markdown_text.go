package docgen

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// The output is CommonMark with tables, and also MDX: compilers such as that of Docusaurus read every .md file as
// MDX, where < and { begin code, <https://...> is no link, import and export at the start of a line are
// JavaScript, and elements have to be closed in the block that opens them. TestMarkdownIsMDX checks that.

// escapeMarkdown escapes a text so that Markdown shows it literally, also in a table and in HTML.
func escapeMarkdown(text string) string {
	text = safetext.Line(strings.NewReplacer("\n", " ", "\r", " ").Replace(text))
	var b strings.Builder
	before := rune(0)
	for _, r := range text {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!', '{', '}':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '@':
			b.WriteRune(r)
			if before >= utf8.RuneSelf || !isWord(before) && before != '_' {
				b.WriteString("&#8203;") // GitHub and GitLab must not notify a user of that name
			}
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// codeMarkdown returns a text as code, with more backticks around it than the text has in a row. In a table bars
// need a backslash.
func codeMarkdown(text string, table bool) string {
	text = safetext.Line(strings.NewReplacer("\n", " ", "\r", " ").Replace(text))
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	if table {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == c {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// code writes a block of code in a language, which may be "", and a blank line.
func (m *markdown) code(text, indent, language string) {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	m.line(indent + fence + language)
	for line := range strings.Lines(strings.TrimRight(safetext.Lines(strings.ReplaceAll(text, "\r\n", "\n")), "\n")) {
		m.blank = false // blank lines are part of the code
		m.line(strings.TrimRight(indent+strings.TrimRight(line, "\r\n"), " "))
	}
	m.line(indent + fence)
	m.line("")
}

func (m *markdown) prose(p Prose, indent string) {
	for i, b := range p {
		switch b.Kind {
		case Code:
			m.code(b.Code, indent, "")
			continue
		case Bullet:
			m.line(indent + "- " + inlinesMarkdown(b.Inlines))
		case Numbered:
			m.line(indent + "1. " + inlinesMarkdown(b.Inlines))
		default:
			m.line(indent + lineStart(inlinesMarkdown(b.Inlines)))
		}
		if b.Kind == Paragraph || i+1 == len(p) || p[i+1].Kind != b.Kind {
			m.line("")
		}
	}
}

// lineStart escapes the beginning of a paragraph that would be a list in Markdown, or an import in MDX.
func lineStart(text string) string {
	if text != "" && strings.ContainsRune("-+=/", rune(text[0])) {
		return `\` + text
	}
	if digits := strings.TrimLeft(text, "0123456789"); digits != text && digits != "" && (digits[0] == '.' || digits[0] == ')') {
		return text[:len(text)-len(digits)] + `\` + digits
	}
	for _, word := range [...]string{"import ", "export "} {
		if strings.HasPrefix(text, word) {
			return fmt.Sprintf("&#%d;%s", text[0], text[1:])
		}
	}
	return text
}

func inlinesMarkdown(list []Inline) string {
	var b strings.Builder
	for _, in := range list {
		switch {
		case in.URL != "":
			b.WriteString("[" + escapeMarkdown(in.Text) + "](<" + urlMarkdown(in.URL) + ">)")
		case in.Mark == CodeSpan:
			b.WriteString(codeMarkdown(in.Text, false))
		case in.Mark == Strong:
			b.WriteString("**" + escapeMarkdown(in.Text) + "**")
		case in.Mark == Emphasis:
			b.WriteString("*" + escapeMarkdown(in.Text) + "*")
		default:
			b.WriteString(escapeMarkdown(in.Text))
		}
	}
	return b.String()
}

// urlMarkdown escapes the characters of a URL that would end its angle brackets.
func urlMarkdown(link string) string {
	if strings.Contains(link, ";") {
		link = strings.ReplaceAll(link, "&", "&amp;")
	}
	return strings.NewReplacer("<", "%3C", ">", "%3E", "\\", "%5C", "{", "%7B", "}", "%7D", "\n", "").Replace(link)
}

func spansMarkdown(list []Span) string {
	var b strings.Builder
	for _, s := range list {
		text := escapeMarkdown(s.Text)
		if s.Code {
			text = codeMarkdown(s.Text, false)
		}
		if s.Anchor != "" {
			text = fmt.Sprintf("[%s](#%s)", text, s.Anchor)
		}
		b.WriteString(text)
	}
	return b.String()
}

// refMarkdown returns a link to a field, also for tables.
func refMarkdown(r Ref) string {
	text := codeMarkdown(r.Path, true)
	if r.Anchor == "" {
		return text
	}
	return fmt.Sprintf("[%s](#%s)", text, r.Anchor)
}
