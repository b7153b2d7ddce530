package docgen

import (
	"strings"
)

// Prose is the text of a description, in blocks.
type Prose []Block

// A Block is a paragraph, an item of a list, or code.
type Block struct {
	Kind BlockKind
	// Inlines are the text of a block other than code.
	Inlines []Inline
	// Code is the text of code, with line breaks.
	Code string
}

// A BlockKind is the kind of a block.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Bullet
	Numbered
	Code
)

// parse parses a description: blank lines separate paragraphs, items begin with "-", "*", "+" or a number, code is
// between fences or is indented by four spaces after a blank line. Headings become paragraphs in bold.
func parse(text string) Prose {
	var p proseParser
	for line := range strings.Lines(text) {
		p.line(strings.TrimRight(line, " \t\r\n"))
	}
	p.end()
	return p.out
}

type proseParser struct {
	out  Prose
	kind BlockKind
	// text and code are the current block.
	text  []string
	code  []string
	fence string
	// blank is set after a blank line.
	blank bool
}

func (p *proseParser) line(line string) {
	trimmed := strings.TrimLeft(line, " \t")
	if p.fence != "" {
		if strings.HasPrefix(trimmed, p.fence) {
			p.end()
			p.fence = ""
			return
		}
		p.code = append(p.code, line)
		return
	}
	blank := p.blank
	p.blank = trimmed == ""
	switch {
	case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
		p.end()
		p.fence = trimmed[:3]
	case trimmed == "":
		if p.code != nil {
			p.code = append(p.code, "")
			return
		}
		p.end()
	case p.code != nil && indented(line), blank && indented(line) && !p.inList():
		if p.code == nil {
			p.end()
		}
		p.code = append(p.code, line)
	default:
		if p.code != nil {
			p.end()
		}
		if kind, rest, ok := item(trimmed); ok {
			p.end()
			p.kind = kind
			p.text = append(p.text, rest)
			return
		}
		if heading := strings.TrimLeft(trimmed, "#"); heading != trimmed && strings.HasPrefix(heading, " ") {
			p.end()
			p.out = append(p.out, Block{Inlines: []Inline{{Text: strings.TrimSpace(heading), Mark: Strong}}})
			return
		}
		p.text = append(p.text, trimmed)
	}
}

// inList reports whether the last block is an item, whose text may continue on indented lines.
func (p *proseParser) inList() bool {
	return len(p.out) > 0 && (p.out[len(p.out)-1].Kind == Bullet || p.out[len(p.out)-1].Kind == Numbered)
}

func indented(line string) bool {
	return strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
}

// item parses the beginning of an item of a list.
func item(line string) (BlockKind, string, bool) {
	for _, mark := range [...]string{"- ", "* ", "+ ", "• "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return Bullet, strings.TrimSpace(rest), true
		}
	}
	digits := strings.TrimLeft(line, "0123456789")
	if n := len(line) - len(digits); n > 0 && n < 4 && len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' ' {
		return Numbered, strings.TrimSpace(digits[2:]), true
	}
	return 0, "", false
}

// end closes the current block.
func (p *proseParser) end() {
	switch {
	case p.code != nil || p.fence != "":
		code := strings.TrimRight(strings.Join(unindent(p.code), "\n"), "\n")
		if code != "" {
			p.out = append(p.out, Block{Kind: Code, Code: code})
		}
	case p.text != nil:
		p.out = append(p.out, Block{Kind: p.kind, Inlines: inlines(strings.Join(p.text, " "))})
	}
	p.text, p.code, p.kind = nil, nil, Paragraph
}

// unindent removes the common indentation of lines.
func unindent(lines []string) []string {
	common := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " \t")); l != "" && (common < 0 || n < common) {
			common = n
		}
	}
	if common <= 0 {
		return lines
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(common, len(l)):]
	}
	return out
}
