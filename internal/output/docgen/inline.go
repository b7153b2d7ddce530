package docgen

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Inline is a piece of the text of a block.
type Inline struct {
	Text string
	Mark Mark
	// URL is the address of a link: only http or https.
	URL string
}

// A Mark is the markup of a piece of text.
type Mark uint8

// The marks.
const (
	NoMark Mark = iota
	CodeSpan
	Strong
	Emphasis
)

// inlines parses code between backticks, **strong**, *emphasis* and _emphasis_, [text](link), <link>, and plain
// links. Unclosed marks are literal, and so are backslashes, which are frequent in regular expressions.
func inlines(text string) []Inline {
	var out []Inline
	open := unclosed{}
	plain := 0 // start of the text without marks
	flush := func(end int) {
		if end > plain {
			out = append(out, Inline{Text: text[plain:end]})
		}
	}
	for i := 0; i < len(text); {
		in, n := open.mark(text, i)
		if n == 0 {
			if text[i] == '\\' && i+1 < len(text) {
				i++ // an escaped character is no mark
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

// unclosed are the marks without a closing mark after the current offset. It avoids repeated searches: a text may
// have many such marks.
type unclosed map[string]bool

// mark parses the markup at an offset, and returns its length; 0 for none.
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

// longestLink limits the search for the end of a link.
const longestLink = 4096

// codeSpan parses the text between two runs of equally many backticks.
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
	// The other backticks of the run begin no span either.
	return Inline{Text: rest[:ticks]}, ticks
}

// delimited parses the text between two marks that are next to it and not inside a word.
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
