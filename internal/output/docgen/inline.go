package docgen

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Inline is a piece of the text of a block.
type Inline struct {
	Text string
	Mark Mark
	// URL is that of a link: http or https, nothing else.
	URL string
}

// Mark says how a piece of text is set.
type Mark uint8

// The marks.
const (
	NoMark Mark = iota
	CodeSpan
	Strong
	Emphasis
)

// inlines reads code between backticks, **strong**, *emphasis* and _emphasis_,
// [text](link), <link>, and links that stand in the text. What is not closed is
// taken literally, and so is a backslash: regular expressions are full of them.
func inlines(text string) []Inline {
	var out []Inline
	open := unclosed{}
	plain := 0 // where the text without marks begins
	flush := func(end int) {
		if end > plain {
			out = append(out, Inline{Text: text[plain:end]})
		}
	}
	for i := 0; i < len(text); {
		in, n := open.mark(text, i)
		if n == 0 {
			if text[i] == '\\' && i+1 < len(text) {
				i++ // what is escaped marks nothing
			}
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		flush(i)
		out = append(out, in)
		i += n
		plain = i
	}
	flush(len(text))
	return out
}

// unclosed are the signs that nothing closes from a place on, so that it is not
// searched for again: a text may be full of them.
type unclosed map[string]bool

// mark reads what is marked at an offset, and returns its length; 0 for nothing.
func (u unclosed) mark(text string, i int) (Inline, int) {
	rest := text[i:]
	switch {
	case rest[0] == '`':
		return u.codeSpan(rest)
	case strings.HasPrefix(rest, "**"), strings.HasPrefix(rest, "__"):
		if in, n := u.delimited(text, i, rest[:2], Strong); n > 0 {
			return in, n
		}
		return Inline{}, 0
	case rest[0] == '*', rest[0] == '_':
		return u.delimited(text, i, rest[:1], Emphasis)
	case rest[0] == '[':
		return bracketed(rest)
	case rest[0] == '<':
		if end := strings.IndexByte(rest[:min(len(rest), longestLink)], '>'); end > 0 && isLink(rest[1:end]) {
			return Inline{Text: rest[1:end], URL: rest[1:end]}, end + 1
		}
	case strings.HasPrefix(rest, "http://"), strings.HasPrefix(rest, "https://"):
		if i > 0 && isWord(lastRune(text[:i])) {
			return Inline{}, 0
		}
		rest = rest[:min(len(rest), longestLink)]
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"`", r) })
		if end < 0 {
			end = len(rest)
		}
		link := strings.TrimRight(rest[:end], ".,;:!?'*_")
		if !strings.Contains(link, "(") {
			link = strings.TrimRight(link, ").,")
		}
		if isLink(link) {
			return Inline{Text: link, URL: link}, len(link)
		}
	}
	return Inline{}, 0
}

// longestLink is how far the end of a link is looked for.
const longestLink = 4096

// codeSpan reads what stands between two runs of equally many backticks.
func (u unclosed) codeSpan(rest string) (Inline, int) {
	ticks := len(rest) - len(strings.TrimLeft(rest, "`"))
	sign := rest[:ticks]
	for end := ticks; end < len(rest) && !u[sign]; {
		at := strings.IndexByte(rest[end:], '`')
		if at < 0 {
			break
		}
		at += end
		run := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "`"))
		if text := strings.TrimSpace(rest[ticks:at]); run == ticks && text != "" {
			return Inline{Text: text, Mark: CodeSpan}, at + run
		}
		end = at + run
	}
	u[sign] = true
	// Nothing in the run begins a span, either.
	return Inline{Text: rest[:ticks]}, ticks
}

// delimited reads what stands between two marks that hug it, and are not inside a
// word.
func (u unclosed) delimited(text string, i int, sign string, m Mark) (Inline, int) {
	if i > 0 && isWord(lastRune(text[:i])) {
		return Inline{}, 0
	}
	start := i + len(sign)
	first, _ := utf8.DecodeRuneInString(text[start:])
	if !isWord(first) && !strings.ContainsRune("\"'(`", first) {
		return Inline{}, 0 // *.example.com, 2 * 3
	}
	for from := start + 1; from < len(text) && !u[sign]; {
		at := strings.Index(text[from:], sign)
		if at < 0 {
			break
		}
		at += from
		after, _ := utf8.DecodeRuneInString(text[at+len(sign):])
		if before := lastRune(text[:at]); !unicode.IsSpace(before) && before != rune(sign[0]) && (at+len(sign) == len(text) || !isWord(after) && after != rune(sign[0])) {
			return Inline{Text: text[start:at], Mark: m}, at + len(sign) - i
		}
		from = at + len(sign)
	}
	u[sign] = true
	return Inline{}, 0
}

func bracketed(rest string) (Inline, int) {
	end := 1 + strings.IndexAny(rest[1:], "[]")
	if end < 1 || !strings.HasPrefix(rest[end:], "](") {
		return Inline{}, 0
	}
	close := strings.IndexByte(rest[end:min(len(rest), end+longestLink)], ')')
	if close < 0 {
		return Inline{}, 0
	}
	link, _, _ := strings.Cut(strings.TrimSpace(rest[end+2:end+close]), " ")
	if !isLink(link) {
		return Inline{}, 0
	}
	return Inline{Text: rest[1:end], URL: link}, end + close + 1
}

// isLink reports whether a text is an absolute http or https URL.
func isLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(text, " \t<>\"`")
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
