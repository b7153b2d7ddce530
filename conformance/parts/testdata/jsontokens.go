package source

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/yamlnode"
)

// jsonReader reads JSON values into nodes by the tokens of encoding/json.
type jsonReader struct {
	text []byte
	at   int
	line int
	// column is that of the byte at counted.
	column, counted int
	tooDeep         bool

	decoder *stdjson.Decoder
	begin   int
}

var errJSON = errors.New("invalid JSON")

func (r *jsonReader) value(depth int) (*yamlnode.Node, error) {
	r.decoder = stdjson.NewDecoder(bytes.NewReader(r.text[r.at:]))
	r.decoder.UseNumber()
	r.begin = r.at
	return r.next(depth)
}

// token returns a token and a node at its place.
func (r *jsonReader) token() (stdjson.Token, *yamlnode.Node, error) {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[r.at]) >= 0 {
		if c := r.text[r.at]; c == '\n' || c == '\r' && !bytes.HasPrefix(r.text[r.at:], []byte("\r\n")) {
			r.line++
			r.column, r.counted = 1, r.at+1
		}
		r.at++
	}
	r.column += utf8.RuneCount(r.text[r.counted:r.at])
	r.counted = r.at
	n := yamlnode.New(yamlnode.Scalar, yamlnode.JSON, r.line, r.column)
	t, err := r.decoder.Token()
	r.at = r.begin + int(r.decoder.InputOffset())
	return t, n, err
}

func (r *jsonReader) next(depth int) (*yamlnode.Node, error) {
	t, n, err := r.token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, errJSON
	}
	switch t := t.(type) {
	case stdjson.Delim:
		if depth > maxDepth {
			r.tooDeep = true
			return nil, errJSON
		}
		n.Kind, n.Style = yamlnode.Sequence, yamlnode.JSON|yamlnode.Flow
		if t == '{' {
			n.Kind = yamlnode.Mapping
		}
		for r.decoder.More() {
			child, err := r.next(depth + 1)
			if err != nil {
				return nil, errJSON
			}
			n.Content = append(n.Content, child)
		}
		_, _, err = r.token()
		return n, err
	case string:
		n.Style, n.Value = yamlnode.JSON|yamlnode.DoubleQuoted, t
	case stdjson.Number:
		n.Value = t.String()
	case bool:
		n.Value = "false"
		if t {
			n.Value = "true"
		}
	case nil:
		n.Value = "null"
	}
	return n, nil
}

func jsonError(text []byte) (offset int, message string) {
	var raw stdjson.RawMessage
	err := stdjson.NewDecoder(bytes.NewReader(text)).Decode(&raw)
	var syntax *stdjson.SyntaxError
	if errors.As(err, &syntax) {
		return max(0, min(int(syntax.Offset)-1, len(text)-1)), syntax.Error()
	}
	return len(text), "unexpected end of JSON input"
}
