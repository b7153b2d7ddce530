package hostile

import (
	"fmt"
	"strings"
)

// looking are conditions that cost next to nothing, however large the value is that they look at.
var looking = map[string][]string{
	"s": {"self.s.charAt(i) == 'a'", "size(self.s) > i", "self.s == ''", "self.s < 'b'", "double(self.s) > 0.0", "!isURL(self.s)"},
	"l": {"(self.l + self.l)[i] == 'a'", "self.l.first().hasValue()", "self.l.exists(x, true)", "self == self"},
	"m": {"self.m.exists(k, true)", "'z' in self.m", "self.m == {}", "self == self"},
}

// lookingAt is a CRD with many rules that look at a field of the spec, over and over.
func lookingAt(field, more string) string {
	var rules strings.Builder
	for i, all := 0, looking[field]; i < 60; i++ {
		fmt.Fprintf(&rules, "- rule: lists.range(20000).all(i, %s || i >= %d)\n", all[i%len(all)], i-60)
	}
	return parts{schema: "type: object\nproperties:\n  spec:\n    type: object\n" + indent(4, more) +
		"    properties:\n      s: {type: string}\n      l: {type: array, items: {type: string}}\n      m: {type: object, additionalProperties: {type: string}}\n" +
		"    x-kubernetes-validations:\n" + indent(4, rules.String())}.text()
}

// matching is a pattern of two thousand instructions, in seventeen bytes.
const matching = "(a{1,100}){1,10}b"

// looked are the families of values that are looked at.
func looked() []Family {
	of := func(name, field string, value func(n int) string) Family {
		return Family{Name: name, CRD: func(int) string { return lookingAt(field, "") }, Object: func(n int) string { return object("", value(n)) }}
	}
	return []Family{
		of("object-looked-at-text", "s", func(n int) string { return "s: '" + strings.Repeat("ä", n) + "'\n" }),
		of("object-looked-at-digits", "s", func(n int) string { return "s: '" + strings.Repeat("1", n) + "'\n" }),
		of("object-looked-at-list", "l", func(n int) string { return "l:\n" + repeat(n, "- a%[1]d\n") }),
		of("object-looked-at-map", "m", func(n int) string { return "m:\n" + repeat(n, "  k%[1]d: v\n") }),
		{Name: "default-matched", CRD: func(n int) string {
			return parts{schema: fmt.Sprintf("type: object\nproperties:\n  spec:\n    type: string\n    pattern: '%s'\n    default: %s\n    enum: [b]\n    example: b\n", matching, strings.Repeat("a", n))}.text()
		}},
		fields("defaults-matched", "f%[1]d: {type: string, pattern: '"+matching+"', enum: [ab], default: "+strings.Repeat("a", 400)+"b}\n"),
		fields("defaults-matched-well", "f%[1]d: {type: string, pattern: '"+matching+"', default: "+strings.Repeat("a", 400)+"b}\n"),
		list("enum-matched", "type: string\npattern: '"+matching+"'\nenum:\n", "- "+strings.Repeat("a", 400)+"%[1]d\n", ""),
		list("enum-matched-well", "type: string\npattern: '^[a-z0-9]{1,500}$'\nenum:\n", "- "+strings.Repeat("a", 400)+"%[1]d\n", ""),
		{Name: "example-matched", CRD: func(n int) string {
			return parts{schema: fmt.Sprintf("type: object\nproperties:\n  spec:\n    type: string\n    pattern: '%s'\n    example: %s\n", matching, strings.Repeat("a", n))}.text()
		}},
		{Name: "object-matched", CRD: func(int) string {
			return parts{schema: fmt.Sprintf("type: object\nproperties:\n  spec:\n    type: object\n    properties:\n      s: {type: string, pattern: '%s'}\n", matching)}.text()
		}, Object: func(n int) string { return object("", "s: "+strings.Repeat("a", n)+"\n") }},
		{Name: "object-list-matched", CRD: func(int) string {
			return parts{schema: fmt.Sprintf("type: object\nproperties:\n  spec:\n    type: object\n    properties:\n      l: {type: array, items: {type: string, pattern: '%s'}}\n", matching)}.text()
		}, Object: func(n int) string { return object("", "l:\n"+repeat(n, "- "+strings.Repeat("a", 100)+"%[1]d\n")) }},
		{Name: "default-looked-at", CRD: func(n int) string { return lookingAt("s", "default: {s: '"+strings.Repeat("1", n)+"'}\n") }},
	}
}
