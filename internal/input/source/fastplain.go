package source

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// beginsPlain reports whether a plain scalar may begin here. In flow style, a colon always marks a value. YAML
// also allows a question mark, which is rare enough to give up on.
func (r *fastReader) beginsPlain(brackets bool) bool {
	switch r.text[r.at] {
	case '-':
		return !r.isGap(r.at + 1)
	case ':':
		return !brackets && !r.isGap(r.at+1)
	case '?', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', ' ', '\n':
		return false
	}
	return true
}

// plainColon returns the offset of the colon after a plain key that begins here, -1 if there is none on the line.
func (r *fastReader) plainColon() int {
	for i := r.at; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c > ':':
		case c == ':':
			if r.isGap(i + 1) {
				return i
			}
		case c == '\n', c == '#' && i > r.at && r.text[i-1] == ' ':
			return -1
		}
	}
	return -1
}

// plainKey reads the key up to its colon.
func (r *fastReader) plainKey(colon int) *yamlnode.Node {
	if !r.beginsPlain(false) || colon-r.at > maxKey || r.at == r.start && isDots(r.text[r.at:]) {
		return nil
	}
	n := r.node(yamlnode.Scalar, 0)
	n.Value = trimSpaces(r.text[r.at:colon])
	if mayResolve(n.Value) && !takesKey(n) {
		return nil
	}
	r.passed(colon + 1)
	return n
}

// takesKey reports whether JSON can hold a plain key that is no merge key.
func takesKey(key *yamlnode.Node) bool {
	_, ok := Key(key)
	return ok && !key.IsMerge()
}

// plain reads a plain scalar that is not a key.
func (r *fastReader) plain(around int) *yamlnode.Node {
	if !r.beginsPlain(false) {
		return nil
	}
	n := r.node(yamlnode.Scalar, 0)
	line, ok := r.plainLine()
	if !ok {
		return nil
	}
	n.Value = line
	if r.at < len(r.text) && r.text[r.at] == '#' {
		r.at = r.lineEnd(r.at)
		r.nextLine()
		return r.fit(n)
	}
	r.nextLine()
	if r.indent <= around {
		return r.fit(n)
	}
	return r.folded(n, around)
}

// folded reads the later lines of a plain scalar.
func (r *fastReader) folded(n *yamlnode.Node, around int) *yamlnode.Node {
	b, begin := r.write()
	b.WriteString(n.Value)
	for r.indent > around {
		if r.commented {
			return nil // the scalar ended at the comment
		}
		fold(b, r.blanks)
		line, ok := r.plainLine()
		if !ok {
			return nil
		}
		b.WriteString(line)
		if r.at < len(r.text) && r.text[r.at] == '#' {
			r.at = r.lineEnd(r.at)
			r.nextLine()
			break
		}
		r.nextLine()
	}
	n.Value = r.written(begin)
	return n
}

// fold writes the value of a line end that is followed by a number of blank lines.
func fold(b *strings.Builder, blanks int) {
	if blanks == 0 {
		b.WriteByte(' ')
		return
	}
	writeBreaks(b, blanks)
}

func writeBreaks(b *strings.Builder, n int) {
	for ; n > 0; n-- {
		b.WriteByte('\n')
	}
}

// plainLine reads one line of a plain scalar, up to the line's end or a comment.
// It reports false if there is a key on the line.
func (r *fastReader) plainLine() (line string, ok bool) {
	i := r.at
loop:
	for ; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c > ':':
		case c == '\n', c == '#' && r.text[i-1] == ' ':
			break loop
		case c == ':' && r.isGap(i+1):
			return "", false
		}
	}
	line = trimSpaces(r.text[r.at:i])
	r.at = i
	return line, true
}

func trimSpaces(s string) string {
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// fit returns a plain scalar, or nil for an infinity or NaN, which an inspection reports, and for the merge key,
// whose tag matters.
func (r *fastReader) fit(n *yamlnode.Node) *yamlnode.Node {
	switch v := n.Value; len(v) {
	case len("<<"):
		if v == "<<" {
			return nil
		}
	case len(".inf"), len("-.inf"):
		if c := v[0]; c == '.' || c == '+' || c == '-' {
			if f, ok := plain(v).(float64); ok && unsupported(f) != "" {
				return nil
			}
		}
	}
	return n
}

// isDots reports whether a line begins with the end of a document.
func isDots(line string) bool { return strings.HasPrefix(line, "...") }
