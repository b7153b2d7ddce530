package celtext

import "strings"

// Span is a part of a text, from one byte up to another.
type Span struct{ Start, End int }

// OperandAt returns the part of an expression's text that a byte of it belongs to: an
// operand of && and ||, or one of the three of ?:, without the parentheses around it. It
// is the whole text if there is no such operator around the byte.
func OperandAt(text string, at int) Span {
	o := operands{text: text, at: at, found: trimmed(text, Span{0, len(text)})}
	o.split(Span{0, len(text)}, ',')
	return o.found
}

// operands looks for the smallest operand around a byte.
type operands struct {
	text  string
	at    int
	found Span
}

// split goes through the operands of a part, which stands in brackets that are closed by a
// character.
func (o *operands) split(in Span, closing byte) {
	start, logic := in.Start, false
	var parts, groups []Span
	var closings []byte
	for i := in.Start; i < in.End; {
		switch c := o.text[i]; {
		case c == '"' || c == '\'':
			i = o.afterString(i)
		case c == '/' && strings.HasPrefix(o.text[i:in.End], "//"):
			i = o.afterLine(i, in.End)
		case c == '(' || c == '[' || c == '{':
			end := o.afterBracket(i, in.End)
			groups, closings = append(groups, Span{i + 1, end - 1}), append(closings, c)
			i = end
		case strings.HasPrefix(o.text[i:in.End], "&&") || strings.HasPrefix(o.text[i:in.End], "||"):
			parts, logic = append(parts, Span{start, i}), true
			i += 2
			start = i
		case c == '?' && !optional(o.text[:i]), c == ':' && closing != '{':
			parts, logic = append(parts, Span{start, i}), true
			i++
			start = i
		case c == ',' || c == ':':
			if logic {
				parts = append(parts, Span{start, i})
				o.take(parts)
			}
			parts, logic = nil, false
			i++
			start = i
		default:
			i++
		}
	}
	if logic {
		o.take(append(parts, Span{start, in.End}))
	}
	for i, g := range groups {
		if g.Start <= o.at && o.at < g.End {
			o.split(g, closings[i])
		}
	}
}

// optional reports whether a question mark behind a text is that of an optional field or
// item, as in self.?name and [?item].
func optional(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	return before == "" || strings.IndexByte(".[{,", before[len(before)-1]) >= 0
}

// take remembers the part that the byte is in.
func (o *operands) take(parts []Span) {
	for _, p := range parts {
		if p.Start <= o.at && o.at < p.End {
			o.found = trimmed(o.text, p)
		}
	}
}

func trimmed(text string, s Span) Span {
	const space = " \t\r\n"
	for s.Start < s.End && strings.IndexByte(space, text[s.Start]) >= 0 {
		s.Start++
	}
	for s.Start < s.End && strings.IndexByte(space, text[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

func (o *operands) afterLine(i, end int) int {
	if n := strings.IndexByte(o.text[i:end], '\n'); n >= 0 {
		return i + n
	}
	return end
}

// afterString is the byte behind a string that begins at one.
func (o *operands) afterString(i int) int {
	raw := i > 0 && (o.text[i-1] == 'r' || o.text[i-1] == 'R')
	quote := o.text[i : i+1]
	if three := strings.Repeat(quote, 3); strings.HasPrefix(o.text[i:], three) {
		quote = three
	}
	for i += len(quote); i < len(o.text); i++ {
		switch {
		case o.text[i] == '\\' && !raw:
			i++
		case strings.HasPrefix(o.text[i:], quote):
			return i + len(quote)
		}
	}
	return len(o.text)
}

// afterBracket is the byte behind the bracket that closes the one at a byte.
func (o *operands) afterBracket(i, end int) int {
	depth := 0
	for i < end {
		switch c := o.text[i]; {
		case c == '"' || c == '\'':
			i = o.afterString(i)
			continue
		case c == '/' && strings.HasPrefix(o.text[i:end], "//"):
			i = o.afterLine(i, end)
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return end
}
