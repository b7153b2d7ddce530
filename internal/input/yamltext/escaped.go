package yamltext

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// Escaped returns YAML with the same values, in which texts that are unsafe to print are in double quotes with
// escapes. It returns the text unchanged if it has no such text.
func Escaped(text []byte) ([]byte, error) {
	if safetext.IsSafe(strings.ReplaceAll(string(text), "\r\n", "\n")) {
		return text, nil
	}
	var quoted, safe bytes.Buffer
	in, out := yaml.NewDecoder(bytes.NewReader(text)), yaml.NewEncoder(&quoted)
	out.SetIndent(2)
	out.CompactSeqIndent()
	for {
		var doc yaml.Node
		err := in.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			quoteUnsafe(&doc)
			err = out.Encode(&doc)
		}
		if err != nil {
			return nil, err
		}
	}
	// Unsafe text is now in double quotes, or in a comment.
	w := safetext.NewWriter(&safe, safetext.Text)
	_, _ = w.Write(quoted.Bytes()) // into memory
	_ = w.Flush()
	return safe.Bytes(), nil
}

// quoteUnsafe sets the style of unsafe texts below a node to double quotes.
func quoteUnsafe(n *yaml.Node) {
	if n.Tag == "!!merge" {
		n.Tag = "" // the library would write it
	}
	if n.Kind == yaml.ScalarNode && !safetext.IsSafe(n.Value) {
		n.Style = n.Style&yaml.TaggedStyle | yaml.DoubleQuotedStyle
	}
	for _, child := range n.Content {
		quoteUnsafe(child)
	}
}
