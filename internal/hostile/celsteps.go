package hostile

import (
	"slices"
	"strings"
)

// Marks in the templates of expressions.
const (
	operandMark  = "$" // what a step is taken from
	variableMark = "~" // the number of a macro's variable
	numberMark   = "#" // a number that tells parts apart, or doesn't
	fieldMark    = "`" // the number of one of many fields
)

// A step makes an expression of another one. Types are spelt as CEL spells them, but for map(T),
// which is a map of strings, and opt(T), an optional; T is any type, the same in both.
type step struct{ from, text, to string }

// of gives the type that a step makes of another one, or false if it is not for that one.
func (s step) of(t string) (string, bool) {
	before, after, any := strings.Cut(s.from, "T")
	if !any {
		return s.to, s.from == t
	}
	if len(t) <= len(before)+len(after) || !strings.HasPrefix(t, before) || !strings.HasSuffix(t, after) {
		return "", false
	}
	return strings.ReplaceAll(s.to, "T", t[len(before):len(t)-len(after)]), true
}

// loose reports whether a text that is not in brackets has an operator: it needs brackets to be an
// operand.
func loose(text string) bool {
	depth, quoted := 0, false
	for i, c := range text {
		switch {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case depth == 0 && (c == ' ' || i == 0 && (c == '!' || c == '-')):
			return true
		}
	}
	return false
}

// anySteps are from any type: those can be repeated as often as one likes.
var anySteps = []step{
	{"T", "[$]", "list(T)"},
	{"T", "{'k': $}", "map(T)"},
	{"T", "{'k#': $, 'l#': $}", "map(T)"}, // doubles what it is made of
	{"T", "optional.of($)", "opt(T)"},
	{"T", "($)", "T"},
	{"T", "dyn($)", "dyn"},
	{"T", "(self.b > # ? $ : $)", "T"},
	{"T", "[$][0]", "T"},
	{"T", "[$][?0]", "opt(T)"},
	{"T", "{'k': $}['k']", "T"},
	{"T", "{'k': $}.k", "T"},
	{"T", "{'k': $}[?'k#'].orValue($)", "T"},
	{"T", "{#: $}[#]", "T"},
	{"T", "{?'k': optional.of($)}", "map(T)"},
	{"T", "[?optional.of($)]", "list(T)"},
	{"T", "optional.of($).value()", "T"},
	{"T", "optional.none().or(optional.of($))", "opt(T)"},
	{"T", "optional.of(1).optMap(x~, $)", "opt(T)"},
	{"T", "optional.of(1).optFlatMap(x~, optional.of($))", "opt(T)"},
	{"T", "[1].map(x~, $)", "list(T)"},
	{"T", "[1, 2].map(x~, x~ > #, $)", "list(T)"},
	{"T", "['a#'].transformList(i~, v~, $)", "list(T)"},
	{"T", "{'k': 1}.transformMap(i~, v~, v~ > #, $)", "map(T)"},
	{"T", "{'k': 1}.transformMapEntry(i~, v~, {i~: $})", "map(T)"},
	{"T", "[$, []]", "dyn"},
	{"T", "[{}, $]", "dyn"},
	{"T", "[null, $]", "dyn"},
	{"T", "[dyn($), 'x#']", "dyn"},
	{"T", "[[], [$]]", "list(list(T))"},
	{"T", "[[$], []][0]", "list(T)"},
	{"T", "{'a': {}, 'b': {'c': $}}", "map(map(T))"},
	{"T", "type($) == type(#)", "bool"},
	{"T", "dyn($) == #", "bool"},
	{"T", "null != dyn($)", "bool"},
	{"T", "$ in []", "bool"},
	{"T", "$ in [$, $]", "bool"},
	{"T", "$ != $", "bool"},
	{"T", "'%s is #'.format([$])", "string"},
}

// typedSteps are from one type, or from all of a kind.
var typedSteps = []step{
	{"bool", "!$", "bool"},
	{"bool", "!!!$", "bool"},
	{"bool", "$ && true", "bool"},
	{"bool", "self.b > # || $", "bool"},
	{"bool", "$ ? true : false", "bool"},
	{"bool", "$ == true", "bool"},
	{"bool", "[1].all(x~, $)", "bool"},
	{"bool", "[1, 2, 3].all(x~, x~ > # && $)", "bool"},
	{"bool", "['a', 'b#'].exists(x~, x~ != 'x#' || $)", "bool"},
	{"bool", "[1, 2].exists_one(x~, $)", "bool"},
	{"bool", "{'a': 'b#'}.all(x~, x~ != 'a#' && $)", "bool"},
	{"bool", "[1, 2].all(i~, v~, i~ != v~ || $)", "bool"},
	{"bool", "{'a': 1}.exists(k~, v~, k~ != 'x#' && $)", "bool"},
	{"bool", "[1].existsOne(i~, v~, $)", "bool"},
	{"bool", "[$, true].exists_one(x~, x~)", "bool"},
	{"bool", "string($)", "string"},
	{"bool", "$ ? # : 1", "int"},
	{"int", "$ + #", "int"},
	{"int", "1 - $", "int"},
	{"int", "$ * 2", "int"},
	{"int", "7 % $ / 3", "int"},
	{"int", "-$", "int"},
	{"int", "[$, #].min()", "int"},
	{"int", "[1, $].sum()", "int"},
	{"int", "int(string($))", "int"},
	{"int", "uint($)", "uint"},
	{"int", "double($)", "double"},
	{"int", "string($)", "string"},
	{"int", "math.greatest($, #)", "int"},
	{"int", "math.least([$, #])", "int"},
	{"int", "math.abs($)", "int"},
	{"int", "timestamp($)", "timestamp"},
	{"int", "[0, 1, 2].indexOf($)", "int"},
	{"int", "lists.range($)", "list(int)"},
	{"int", "$ > #", "bool"},
	{"int", "$ in [1, #, 3]", "bool"},
	{"int", "'%d#'.format([$])", "string"},
	{"uint", "$ + #u", "uint"},
	{"uint", "int($)", "int"},
	{"uint", "$ < 7u", "bool"},
	{"double", "$ * 1.5", "double"},
	{"double", "math.ceil($)", "double"},
	{"double", "math.isNaN($)", "bool"},
	{"double", "$ >= #.5", "bool"},
	{"double", "int($)", "int"},
	{"string", "$ + 'x#'", "string"},
	{"string", "'é@' + $", "string"},
	{"string", "$.replace('a', 'b#')", "string"},
	{"string", "$.replace('', 'ab', #)", "string"},
	{"string", "$.substring(0)", "string"},
	{"string", "$.lowerAscii()", "string"},
	{"string", "$.trim()", "string"},
	{"string", "$.charAt(#)", "string"},
	{"string", "$.find('[a-z#]+')", "string"},
	{"string", "$.findAll('[a-z#]')", "list(string)"},
	{"string", "$.split(',')", "list(string)"},
	{"string", "$.split('#', 3)", "list(string)"},
	{"string", "[$, 'b#'].join('-')", "string"},
	{"string", "'%s#'.format([$])", "string"},
	{"string", "string($)", "string"},
	{"string", "bytes($)", "bytes"},
	{"string", "$.size()", "int"},
	{"string", "$.indexOf('#')", "int"},
	{"string", "$.lastIndexOf('a', #)", "int"},
	{"string", "int($)", "int"},
	{"string", "$.matches('^a#(b|c)*')", "bool"},
	{"string", "'a@#'.matches($)", "bool"},
	{"string", "$.startsWith('x#')", "bool"},
	{"string", "$.contains('é#')", "bool"},
	{"string", "$ != 'x@#'", "bool"},
	{"string", "$ in ['a', 'b#']", "bool"},
	{"string", "isQuantity($)", "bool"},
	{"string", "quantity($)", "quantity"},
	{"string", "url($)", "url"},
	{"string", "ip($)", "ip"},
	{"string", "cidr($)", "cidr"},
	{"string", "semver($)", "semver"},
	{"string", "duration($)", "duration"},
	{"string", "timestamp($)", "timestamp"},
	{"string", "format.dns1123Label().validate($)", "opt(list(string))"},
	{"string", "format.named($)", "opt(format)"},
	{"opt(format)", "$.hasValue()", "bool"},
	{"bytes", "$ + b'x#'", "bytes"},
	{"bytes", "string($)", "string"},
	{"bytes", "$.size()", "int"},
	{"quantity", "$.add(quantity('#Mi'))", "quantity"},
	{"quantity", "$.sub(#)", "quantity"},
	{"quantity", "$.asInteger()", "int"},
	{"quantity", "$.isLessThan(quantity('#'))", "bool"},
	{"url", "$.getHost()", "string"},
	{"url", "$.getQuery()", "map(list(string))"},
	{"ip", "string($)", "string"},
	{"ip", "$.family()", "int"},
	{"cidr", "$.containsIP('10.0.0.#')", "bool"},
	{"cidr", "$.masked()", "cidr"},
	{"cidr", "$.ip()", "ip"},
	{"semver", "$.isLessThan(semver('1.#.0'))", "bool"},
	{"semver", "$.minor()", "int"},
	{"duration", "$ + duration('#s')", "duration"},
	{"duration", "$.getSeconds()", "int"},
	{"duration", "$ < duration('1h')", "bool"},
	{"timestamp", "$ + duration('#s')", "timestamp"},
	{"timestamp", "$ - timestamp('2024-01-01T00:00:00Z')", "duration"},
	{"timestamp", "$.getFullYear()", "int"},
	{"timestamp", "string($)", "string"},
	{"dyn", "$ == 'x#'", "bool"},
	{"dyn", "$.f#", "dyn"},
	{"dyn", "$.?f#", "opt(dyn)"},
	{"dyn", "$[#]", "dyn"},
	{"dyn", "$ + 1", "dyn"},
	{"dyn", "$.all(x~, x~ == #)", "bool"},
	{"dyn", "string($)", "string"},
	{"list(T)", "$[0]", "T"},
	{"list(T)", "$[?#]", "opt(T)"},
	{"list(T)", "$.size()", "int"},
	{"list(T)", "$ + []", "list(T)"},
	{"list(T)", "$ + $", "list(T)"},
	{"list(T)", "$.filter(x~, true)", "list(T)"},
	{"list(T)", "$.filter(x~, x~ == x~).size()", "int"},
	{"list(T)", "$.map(x~, x~)", "list(T)"},
	{"list(T)", "$.map(x~, [x~])", "list(list(T))"},
	{"list(T)", "$.map(x~, {'k': x~})", "list(map(T))"},
	{"list(T)", "$.all(x~, x~ == x~)", "bool"},
	{"list(T)", "$.exists(x~, $.all(y~, x~ != y~))", "bool"},
	{"list(T)", "$.transformList(i~, v~, i~ > #, v~)", "list(T)"},
	{"list(T)", "$.slice(0, 1)", "list(T)"},
	{"list(T)", "$.reverse()", "list(T)"},
	{"list(T)", "$.distinct()", "list(T)"},
	{"list(T)", "sets.contains($, [])", "bool"},
	{"list(T)", "sets.equivalent($, $)", "bool"},
	{"list(T)", "$ != []", "bool"},
	{"list(list(T))", "$.flatten()", "list(T)"},
	{"list(int)", "$.sum()", "int"},
	{"list(int)", "$.map(x~, x~ + #)", "list(int)"},
	{"list(int)", "$.isSorted()", "bool"},
	{"list(string)", "$.join(',#')", "string"},
	{"list(string)", "$.min()", "string"},
	{"list(string)", "$.map(x~, x~ + x~)", "list(string)"},
	{"list(string)", "$.exists(x~, x~ == 'a#')", "bool"},
	{"list(string)", "$.indexOf('a#')", "int"},
	{"list(bool)", "$.filter(x~, x~).size() == 1", "bool"},
	{"list(bool)", "$.exists_one(x~, x~)", "bool"},
	{"list(bool)", "$.map(x~, x~ ? 1 : 0).sum() == #", "bool"},
	{"map(T)", "$['k']", "T"},
	{"map(T)", "$.k#", "T"},
	{"map(T)", "$[?'k#']", "opt(T)"},
	{"map(T)", "$.?k", "opt(T)"},
	{"map(T)", "$.size()", "int"},
	{"map(T)", "$.map(x~, x~)", "list(string)"},
	{"map(T)", "$.all(x~, x~ != 'a#')", "bool"},
	{"map(T)", "$.transformMap(k~, v~, v~)", "map(T)"},
	{"map(T)", "$.transformList(k~, v~, v~)", "list(T)"},
	{"map(T)", "$.exists(k~, v~, v~ == v~)", "bool"},
	{"map(T)", "has($.k#)", "bool"},
	{"map(T)", "$ == {}", "bool"},
	{"opt(T)", "$.hasValue()", "bool"},
	{"opt(T)", "$.value()", "T"},
	{"opt(T)", "$.or(optional.none())", "opt(T)"},
	{"opt(T)", "$.optMap(x~, x~)", "opt(T)"},
	{"opt(T)", "$.optMap(x~, [x~])", "opt(list(T))"},
	{"opt(T)", "$.optFlatMap(x~, optional.of(x~))", "opt(T)"},
	{"opt(T)", "$ != optional.none()", "bool"},
	{"opt(string)", "$.orValue('x#')", "string"},
	{"opt(int)", "$.orValue(#)", "int"},
	{"opt(bool)", "$.orValue(false)", "bool"},
}

// stepsFrom are the steps from a type that lead to another one, "" for any; those from any type
// are among them if there are none else or if they are wanted.
func stepsFrom(t, to string, generic bool) []step {
	var all []step
	gather := func(steps []step) {
		for _, s := range steps {
			if got, ok := s.of(t); ok && (to == "" || got == to) {
				all = append(all, s)
			}
		}
	}
	gather(typedSteps)
	if generic || len(all) == 0 {
		gather(anySteps)
	}
	return all
}

// atoms are expressions without others in them, by type. Those of fields are gathered by the place
// of a rule.
var atoms = map[string][]string{
	"bool":         {"true", "false"},
	"int":          {"#", "1", "-7", "0x1f", "9223372036854775807"},
	"uint":         {"1u", "#u"},
	"double":       {"1.5", "1e3", "#.25"},
	"string":       {"'x@#'", "''", "'abc'", "'日本 #'", "'1.2.3'", "'100Mi'", "'10.0.0.1'", "'😀'", "r'a#'", "'a\\n\\t#'", "\"it's\""},
	"bytes":        {"b'abc#'"},
	"list(string)": {"['a', 'b#']", "['a#']"},
	"list(int)":    {"[1, 2, #]", "[]"},
	"list(bool)":   {"[true, false]"},
	"map(string)":  {"{'k': 'v#'}", "{}"},
	"map(int)":     {"{'k': #, 'l': 2}"},
	"dyn":          {"dyn(#)", "null", "[]", "{}", "dyn('x')", "[dyn(1), 'a']", "{'a': dyn(1)}.a"},
	"quantity":     {"quantity('#')"},
	"duration":     {"duration('#s')"},
	"timestamp":    {"timestamp('2024-01-01T00:00:00Z')"},
	"opt(string)":  {"optional.none()", "optional.of('a#')"},
	"opt(int)":     {"optional.of(#)"},
}

// atomTypes are the types of atoms, in order, so that a number chooses the same one each time.
func atomTypes(of map[string][]string) []string {
	var all []string
	for t := range of {
		all = append(all, t)
	}
	slices.Sort(all)
	return all
}

// wrongAtoms are of no type: names that nothing has, and calls of what takes others.
var wrongAtoms = []string{"self.nope#", "nope#", "nope@.a.b", "nope(#)", "self.nope(#)", "(1 + 'a#')", "(self + #)", "(!1)", "[1, 'a#']", "{'a': 1, 'b': '#'}", "self.a.b.c#", "[1].all(x, x + #)", "1.all(x, true)", "has(nope#)", "optional.of(1).orValue('a')", "(true ? 1 : 'x#')"}
