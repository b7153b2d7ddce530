package gofile

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Quoted is the text of an argument of a marker, without its quotes and escapes, which may be unfinished.
type Quoted struct {
	Text string
	// offsets has for each byte of the text its offset in the file, and for the end of the text the one behind it.
	offsets []int
	// quote is the quote around the text; 0 for none.
	quote byte
}

// Quoted returns a text as it is written in the quotes.
func (q *Quoted) Quoted(text string) string {
	if q.quote != '"' {
		return text
	}
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
}

// InFile returns the offset in the file of a byte of the text, or of its end.
func (q *Quoted) InFile(offset int) int {
	return q.offsets[min(max(offset, 0), len(q.offsets)-1)]
}

// InText returns the offset in the text of a byte of the file: of the character whose escape it is in.
func (q *Quoted) InText(offset int) int {
	i := 0
	for i+1 < len(q.offsets) && q.offsets[i+1] <= offset {
		i++
	}
	for i > 0 && i < len(q.Text) && q.offsets[i-1] == q.offsets[i] {
		i-- // the first byte of the character
	}
	return i
}

// unquote reads a value that is written at an offset of a file.
func unquote(value string, at int) Quoted {
	q := Quoted{}
	var b strings.Builder
	add := func(s string, offset int) {
		b.WriteString(s)
		for range len(s) {
			q.offsets = append(q.offsets, offset)
		}
	}
	trimmed := strings.TrimLeft(value, " \t")
	at += len(value) - len(trimmed)
	value = trimmed
	switch {
	case strings.HasPrefix(value, "`"):
		text, _, _ := strings.Cut(value[1:], "`")
		for i := range len(text) {
			add(text[i:i+1], at+1+i)
		}
		at += 1 + len(text)
	case strings.HasPrefix(value, `"`):
		q.quote = '"'
		rest := value[1:]
		at++
		for rest != "" && rest[0] != '"' {
			r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
			if err != nil { // an escape that is unfinished
				add(rest[:1], at)
				at, rest = at+1, rest[1:]
				continue
			}
			if r < utf8.RuneSelf || !multibyte {
				add(string([]byte{byte(r)}), at)
			} else {
				add(string(r), at)
			}
			at, rest = at+len(rest)-len(tail), tail
		}
	default:
		text := strings.TrimRight(value, " \t")
		for i := range len(text) {
			add(text[i:i+1], at+i)
		}
		at += len(text)
	}
	q.Text = b.String()
	q.offsets = append(q.offsets, at)
	return q
}
