package edit

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamltext"
)

// isCollection reports whether a value is a mapping or a list of any values.
func isCollection(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// blockCollection returns a mapping or a list in block style, to be written behind a colon. Its lines have the given
// indentation. Empty ones are in flow style.
func blockCollection(v any, indent, eol string) (string, bool) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return " {}", true
		}
	case []any:
		if len(v) == 0 {
			return " []", true
		}
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	if err := e.Encode(v); err != nil {
		return "", false
	}
	text, err := yamltext.Escaped(b.Bytes())
	if err != nil {
		return "", false
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(string(text), "\n"), "\n") {
		lines.WriteString(eol)
		if line != "" {
			lines.WriteString(indent + line)
		}
	}
	return lines.String(), true
}

// flowCollection returns a mapping or a list as JSON.
func flowCollection(v any) (string, bool) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", false
	}
	return strings.TrimSuffix(b.String(), "\n"), true
}
