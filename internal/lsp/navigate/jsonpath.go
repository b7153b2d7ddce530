package navigate

import "strings"

// A pathName is a name in a JSON path, with its bytes and the steps that lead to it.
type pathName struct {
	start, end int
	steps      []step
}

// namesOfPath returns the names of fields in a JSON path of a column, a selector or a subresource, such as
// .status.conditions[?(@.type=="Ready")].status. It reads what people write; other forms have no names.
func namesOfPath(path string) []pathName {
	r := pathReader{text: path}
	r.read(nil)
	return r.names
}

type pathReader struct {
	text  string
	at    int
	names []pathName
}

// read reads a path from the value at the end of steps, up to its end or to a character that cannot belong to it.
func (r *pathReader) read(steps []step) {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '.' || c == '@' || c == '$':
			r.at++
			if c == '.' && r.at < len(r.text) && r.text[r.at] == '.' {
				r.at = len(r.text) // a descent leads anywhere
				return
			}
		case c == '[':
			next, ok := r.bracket(steps)
			if !ok {
				return
			}
			steps = next
		case isNameByte(c):
			start := r.at
			for r.at < len(r.text) && isNameByte(r.text[r.at]) {
				r.at++
			}
			steps = r.name(steps, start, r.at)
		default:
			return
		}
	}
}

// name adds a name.
func (r *pathReader) name(steps []step, start, end int) []step {
	steps = append(steps[:len(steps):len(steps)], step{fieldStep, strings.ReplaceAll(r.text[start:end], `\`, "")})
	r.names = append(r.names, pathName{start, end, steps})
	return steps
}

// bracket reads brackets: an index, a quoted name, or a filter.
func (r *pathReader) bracket(steps []step) ([]step, bool) {
	end := strings.IndexByte(r.text[r.at:], ']')
	if end < 0 {
		return nil, false
	}
	end += r.at
	inner := r.text[r.at+1 : end]
	if strings.HasPrefix(inner, "'") {
		if len(inner) < 2 || !strings.HasSuffix(inner, "'") || strings.Contains(inner[1:len(inner)-1], "'") {
			return nil, false
		}
		steps = r.name(steps, r.at+2, end-1)
		r.at = end + 1
		return steps, true
	}
	steps = append(steps[:len(steps):len(steps)], step{kind: itemStep})
	if strings.HasPrefix(inner, "?(") {
		filter := pathReader{text: r.text[:end], at: r.at + 3}
		filter.read(steps)
		r.names = append(r.names, filter.names...)
	}
	r.at = end + 1
	return steps, true
}

func isNameByte(c byte) bool {
	return c == '_' || c == '-' || c == '\\' || c == '/' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
