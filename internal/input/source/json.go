package source

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// jsonReader reads JSON values into nodes with their positions. It accepts what
// encoding/json accepts.
type jsonReader struct {
	text []byte
	at   int
	line int
	// column is the column of the byte at counted.
	column, counted int
	// tooDeep is set if reading stopped at the limit of the depth.
	tooDeep bool
}

// errJSON is a syntax error; its message comes from encoding/json, see jsonError.
var errJSON = errors.New("invalid JSON")

// value reads the value that begins at the next character that is not white
// space. It returns io.EOF if there is none.
func (r *jsonReader) value(depth int) (*yamlnode.Node, error) {
	if depth > maxDepth {
		r.tooDeep = true
		return nil, errJSON
	}
	c, ok := r.next()
	if !ok {
		return nil, io.EOF
	}
	n := r.node()
	switch {
	case c == '{':
		n.Kind, n.Style = yamlnode.Mapping, yamlnode.JSON|yamlnode.Flow
		return n, r.object(n, depth)
	case c == '[':
		n.Kind, n.Style = yamlnode.Sequence, yamlnode.JSON|yamlnode.Flow
		return n, r.array(n, depth)
	case c == '"':
		return n, r.str(n)
	case c == '-' || '0' <= c && c <= '9':
		return n, r.number(n)
	case c == 't':
		return n, r.word(n, "true")
	case c == 'f':
		return n, r.word(n, "false")
	case c == 'n':
		return n, r.word(n, "null")
	}
	return nil, errJSON
}

// node returns a scalar's node at the current position.
func (r *jsonReader) node() *yamlnode.Node {
	r.column += utf8.RuneCount(r.text[r.counted:r.at])
	r.counted = r.at
	return yamlnode.New(yamlnode.Scalar, yamlnode.JSON, r.line, r.column)
}

// next skips white space and returns the character after it.
func (r *jsonReader) next() (byte, bool) {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\t':
			r.at++
		case '\n', '\r':
			r.at++
			if c == '\n' || r.at == len(r.text) || r.text[r.at] != '\n' {
				r.line++
				r.column, r.counted = 1, r.at
			}
		default:
			return c, true
		}
	}
	return 0, false
}

func (r *jsonReader) object(n *yamlnode.Node, depth int) error {
	r.at++
	if c, _ := r.next(); c == '}' {
		r.at++
		return nil
	}
	for {
		if c, _ := r.next(); c != '"' {
			return errJSON
		}
		key := r.node()
		if err := r.str(key); err != nil {
			return err
		}
		if c, _ := r.next(); c != ':' {
			return errJSON
		}
		r.at++
		v, err := r.value(depth + 1)
		if err != nil {
			return errJSON
		}
		n.Content = append(n.Content, key, v)
		c, _ := r.next()
		if c != ',' && c != '}' {
			return errJSON
		}
		r.at++
		if c == '}' {
			return nil
		}
	}
}

func (r *jsonReader) array(n *yamlnode.Node, depth int) error {
	r.at++
	if c, _ := r.next(); c == ']' {
		r.at++
		return nil
	}
	for {
		v, err := r.value(depth + 1)
		if err != nil {
			return errJSON
		}
		n.Content = append(n.Content, v)
		c, _ := r.next()
		if c != ',' && c != ']' {
			return errJSON
		}
		r.at++
		if c == ']' {
			return nil
		}
	}
}

func (r *jsonReader) str(n *yamlnode.Node) error {
	n.Style = yamlnode.JSON | yamlnode.DoubleQuoted
	start := r.at
	escaped := false
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			if !escaped {
				n.Value = string(r.text[start+1 : r.at-1])
				return nil
			}
			return stdjson.Unmarshal(r.text[start:r.at], &n.Value)
		case c == '\\':
			escaped = true
			r.at++
		case c < ' ':
			return errJSON
		}
	}
	return errJSON
}

func (r *jsonReader) number(n *yamlnode.Node) error {
	start := r.at
	digits := func() bool {
		from := r.at
		for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
			r.at++
		}
		return r.at > from
	}
	is := func(a, b byte) bool {
		if r.at < len(r.text) && (r.text[r.at] == a || r.text[r.at] == b) {
			r.at++
			return true
		}
		return false
	}
	is('-', '-')
	if !is('0', '0') && !digits() {
		return errJSON
	}
	if is('.', '.') {
		if !digits() {
			return errJSON
		}
	}
	if is('e', 'E') {
		is('+', '-')
		if !digits() {
			return errJSON
		}
	}
	n.Value = string(r.text[start:r.at])
	return nil
}

func (r *jsonReader) word(n *yamlnode.Node, word string) error {
	if !bytes.HasPrefix(r.text[r.at:], []byte(word)) {
		return errJSON
	}
	r.at += len(word)
	n.Value = word
	return nil
}

// jsonError returns encoding/json's message about an invalid JSON text, and the offset of the character with the
// error.
func jsonError(text []byte) (offset int, message string) {
	var raw stdjson.RawMessage
	err := stdjson.NewDecoder(bytes.NewReader(text)).Decode(&raw)
	var syntax *stdjson.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return max(0, min(int(syntax.Offset)-1, len(text)-1)), syntax.Error()
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return len(text), "unexpected end of JSON input"
	case err != nil:
		return 0, err.Error()
	}
	return 0, errJSON.Error()
}
