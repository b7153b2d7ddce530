// Package mention finds the fields and literals in the text of a CEL rule. It does not compile the rule, so it
// works on every text; its results are hints that may be wrong.
package mention

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	apiservercel "k8s.io/apiserver/pkg/cel"
)

// A Field is a field that a rule names.
type Field struct {
	// Path has the names from self on. "*" stands for all items of a list, or all values of a map.
	Path []string
	// Has is set if the rule only tests the field with has().
	Has bool
}

// expressions match the parts of a rule.
var expressions = sync.OnceValue(func() (re struct{ chain, bind, has, equal, literal *regexp.Regexp }) {
	const name = `[A-Za-z_]\w*`
	const chain = name + `(?:\s*\.\s*\??` + name + `|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])*`
	const single, double = `'((?:[^'\\]|\\.)*)'`, `"((?:[^"\\]|\\.)*)"`
	re.chain = regexp.MustCompile(chain)
	re.bind = regexp.MustCompile(`(` + chain + `)\s*\.\s*(?:all|exists|exists_one|map|filter)\(\s*(` + name + `)\s*,`)
	re.has = regexp.MustCompile(`has\(\s*(` + chain + `)\s*\)`)
	re.equal = regexp.MustCompile(`(` + chain + `)\s*[=!]=\s*(?:` + single + `|` + double + `)`)
	re.literal = regexp.MustCompile(`r?` + single + `|r?` + double + `|\b(\d+)\b`)
	return re
})

// Fields returns the fields that a rule names, in the order of the text.
func Fields(rule string) []Field {
	bound := variables(rule)
	plain := withoutLiterals(rule)
	compared := map[string]bool{}
	for _, chain := range expressions().chain.FindAllString(expressions().has.ReplaceAllString(plain, ""), -1) {
		compared[chain] = true
	}
	var list []Field
	known := map[string]bool{}
	for _, at := range expressions().chain.FindAllStringIndex(plain, -1) {
		text := rule[at[0]:at[1]]
		called := strings.HasPrefix(strings.TrimLeftFunc(rule[at[1]:], unicode.IsSpace), "(")
		path, ok := resolve(text, bound, called)
		key := strings.Join(path, "\x00")
		if !ok || len(path) == 0 || known[key] {
			continue
		}
		known[key] = true
		list = append(list, Field{path, !compared[text]})
	}
	return list
}

// variables returns the paths of the variables in a rule.
func variables(rule string) map[string][]string {
	bound := map[string][]string{"self": nil}
	for _, m := range expressions().bind.FindAllStringSubmatch(rule, -1) {
		if list, ok := resolve(m[1], bound, false); ok {
			if _, known := bound[m[2]]; !known {
				bound[m[2]] = append(list, "*")
			}
		}
	}
	return bound
}

// A Value is a field that a rule compares with a text.
type Value struct {
	Path []string
	Text string
}

// Values returns the fields that a rule compares with texts, by == or !=: each field with its first text.
func Values(rule string) []Value {
	bound := variables(rule)
	var list []Value
	known := map[string]bool{}
	for _, m := range expressions().equal.FindAllStringSubmatch(rule, -1) {
		path, ok := resolve(m[1], bound, false)
		key := strings.Join(path, "\x00")
		if text := m[2] + m[3]; ok && len(path) > 0 && text != "" && !known[key] {
			known[key] = true
			list = append(list, Value{path, text})
		}
	}
	return list
}

// withoutLiterals replaces the literals of a rule by spaces, except for keys in brackets.
func withoutLiterals(rule string) string {
	out := []byte(rule)
	for _, at := range expressions().literal.FindAllStringIndex(rule, -1) {
		if at[0] > 0 && rule[at[0]-1] == '[' && at[1] < len(rule) && rule[at[1]] == ']' {
			continue
		}
		for i := at[0]; i < at[1]; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}

// resolve splits a chain such as self.a["b"] into the names from self on. called says that the last name is a
// function.
func resolve(chain string, bound map[string][]string, called bool) ([]string, bool) {
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

// Literals returns the strings and integers in a rule, as string and int64. Each integer is followed by its
// neighbours, because comparisons need them.
func Literals(rule string) []any {
	var list []any
	for _, m := range expressions().literal.FindAllStringSubmatch(rule, -1) {
		if m[3] == "" {
			list = append(list, m[1]+m[2])
		} else if n, err := strconv.ParseInt(m[3], 10, 64); err == nil {
			list = append(list, n, n+1, n-1)
		}
	}
	return list
}
