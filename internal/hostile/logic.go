package hostile

import "strings"

// logic are the families of oneOf, anyOf, allOf and not.
func logic() []Family {
	withFields := func(keyword, format string) func(int) string {
		return func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  f@%[1]d: {type: string}\n") + keyword + ":\n" + repeat(n, format)
		}
	}
	object := "type: object\nproperties: {a: {type: string}, b: {type: integer}}\n"
	return []Family{
		spec("one-of-required", withFields("oneOf", "- required: [f@%[1]d]\n")),
		spec("any-of-required", withFields("anyOf", "- required: [f@%[1]d]\n")),
		spec("all-of-required", withFields("allOf", "- required: [f@%[1]d]\n")),
		spec("all-of-not", withFields("allOf", "- not: {required: [f@%[1]d, a]}\n")),
		spec("one-of-enum", withFields("oneOf", "- properties: {f@0: {enum: [v%[1]d]}}\n  required: [f@%[1]d]\n")),
		list("one-of-same", object+"oneOf:\n", "- required: [a]\n", ""),
		list("one-of-unlike", object+"oneOf:\n", "- properties: {a: {enum: [v@%[1]d]}}\n", ""),
		list("one-of-bounds", object+"oneOf:\n", "- properties: {b: {minimum: %[1]d, maximum: %[1]d}}\n", ""),
		list("one-of-patterns", object+"oneOf:\n", "- properties: {a: {pattern: '^a@%[1]d$'}}\n", ""),
		list("any-of-lengths", object+"anyOf:\n", "- properties: {a: {minLength: %[1]d, maxLength: %[1]d}}\n", ""),
		list("any-of-empty", object+"anyOf:\n", "- {}\n", ""),
		list("any-of-types", "anyOf:\n", "- type: string\n", ""),
		list("any-of-types-described", "type: string\nanyOf:\n", "- {type: string, description: a, default: b, nullable: true}\n", ""),
		list("any-of-undeclared", object+"anyOf:\n", "- properties: {z@%[1]d: {minLength: 1}}\n", ""),
		list("all-of-undeclared", object+"allOf:\n", "- {properties: {z@%[1]d: {minLength: 1}}, required: [y%[1]d]}\n", ""),
		list("all-of-bounds", object+"allOf:\n", "- properties: {b: {minimum: %[1]d}}\n", ""),
		list("all-of-patterns", object+"allOf:\n", "- properties: {a: {pattern: 'a@%[1]d'}}\n", ""),
		list("all-of-enums", object+"allOf:\n", "- properties: {a: {enum: [a, b, c@%[1]d]}}\n", ""),
		list("all-of-any-of", object+"allOf:\n", "- anyOf: [{required: [a]}, {required: [b]}]\n", ""),
		list("all-of-one-of", object+"allOf:\n", "- oneOf: [{properties: {a: {enum: [x@%[1]d]}}}, {properties: {b: {minimum: %[1]d}}}]\n", ""),
		list("any-of-defaults", object+"anyOf:\n", "- properties: {a: {default: x}}\n", ""),
		fields("not", "f@%[1]d: {type: string, not: {enum: [a%[1]d]}}\n"),
		fields("fields-one-of", "f@%[1]d:\n  type: object\n  properties: {a: {type: string}, b: {type: string}}\n  oneOf: [{required: [a]}, {required: [b]}]\n"),
		fields("fields-never", "f@%[1]d:\n  type: string\n  allOf: [{minLength: 5}, {maxLength: 3}]\n"),
		spec("not-chain", func(n int) string { return logicChain(n, "not: {", "}") }),
		spec("all-of-chain", func(n int) string { return logicChain(n, "allOf: [{", "}]") }),
		spec("one-of-chain", func(n int) string { return logicChain(n, "oneOf: [{minLength: 1}, {", "}]") }),
		spec("any-of-chain", func(n int) string { return logicChain(n, "anyOf: [{maxLength: 5}, {", "}]") }),
	}
}

// logicChain is fields whose schemas nest a keyword.
func logicChain(n int, open, end string) string {
	const depth = 60
	s := "{type: string, " + strings.Repeat(open, depth) + "minLength: 3" + strings.Repeat(end, depth) + "}"
	return "type: object\nproperties:\n" + repeat(max(1, n/depth), "  f@%[1]d: "+s+"\n")
}
