package jsonpath

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// generator makes paths and objects of the same few names, so that paths find
// something, and of the same few texts and numbers, so that filters do.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 0))} }

func pick[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

// object is a custom object.
func (g generator) object() map[string]any {
	o := g.fields(4)
	o["metadata"] = map[string]any{"name": "web", "creationTimestamp": "2026-01-02T03:04:05Z", "labels": map[string]any{"x/y": "z"}}
	return o
}

var names = []string{"a", "b", "c.d", "é", "x/y", "n-1", "_u", "9"}

func (g generator) fields(depth int) map[string]any {
	m := map[string]any{}
	for range 1 + g.IntN(4) {
		m[pick(g, names...)] = g.value(depth - 1)
	}
	return m
}

func (g generator) value(depth int) any {
	if depth > 0 {
		switch g.IntN(5) {
		case 0, 1:
			return g.fields(depth)
		case 2, 3:
			list := []any{}
			for range g.IntN(5) {
				list = append(list, g.value(depth-1))
			}
			return list
		}
	}
	return pick[any](g, "a", "B", "", "true", "1", "it's", "two\nlines", "<&>é", int64(0), int64(1), int64(-7), int64(1)<<62,
		1.5, -0.25, 1e21, 123456789.0, true, false, nil)
}

// path is a path that the server can read, as a rule, and that mostly leads on
// through the object.
func (g generator) path(object map[string]any) string {
	p := pick(g, "", "", "", "", "$", "@", " ")
	var at any = object
	for range 1 + g.IntN(5) {
		var step string
		step, at = g.leading(at)
		p += step
	}
	return p
}

// leading is a step from a value, and one of the values that it leads to.
func (g generator) leading(from any) (step string, to any) {
	if g.IntN(6) == 0 {
		return g.step(), from
	}
	switch from := from.(type) {
	case map[string]any:
		if len(from) > 0 {
			name := pick(g, slices.Sorted(maps.Keys(from))...)
			escaped := strings.ReplaceAll(name, ".", `\.`)
			return pick(g, "."+escaped, "."+escaped, "['"+escaped+"']", "..", ".*"), from[name]
		}
	case []any:
		if len(from) > 0 {
			i := g.IntN(len(from))
			step := pick(g, fmt.Sprintf("[%d]", i), fmt.Sprintf("[%d]", i-len(from)), "[*]", fmt.Sprintf("[%d:]", i),
				fmt.Sprintf("[:%d]", i+1), "[::2]", fmt.Sprintf("[%d,-1]", i), "[?("+g.filterOf(from[i])+")]", "[?("+g.filterOf(from[i])+")]")
			return step, from[i]
		}
	}
	return g.step(), from
}

// filterOf is a filter that an item may pass.
func (g generator) filterOf(item any) string {
	left, value := "@", item
	for range 3 {
		m, ok := value.(map[string]any)
		if !ok || len(m) == 0 {
			break
		}
		name := pick(g, slices.Sorted(maps.Keys(m))...)
		left, value = left+"."+strings.ReplaceAll(name, ".", `\.`), m[name]
	}
	right := g.literal()
	if g.IntN(3) > 0 {
		switch v := value.(type) {
		case string:
			right = pick(g, strconv.Quote(v), "'"+v+"'")
		case int64, float64, bool:
			right = fmt.Sprint(v)
		}
	}
	if g.IntN(4) == 0 {
		return left
	}
	return left + pick(g, "==", "!=", "<", "<=", ">", ">=", " == ") + right
}

func (g generator) step() string {
	switch g.IntN(20) {
	case 0:
		return ".."
	case 1:
		return ".." + g.name()
	case 2:
		return ".*"
	case 3:
		return "[*]"
	case 4, 5, 6:
		return "[" + g.index() + "]"
	case 7, 8:
		return "['" + g.name() + "']"
	case 9, 10:
		parts := []string{g.inUnion()}
		for range 1 + g.IntN(2) {
			parts = append(parts, g.inUnion())
		}
		return "[" + strings.Join(parts, pick(g, ",", ", ", " ,")) + "]"
	case 11, 12, 13:
		return "[?(" + g.filter() + ")]"
	case 14:
		return pick(g, " ", "@", "$", ".", `."a"`, "true", "1", "-2.5", "'a'", "}", "} and {.a", "}{.b[0]", "} {.a[7]")
	}
	return "." + g.name()
}

// name is a name of a field as it is written in a path.
func (g generator) name() string {
	n := pick(g, names...)
	switch g.IntN(12) {
	case 0:
		n = pick(g, "", "other", "a b", "a}b", `a\`, "a{", "*", ".")
	case 1:
		return n // unescaped
	}
	return strings.NewReplacer(".", `\.`, "/", pick(g, "/", `\/`)).Replace(n)
}

func (g generator) index() string {
	number := func() string {
		return pick(g, "", "", "0", "1", "2", "3", "-1", "-2", "-5", "7", "-0", "00", "9223372036854775807", "-9223372036854775808", "99999999999999999999")
	}
	switch g.IntN(4) {
	case 0:
		return number() + ":" + number()
	case 1:
		return number() + ":" + number() + ":" + pick(g, number(), "1", "2")
	}
	return number()
}

func (g generator) inUnion() string {
	return pick(g, g.index, func() string { return "'" + g.name() + "'" }, func() string { return "*" })()
}

func (g generator) filter() string {
	space := pick(g, "", " ")
	left := pick(g, g.inFilter, g.literal)()
	if g.IntN(4) == 0 {
		return left
	}
	return left + space + pick(g, "==", "!=", "<", "<=", ">", ">=", "==", "==", "=~", "=", "!") + space + pick(g, g.literal, g.literal, g.inFilter)()
}

// inFilter is a path in a filter.
func (g generator) inFilter() string {
	p := "@"
	for range g.IntN(3) {
		p += pick(g, "."+g.name(), "['"+g.name()+"']", "["+g.index()+"]", ".*", "..", "..a", "["+g.index()+","+g.index()+"]")
	}
	return p
}

func (g generator) literal() string {
	return pick(g, `"a"`, "'a'", `"B"`, `""`, `"it's"`, `'it\'s'`, `"\u0061"`, `"\x61"`, `"\xff"`, `"\q"`, `"a)"`, `"]"`, `"<"`, `"a`, `'1'`,
		"1", "0", "-7", "+1", "1.5", "-0.25", "1.", ".5", "1.2.3", "4611686018427387904", "99999999999999999999", "true", "false", "null", "word", "97")
}

// broken is a path with a few characters changed.
func (g generator) broken(path string) string {
	for range 1 + g.IntN(3) {
		runes := []rune(path)
		at := g.IntN(len(runes) + 1)
		other := string(pick(g, []rune("abc.d*[]()?@$\"'\\{},:=!<>-+019 \t\n\r\x00é٣|/#~_")...))
		switch {
		case g.IntN(3) == 0 || len(runes) == 0 || at == len(runes):
			path = string(runes[:at]) + other + string(runes[at:])
		case g.IntN(2) == 0:
			path = string(runes[:at]) + string(runes[at+1:])
		default:
			path = string(runes[:at]) + other + string(runes[at+1:])
		}
	}
	return path
}

// tests are the paths and objects of a seed: whole paths, and broken ones.
func tests(seed uint64, f func(path string, object map[string]any)) {
	g := newGenerator(seed)
	object := g.object()
	path := g.path(object)
	f(path, object)
	f(g.broken(path), object)
}

// shuffled is the same value with maps that were filled in another order, which
// a small map's random order goes by.
func (g generator) shuffled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		m := map[string]any{}
		for _, k := range keys {
			m[k] = g.shuffled(v[k])
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = g.shuffled(v[i])
		}
		return list
	}
	return v
}

func dump(v any) string {
	switch v := v.(type) {
	case map[string]any, []any:
		return fmt.Sprintf("%#v", v) // with sorted keys
	default:
		return fmt.Sprintf("%T %v", v, v)
	}
}
