// Package mention reads from the text of a CEL rule which fields it speaks of
// and which values it names. It does not compile the rule, so that it gets
// something out of every text; what it returns is a hint and may be wrong.
package mention

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	apiservercel "k8s.io/apiserver/pkg/cel"
)

// Field is a field that a rule speaks of.
type Field struct {
	// Path holds the names from self on. "*" stands for all items of a list, or
	// all values of a map.
	Path []string
	// Has is set if all that the rule asks is whether the field is there.
	Has bool
}

// expressions find the parts of a rule. Most rules have none of them, which is seen without
// these: they take long over a rule of some megabytes.
var expressions = sync.OnceValue(func() (re struct{ bind, has, equal *regexp.Regexp }) {
	const name = `[A-Za-z_]\w*`
	const chain = `(?:` + name + `)(?:\s*\.\s*\??` + name + `|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])*`
	re.bind = regexp.MustCompile(`(` + chain + `)\s*\.\s*(?:all|exists|exists_one|map|filter)\(\s*(` + name + `)\s*,`)
	re.has = regexp.MustCompile(`has\(\s*(` + chain + `)\s*\)`)
	re.equal = regexp.MustCompile(`(` + chain + `)\s*[=!]=\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`)
	return re
})

// macros are what a variable may stand behind.
var macros = [...]string{"all(", "exists(", "exists_one(", "map(", "filter("}

// Fields returns the fields that a rule speaks of, in the order of the text.
func Fields(rule string) []Field {
	bound := variables(rule)
	plain := withoutLiterals(rule)
	asked := plain
	if strings.Contains(plain, "has(") {
		asked = expressions().has.ReplaceAllString(plain, "")
	}
	compared := map[string]bool{}
	eachChain(asked, func(from, to int) {
		if chain := asked[from:to]; isBound(chain, bound) {
			compared[chain] = true
		}
	})
	var list []Field
	known := map[string]bool{}
	eachChain(plain, func(from, to int) {
		text := rule[from:to]
		if !isBound(text, bound) {
			return
		}
		called := strings.HasPrefix(strings.TrimLeftFunc(rule[to:], unicode.IsSpace), "(")
		path, ok := resolve(text, bound, called)
		key := strings.Join(path, "\x00")
		if !ok || len(path) == 0 || known[key] {
			return
		}
		known[key] = true
		list = append(list, Field{path, !compared[text]})
	})
	return list
}

// isBound reports whether the first name of a chain is a variable.
func isBound(chain string, bound map[string][]string) bool {
	if i := strings.IndexAny(chain, between); i >= 0 {
		chain = chain[:i]
	}
	_, ok := bound[chain]
	return ok
}

// variables are what the names in a rule stand for.
func variables(rule string) map[string][]string {
	bound := map[string][]string{"self": nil}
	if !slices.ContainsFunc(macros[:], func(m string) bool { return strings.Contains(rule, m) }) {
		return bound
	}
	for _, m := range expressions().bind.FindAllStringSubmatch(rule, -1) {
		if list, ok := resolve(m[1], bound, false); ok {
			if _, known := bound[m[2]]; !known {
				bound[m[2]] = append(list, "*")
			}
		}
	}
	return bound
}

// Value is a field that a rule compares with a text.
type Value struct {
	Path []string
	Text string
}

// Values returns the fields that a rule compares with texts, and those, whether it wants
// them to be the same or not: each field with the first text.
func Values(rule string) []Value {
	if !strings.Contains(rule, "=") || !strings.ContainsAny(rule, `'"`) {
		return nil
	}
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

// withoutLiterals blanks what is between quotes, but for keys in brackets.
func withoutLiterals(rule string) string {
	out := []byte(rule)
	eachLiteral(rule, func(l literal) {
		if l.from > 0 && rule[l.from-1] == '[' && l.to < len(rule) && rule[l.to] == ']' {
			return
		}
		for i := l.from; i < l.to; i++ {
			out[i] = ' '
		}
	})
	return string(out)
}

// between are what stands between the names of a chain.
const between = ".?[]'\" \n\t"

// resolve turns a chain such as self.a["b"] into the names from self on. The
// last name of a chain that is called is that of a function.
func resolve(chain string, bound map[string][]string, called bool) ([]string, bool) {
	names := strings.FieldsFunc(chain, func(r rune) bool { return strings.ContainsRune(between, r) })
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

// Literals returns the strings and whole numbers in a rule, as string and int64,
// and behind each number those next to it, which are what comparisons ask for.
func Literals(rule string) []any {
	var list []any
	eachLiteral(rule, func(l literal) {
		if !l.number {
			list = append(list, l.text)
		} else if n, err := strconv.ParseInt(l.text, 10, 64); err == nil {
			list = append(list, n, n+1, n-1)
		}
	})
	return list
}
