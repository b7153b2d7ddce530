package source

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// IsJSON reports whether a node was written in JSON.
func IsJSON(n *yamlnode.Node) bool { return n != nil && n.Style&yamlnode.JSON != 0 }

// JSONScalar returns a node for the JSON text of a number, true, false or null.
func JSONScalar(text string) *yamlnode.Node {
	return &yamlnode.Node{Kind: yamlnode.Scalar, Style: yamlnode.JSON, Value: text}
}

const quotedStyles = yamlnode.SingleQuoted | yamlnode.DoubleQuoted | yamlnode.Literal | yamlnode.Folded

// Resolve returns the target of an alias, and any other node unchanged.
func Resolve(n *yamlnode.Node) *yamlnode.Node {
	for n != nil && n.Kind == yamlnode.Alias {
		n = n.Alias()
	}
	return n
}

// Scalar returns the value of a scalar as the server decodes it from kubectl: string, bool, int64, float64 or nil.
// In YAML that is YAML 1.1 converted to JSON by sigs.k8s.io/yaml, so 1.0 is the integer 1. In a JSON document
// numbers keep their form, so 1.0 is a float64. An integer beyond int64 becomes a float64, as in
// k8s.io/apimachinery/pkg/util/json.
//
// Aliases are followed. A mapping or sequence gives nil.
func Scalar(n *yamlnode.Node) any {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Scalar {
		return nil
	}
	if isText(n) {
		return n.Value
	}
	return decoded(raw(n))
}

// String returns the value of a scalar that is a string, and whether it is one.
// It is Scalar without an allocation.
func String(n *yamlnode.Node) (string, bool) {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Scalar {
		return "", false
	}
	if isText(n) {
		return n.Value, true
	}
	s, ok := decoded(raw(n)).(string)
	return s, ok
}

// IsNull reports whether a node is null.
func IsNull(n *yamlnode.Node) bool {
	n = Resolve(n)
	return n == nil || n.Kind == yamlnode.Scalar && !isText(n) && raw(n) == nil
}

// Key returns the JSON form of a mapping's key: "n" is "false" and 0x10 is "16" in YAML. It reports false for a
// key without such a form, which sigs.k8s.io/yaml refuses: null, an integer beyond int64, a mapping or a sequence.
func Key(n *yamlnode.Node) (string, bool) {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Scalar {
		return "", false
	}
	if isText(n) {
		return n.Value, true
	}
	switch v := raw(n).(type) {
	case string:
		s, _ := decoded(v).(string)
		return s, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		// 32 bits: 3.14159265358979 is the key "3.1415927", and 1e39 is ".inf".
		switch s := strconv.FormatFloat(v, 'g', -1, 32); s {
		case "+Inf":
			return ".inf", true
		case "-Inf":
			return "-.inf", true
		case "NaN":
			return ".nan", true
		default:
			return s, true
		}
	}
	return "", false
}

// isText reports whether the node's value is its text, whatever the text is. This is the case for most scalars.
func isText(n *yamlnode.Node) bool {
	if n.Style != 0 {
		return n.Style&yamlnode.Tagged == 0 && (n.Style&yamlnode.JSON == 0 || n.Style&yamlnode.DoubleQuoted != 0)
	}
	return !mayResolve(n.Value)
}

// mayResolve reports whether a plain scalar may be a value other than a string.
func mayResolve(s string) bool {
	if s == "" {
		return true
	}
	switch c := s[0]; c {
	case '.', '+', '-', '~':
		return true
	case '<':
		return s == "<<" // the merge key
	case 'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O':
		if len(s) > len("false") {
			return false
		}
		_, ok := word(s)
		return ok
	default:
		return '0' <= c && c <= '9'
	}
}

// word returns the value of a word that YAML 1.1 reads as a boolean or null.
func word(s string) (v any, ok bool) {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return false, true
	case "~", "null", "Null", "NULL":
		return nil, true
	}
	return nil, false
}

// raw returns the value of a scalar as yaml.v2 decodes it: string, bool, int64, uint64 beyond int64, float64, or
// nil. For a number of a JSON document it returns a number.
//
// One value differs from kubectl: yaml.v2 reads a quoted scalar after a lone "!" as plain, and yaml.v3 does not
// report that tag.
func raw(n *yamlnode.Node) any {
	if IsJSON(n) {
		return jsonScalar(n)
	}
	if n.Style&yamlnode.Tagged != 0 {
		v, _ := tagged(n.Tag(), n.Value)
		return v
	}
	if n.Style&quotedStyles != 0 {
		return n.Value
	}
	return plain(n.Value)
}

// A number is the text of a number in a JSON document.
type number string

func jsonScalar(n *yamlnode.Node) any {
	if n.Style&yamlnode.DoubleQuoted != 0 {
		return n.Value
	}
	switch n.Value {
	case "null":
		return nil
	case "true":
		return true
	case "false":
		return false
	}
	return number(n.Value)
}

// decoded returns the server's decoding of a value of yaml.v2 after encoding/json encoded it.
func decoded(v any) any {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) { // from !!binary; JSON has U+FFFD for invalid UTF-8
			return string([]rune(v))
		}
	case uint64:
		return float64(v)
	case float64:
		return decodedFloat(v)
	case number:
		return decodedNumber(string(v))
	}
	return v
}

// decodedFloat returns an integer for a float without a fraction, up to 1e21, because encoding/json writes it like
// an integer.
func decodedFloat(f float64) any {
	if f != math.Trunc(f) || math.Abs(f) >= 1e21 {
		return f
	}
	if math.Abs(f) < 1<<53 {
		return int64(f)
	}
	// Beyond 2^53 the shortest digits of f may be those of another integer.
	var buf [32]byte
	return decodedNumber(string(strconv.AppendFloat(buf[:0], f, 'f', -1, 64)))
}

func decodedNumber(s string) any {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i
	}
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// plain returns the value of an unquoted, untagged scalar by the rules of
// yaml.v2.
func plain(s string) any {
	if s == "" {
		return nil
	}
	switch c := s[0]; {
	case '0' <= c && c <= '9':
		return plainNumber(s)
	case c == '+' || c == '-':
		switch s[1:] {
		case ".inf", ".Inf", ".INF":
			if c == '+' {
				return math.Inf(1)
			}
			return math.Inf(-1)
		}
		return plainNumber(s)
	case c == '.':
		switch s {
		case ".nan", ".NaN", ".NAN":
			return math.NaN()
		case ".inf", ".Inf", ".INF":
			return math.Inf(1)
		}
		if len(s) > 1 && '0' <= s[1] && s[1] <= '9' {
			if f, err := strconv.ParseFloat(s, 64); err == nil {
				return f
			}
		}
		return s
	}
	if v, ok := word(s); ok {
		return v
	}
	return s
}

// plainNumber parses a scalar that begins with a digit or a sign. Sexagesimal numbers such as 1:30 are strings in
// yaml.v2, and timestamps stay strings in JSON.
func plainNumber(s string) any {
	for i := 0; i < len(s); i++ {
		// No form below has any other character. This avoids the attempts, and their errors, for versions, quantities
		// and dates.
		if !numberByte(s[i]) {
			return s
		}
	}
	digits := s
	if strings.IndexByte(s, '_') >= 0 {
		digits = strings.ReplaceAll(s, "_", "")
	}
	// Base 0 accepts 0x, 0o and 0b, and the octals of YAML 1.1: 010 is 8.
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil {
		return i
	}
	if u, err := strconv.ParseUint(digits, 0, 64); err == nil {
		return u
	}
	if isFloat(digits) {
		if f, err := strconv.ParseFloat(digits, 64); err == nil {
			return f
		}
	}
	// yaml.v2 parses binary numbers again, with a second sign: 0b-1.
	if rest, ok := strings.CutPrefix(digits, "0b"); ok {
		if i, err := strconv.ParseInt(rest, 2, 64); err == nil {
			return i
		}
	} else if rest, ok := strings.CutPrefix(digits, "-0b"); ok {
		if i, err := strconv.ParseInt("-"+rest, 2, 64); err == nil {
			return i
		}
	}
	return s
}

func numberByte(c byte) bool {
	switch {
	case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		return true
	}
	switch c {
	case '.', '_', '+', '-', 'x', 'X', 'o', 'O':
		return true
	}
	return false
}

// isFloat matches [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
func isFloat(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole := countDigits(s)
	s = s[whole:]
	if s != "" && s[0] == '.' {
		fraction := countDigits(s[1:])
		if whole+fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	} else if whole == 0 {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	if s = s[1:]; s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	n := countDigits(s)
	return n > 0 && n == len(s)
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// tagged returns the value of a scalar with a tag, and a problem if the text does not match the tag, for which
// kubectl refuses the document. Tags other than those of YAML's own types give strings.
func tagged(tag, s string) (v any, problem string) {
	switch tag {
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			return nil, "!!binary value contains invalid base64 data"
		}
		return string(data), ""
	case "!!bool", "!!int", "!!float", "!!null", "!!timestamp":
	default:
		return s, ""
	}
	v = plain(s)
	got := tagOf(v)
	switch {
	case tag == "!!timestamp":
		// A timestamp is only parsed where a number may begin.
		if isTimestamp(s) {
			return s, ""
		}
	case got == tag:
		return v, ""
	case tag == "!!float" && got == "!!int":
		if i, ok := v.(int64); ok {
			return float64(i), ""
		}
	}
	return nil, fmt.Sprintf("cannot decode %s `%s` as a %s", got, s, tag)
}

func tagOf(v any) string {
	switch v.(type) {
	case nil:
		return "!!null"
	case bool:
		return "!!bool"
	case int64, uint64:
		return "!!int"
	case float64:
		return "!!float"
	}
	return "!!str"
}

// isTimestamp reports whether yaml.v2 reads s as a timestamp.
func isTimestamp(s string) bool {
	if countDigits(s) != 4 || len(s) == 4 || s[4] != '-' {
		return false
	}
	for _, layout := range [...]string{
		"2006-1-2T15:4:5.999999999Z07:00",
		"2006-1-2t15:4:5.999999999Z07:00",
		"2006-1-2 15:4:5.999999999",
		"2006-1-2",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
