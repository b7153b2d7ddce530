package openapitext

import "io"

// WriteIndented writes JSON that has no white space, with a break of line at the end.
func WriteIndented(to io.Writer, text []byte) error {
	out := &output{to: to}
	out.write(append(appendIndented(nil, text, 0, out), '\n'))
	return out.err
}

const indent = "  "

// appendIndented appends JSON that has no white space, as json.Indent writes what stands so
// deep. That reads every letter twice. What is long goes to the output before its end is made.
func appendIndented(to, text []byte, depth int, out *output) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '"':
			end := endOfString(text, i)
			to = append(to, text[i:end]...)
			i = end
			continue
		case '{', '[':
			to = append(to, c)
			if i+1 < len(text) && text[i+1] == c+2 { // nothing is in it
				to = append(to, c+2)
				i += 2
				continue
			}
			depth++
			to = out.flush(appendBreak(to, depth))
		case '}', ']':
			depth--
			to = append(out.flush(appendBreak(to, depth)), c)
		case ',':
			to = out.flush(appendBreak(append(to, c), depth))
		case ':':
			to = append(to, c, ' ')
		default:
			to = append(to, c)
		}
		i++
	}
	return to
}

func appendBreak(to []byte, depth int) []byte {
	return appendIndent(append(to, '\n'), depth)
}

const indents = "                                                                "

func appendIndent(to []byte, depth int) []byte {
	n := depth * len(indent)
	for ; n > len(indents); n -= len(indents) {
		to = append(to, indents...)
	}
	return append(to, indents[:n]...)
}

// endOfString is where a string ends that begins at a place.
func endOfString(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
