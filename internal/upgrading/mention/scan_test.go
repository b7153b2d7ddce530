package mention_test

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
)

// What is read of a rule is what the patterns of mention say of it, of which most are not
// matched but scanned.
func TestMentionsByPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	tokens := []string{"self", "self", "self.", "a", "b1", "l", "r", "1", "42", "_x", "__dot__", ".", ".", " . ", "?", "[", "]", "[0]", "['k']", `["k"]`, "[ 'k' ]",
		"'", "'", `"`, `"`, "r'", `\`, `\'`, `\"`, "\n", "\r", "\t", "\f", " ", " ", "\u00a0", "é", "\xff", "(", ")", ",", "==", "!=", " == 'v'", `!= "w"`, "has(", "has(self.a)",
		".all(x,", ".exists(l,", ".map (y,", ".filter(a, ", ".exists_one(b,", "self.l.all(x, x.a == 'q')", "x", "x.b", "size(", "&&", "=", ".?",
		"AZ", "Az9", "z", "9", "[4", "['q'", "['']", "[']", "('k']", `r"`, `r"w"`, "99999999999999999999", "a__b__c"}
	fields, literals, values := 0, 0, 0
	tries := sweep.Times(2_000, 30_000)
	for range tries {
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString(tokens[r.IntN(len(tokens))])
		}
		rule := b.String()
		if got, want := mention.Fields(rule), fieldsByPattern(rule); !reflect.DeepEqual(got, want) {
			t.Fatalf("fields of %q are %v, want %v", rule, got, want)
		} else if len(want) > 0 {
			fields++
		}
		if got, want := mention.Literals(rule), literalsByPattern(rule); !reflect.DeepEqual(got, want) {
			t.Fatalf("literals of %q are %v, want %v", rule, got, want)
		} else if len(want) > 0 {
			literals++
		}
		if got, want := mention.Values(rule), valuesByPattern(rule); !reflect.DeepEqual(got, want) {
			t.Fatalf("values of %q are %v, want %v", rule, got, want)
		} else if len(want) > 0 {
			values++
		}
	}
	if fields < tries/8 || literals < tries/4 || values < tries/20 {
		t.Errorf("only %d with fields, %d with literals, %d with values", fields, literals, values)
	}
}

const (
	namePattern  = `[A-Za-z_]\w*`
	chainPattern = `(?:` + namePattern + `)(?:\s*\.\s*\??` + namePattern + `|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])*`
	textPattern  = `'((?:[^'\\]|\\.)*)'|r?"((?:[^"\\]|\\.)*)"`
)

var mentionPatterns = sync.OnceValue(func() (re struct{ bind, has, chain, literal, equal *regexp.Regexp }) {
	re.bind = regexp.MustCompile(`(` + chainPattern + `)\s*\.\s*(?:all|exists|exists_one|map|filter)\(\s*(` + namePattern + `)\s*,`)
	re.has = regexp.MustCompile(`has\(\s*(` + chainPattern + `)\s*\)`)
	re.chain = regexp.MustCompile(chainPattern)
	re.literal = regexp.MustCompile(`r?` + textPattern + `|\b(\d+)\b`)
	re.equal = regexp.MustCompile(`(` + chainPattern + `)\s*[=!]=\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`)
	return re
})

func fieldsByPattern(rule string) []mention.Field {
	re := mentionPatterns()
	bound, plain := boundByPattern(rule), blankedByPattern(rule)
	compared := map[string]bool{}
	for _, chain := range re.chain.FindAllString(re.has.ReplaceAllString(plain, ""), -1) {
		compared[chain] = true
	}
	var list []mention.Field
	known := map[string]bool{}
	for _, at := range re.chain.FindAllStringIndex(plain, -1) {
		text := rule[at[0]:at[1]]
		called := strings.HasPrefix(strings.TrimSpace(rule[at[1]:]), "(")
		path, ok := pathByPattern(text, bound, called)
		if key := strings.Join(path, "\x00"); ok && len(path) > 0 && !known[key] {
			known[key] = true
			list = append(list, mention.Field{Path: path, Has: !compared[text]})
		}
	}
	return list
}

func boundByPattern(rule string) map[string][]string {
	bound := map[string][]string{"self": nil}
	for _, m := range mentionPatterns().bind.FindAllStringSubmatch(rule, -1) {
		if list, ok := pathByPattern(m[1], bound, false); ok {
			if _, known := bound[m[2]]; !known {
				bound[m[2]] = append(list, "*")
			}
		}
	}
	return bound
}

func blankedByPattern(rule string) string {
	out := []byte(rule)
	for _, at := range mentionPatterns().literal.FindAllStringIndex(rule, -1) {
		if at[0] > 0 && rule[at[0]-1] == '[' && at[1] < len(rule) && rule[at[1]] == ']' {
			continue
		}
		copy(out[at[0]:at[1]], strings.Repeat(" ", at[1]-at[0]))
	}
	return string(out)
}

func pathByPattern(chain string, bound map[string][]string, called bool) ([]string, bool) {
	names := strings.FieldsFunc(chain, func(r rune) bool { return strings.ContainsRune(".?[]'\" \n\t", r) })
	if called && len(names) > 0 {
		names = names[:len(names)-1]
	}
	if len(names) == 0 {
		return nil, false
	}
	root, ok := bound[names[0]]
	if !ok {
		return nil, false
	}
	path := append([]string(nil), root...)
	for _, n := range names[1:] {
		if plain, ok := apiservercel.Unescape(n); ok {
			n = plain
		}
		if _, err := strconv.Atoi(n); err == nil {
			n = "*"
		}
		path = append(path, n)
	}
	return path, true
}

func literalsByPattern(rule string) []any {
	var list []any
	for _, m := range mentionPatterns().literal.FindAllStringSubmatch(rule, -1) {
		if m[3] == "" {
			list = append(list, m[1]+m[2])
		} else if n, err := strconv.ParseInt(m[3], 10, 64); err == nil {
			list = append(list, n, n+1, n-1)
		}
	}
	return list
}

func valuesByPattern(rule string) []mention.Value {
	bound := boundByPattern(rule)
	var list []mention.Value
	known := map[string]bool{}
	for _, m := range mentionPatterns().equal.FindAllStringSubmatch(rule, -1) {
		path, ok := pathByPattern(m[1], bound, false)
		key := strings.Join(path, "\x00")
		if text := m[2] + m[3]; ok && len(path) > 0 && text != "" && !known[key] {
			known[key] = true
			list = append(list, mention.Value{Path: path, Text: text})
		}
	}
	return list
}
