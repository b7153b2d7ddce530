package source

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// quoted reads a scalar in quotes and ends after them.
func (r *fastReader) quoted() *yamlnode.Node {
	quote := r.text[r.at]
	style := yamlnode.DoubleQuoted
	if quote == '\'' {
		style = yamlnode.SingleQuoted
	}
	n := r.node(yamlnode.Scalar, style)
	for i := r.at + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == quote:
			if quote == '\'' && i+1 < len(r.text) && r.text[i+1] == '\'' {
				return r.unquote(n, quote)
			}
			n.Value = r.text[r.at+1 : i]
			r.passed(i + 1)
			return n
		case c == '\n', c == '\\' && quote == '"':
			return r.unquote(n, quote)
		}
	}
	return nil
}

// unquote reads a scalar in quotes that has escapes or several lines.
func (r *fastReader) unquote(n *yamlnode.Node, quote byte) *yamlnode.Node {
	b, begin := r.write()
	i := r.at + 1
	for {
		if i == r.start && isDots(r.text[i:]) {
			return nil
		}
		i = r.unquoteRun(b, i, quote)
		if i < 0 || i == len(r.text) {
			return nil
		}
		if r.text[i] == quote {
			break
		}
		blank := i
		escaped := r.text[i] == '\\' // the line break is escaped
		if escaped {
			i++
		}
		lines := 0
		for ; i < len(r.text) && (r.text[i] == ' ' || r.text[i] == '\n'); i++ {
			if r.text[i] == '\n' {
				lines++
				r.line++
				r.start, r.wide = i+1, 0
			}
		}
		switch {
		case escaped:
			writeBreaks(b, lines-1)
		case lines > 0:
			fold(b, lines-1)
		default:
			b.WriteString(r.text[blank:i])
		}
	}
	n.Value = r.written(begin)
	r.passed(i + 1)
	return n
}

// unquoteRun writes the characters up to white space, an escaped line break, or the closing quote. It returns -1
// for an unknown escape.
func (r *fastReader) unquoteRun(b *strings.Builder, i int, quote byte) int {
	for i < len(r.text) {
		from := i
		for i < len(r.text) && r.text[i] != quote && r.text[i] != ' ' && r.text[i] != '\n' && r.text[i] != '\\' {
			i++
		}
		b.WriteString(r.text[from:i])
		switch {
		case i == len(r.text):
		case r.text[i] == '\\' && quote == '\'':
			b.WriteByte('\\')
			i++
			continue
		case r.text[i] == '\\':
			if i+1 < len(r.text) && r.text[i+1] == '\n' {
				return i
			}
			size := unescape(b, r.text[i:])
			if size == 0 {
				return -1
			}
			i += size
			continue
		case r.text[i] == quote && quote == '\'' && i+1 < len(r.text) && r.text[i+1] == '\'':
			b.WriteByte('\'')
			i += 2
			continue
		}
		return i
	}
	return i
}

// unescape writes the character of the escape at the start of s, and returns its length; 0 for an escape that
// yaml.v3 does not know.
func unescape(b *strings.Builder, s string) int {
	if len(s) < 2 {
		return 0
	}
	digits := 0
	switch s[1] {
	case '"', '\'', '\\', ' ':
		b.WriteByte(s[1])
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case '0':
		b.WriteByte(0)
	case 'a':
		b.WriteByte('\a')
	case 'b':
		b.WriteByte('\b')
	case 'v':
		b.WriteByte('\v')
	case 'f':
		b.WriteByte('\f')
	case 'e':
		b.WriteByte(0x1b)
	case 'N':
		b.WriteRune(0x85)
	case '_':
		b.WriteRune(0xa0)
	case 'L':
		b.WriteRune(0x2028)
	case 'P':
		b.WriteRune(0x2029)
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0
	}
	if digits == 0 {
		return 2
	}
	if len(s) < 2+digits {
		return 0
	}
	var char uint32
	for _, c := range []byte(s[2 : 2+digits]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0
		}
		char = char<<4 | uint32(c)
	}
	if char > utf8.MaxRune || !utf8.ValidRune(rune(char)) {
		return 0
	}
	b.WriteRune(rune(char))
	return 2 + digits
}
