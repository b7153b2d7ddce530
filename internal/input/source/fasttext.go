package source

import (
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// blockScalar reads a literal or folded block of text.
func (r *fastReader) blockScalar(around int) *yamlnode.Node {
	style := yamlnode.Literal
	if r.text[r.at] == '>' {
		style = yamlnode.Folded
	}
	n := r.node(yamlnode.Scalar, style)
	var chomp byte
	indent := 0 // 0 until it is known
	r.at++
	for ; !r.isGap(r.at); r.at++ {
		switch c := r.text[r.at]; {
		case chomp == 0 && (c == '-' || c == '+'):
			chomp = c
		case indent == 0 && '1' <= c && c <= '9':
			indent = around + int(c-'0')
		default:
			return nil
		}
	}
	end := r.spaces(r.at) // of the last line of the scalar
	if end < len(r.text) && r.text[end] != '\n' {
		if r.text[end] != '#' {
			return nil
		}
		end = r.lineEnd(end)
	}

	b, begin := r.write()
	var (
		blanks  = 0     // lines since the last one with text
		deepest = 0     // indentation of a blank line before the first with text
		texts   = false // whether there was a line with text,
		spaced  = false // it began with a space,
		broken  = false // and it ended in a line feed
	)
	for end < len(r.text) {
		start := end + 1
		i := start
		for i < len(r.text) && r.text[i] == ' ' && (indent == 0 || i-start < indent) {
			i++
		}
		if i == len(r.text) {
			break
		}
		if r.text[i] == '\n' {
			deepest = max(deepest, i-start)
			blanks++
			r.line++
			end = i
			continue
		}
		if indent == 0 {
			indent = max(deepest, i-start, around+1)
			if around < i-start && i-start < indent {
				return nil // the text would begin deeper than its line
			}
		}
		if i-start < indent {
			break
		}
		// The line break of literal text is written with its line, that of folded text when the next line is known.
		if texts && style == yamlnode.Folded {
			switch space := r.text[i] == ' '; {
			case spaced || space:
				b.WriteByte('\n')
			case blanks == 0:
				b.WriteByte(' ')
			}
		}
		writeBreaks(b, blanks)
		blanks = 0
		texts, spaced = true, r.text[i] == ' '
		end = r.lineEnd(i)
		if broken = end < len(r.text); broken && style == yamlnode.Literal {
			b.WriteString(r.text[i : end+1])
		} else {
			b.WriteString(r.text[i:end])
		}
		r.line++
	}
	if broken && chomp != '-' && style == yamlnode.Folded {
		b.WriteByte('\n')
	}
	if chomp == '+' {
		writeBreaks(b, blanks)
	}
	n.Value = r.written(begin)
	if broken && chomp == '-' && style == yamlnode.Literal {
		n.Value = n.Value[:len(n.Value)-1]
	}
	r.at = end
	r.nextLine()
	return n
}
