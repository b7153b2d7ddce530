package edit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// scalarText returns a scalar in the style of another.
func scalarText(value any, like yamlnode.Style, isJSON bool) (string, bool) {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case string:
		return stringText(v, like, isJSON)
	}
	return "", false
}

func stringText(s string, like yamlnode.Style, isJSON bool) (string, bool) {
	switch {
	case isJSON || like&yamlnode.DoubleQuoted != 0:
		return doubleQuoted(s)
	case like&yamlnode.SingleQuoted != 0 && printable(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'", true
	case plainText(s):
		return s, true
	}
	return doubleQuoted(s)
}

// doubleQuoted returns a string as JSON, which is also YAML.
func doubleQuoted(s string) (string, bool) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return "", false
	}
	return strings.TrimSuffix(b.String(), "\n"), true
}

func printable(s string) bool {
	for _, r := range s {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return true
}

// plainText reports whether a string needs no quotes in YAML 1.1, in YAML 1.2 and in flow style. It is stricter
// than YAML, to be certain.
func plainText(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '/', c == '.':
		case c == '-' && i > 0:
		case c == ' ' && i > 0 && i < len(s)-1:
		default:
			return false
		}
	}
	// Some readers parse text with a digit at the start as a number: 1:30, 1e3, 2024-01-01.
	if s == "" || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	_, ok := source.String(&yamlnode.Node{Kind: yamlnode.Scalar, Value: s})
	return ok
}

// staysPlain reports whether a text needs no quotes in the place of a plain one: it begins with the same letter,
// and is no word with another meaning.
func staysPlain(was, now string) bool {
	letter := func(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
	if was == "" || now == "" || was[0] != now[0] || !letter(now[0]) || !strings.ContainsAny(now, " (.") || !printable(now) {
		return false
	}
	return !strings.Contains(now, ": ") && !strings.Contains(now, " #") && !strings.HasSuffix(now, ":") &&
		!strings.HasSuffix(now, " ") && !strings.ContainsAny(now, ",[]{}")
}
