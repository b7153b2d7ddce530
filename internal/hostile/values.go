package hostile

import "strings"

// values are the families of keywords that hold values.
func values() []Family {
	return []Family{
		list("enum-strings", "type: string\nenum:\n", "- v@%[1]d\n", ""),
		list("enum-integers", "type: integer\nenum:\n", "- %[1]d\n", ""),
		list("enum-repeated", "type: string\nenum:\n", "- same\n", ""),
		list("enum-pairs", "type: string\nenum:\n", "- v@%[1]d\n- V@%[1]d\n- v@%[1]d\n", ""),
		list("enum-wrong-type", "type: integer\nenum:\n", "- v@%[1]d\n", ""),
		list("enum-too-long", "type: string\nmaxLength: 2\npattern: ^x\nenum:\n", "- v@%[1]d\n", ""),
		list("enum-nulls", "type: string\nenum:\n", "- null\n", ""),
		list("enum-objects", "type: object\nenum:\n", "- {a: %[1]d, b: [1, 2]}\n", ""),
		list("enum-and-rule", "type: string\nx-kubernetes-validations: [{rule: \"self != 'x'\"}]\nenum:\n", "- v@%[1]d\n", ""),
		list("enum-and-default", "type: string\ndefault: none\nenum:\n", "- v@%[1]d\n", ""),
		fields("enums", "f@%[1]d: {type: string, enum: [a, b%[1]d, c]}\n"),
		fields("enums-not-listing-default", "f@%[1]d: {type: string, enum: [a, b%[1]d, c], default: d}\n"),
		fields("defaults", "f@%[1]d: {type: string, default: abc}\n"),
		fields("defaults-wrong", "f@%[1]d: {type: string, default: 1}\n"),
		fields("defaults-of-objects", "f@%[1]d:\n  type: object\n  default: {}\n  properties:\n    a: {type: string, default: x}\n    b: {type: object, default: {}, properties: {c: {type: integer, default: 3}}}\n"),
		fields("defaults-unknown", "f@%[1]d: {type: object, default: {x: 1}, properties: {a: {type: string}}}\n"),
		fields("defaults-and-rules", "f@%[1]d: {type: string, maxLength: 9, default: abc, x-kubernetes-validations: [{rule: \"self != 'abc'\"}]}\n"),
		spec("default-map", func(n int) string {
			return "type: object\nadditionalProperties: {type: string}\ndefault:\n" + repeat(n, "  k@%[1]d: v\n")
		}),
		spec("default-map-wrong", func(n int) string {
			return "type: object\nadditionalProperties: {type: string}\ndefault:\n" + repeat(n, "  k@%[1]d: 1\n")
		}),
		spec("default-list", func(n int) string {
			return "type: array\nitems: {type: string}\ndefault:\n" + repeat(n, "- v@%[1]d\n")
		}),
		spec("default-list-wrong", func(n int) string {
			return "type: array\nitems: {type: string}\ndefault:\n" + repeat(n, "- 1\n")
		}),
		spec("default-list-filled", func(n int) string {
			return "type: array\nitems: {type: object, properties: {a: {type: string, default: b}, c: {type: integer, default: 3}}}\ndefault:\n" + repeat(n, "- {}\n")
		}),
		spec("default-set", func(n int) string {
			return "type: array\nx-kubernetes-list-type: set\nitems: {type: string}\ndefault:\n" + repeat(n, "- v@%[1]d\n")
		}),
		spec("default-set-repeated", func(n int) string {
			return "type: array\nx-kubernetes-list-type: set\nitems: {type: string}\ndefault:\n" + repeat(n, "- v\n")
		}),
		spec("default-unknown-fields", func(n int) string {
			return "type: object\nproperties: {a: {type: string}}\ndefault:\n" + repeat(n, "  k@%[1]d: 1\n")
		}),
		spec("default-nulls", func(n int) string {
			return "type: object\nadditionalProperties: {type: string}\ndefault:\n" + repeat(n, "  k@%[1]d: null\n")
		}),
		spec("default-fields", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  f%[1]d: {type: string}\n") + "default:\n" + repeat(n, "  f%[1]d: a@\n")
		}),
		spec("default-string-long", func(n int) string { return "type: string\ndefault: " + strings.Repeat("x", n) + "\n" }),
		spec("default-string-pattern", func(n int) string {
			return "type: string\npattern: ^(a|a)*b$\ndefault: " + strings.Repeat("a", n) + "\n"
		}),
		spec("default-deep", func(n int) string {
			return "type: object\nx-kubernetes-preserve-unknown-fields: true\ndefault:\n" +
				repeat(max(1, n/100), "  a@%[1]d: "+strings.Repeat("{b: ", 100)+"1"+strings.Repeat("}", 100)+"\n")
		}),
		spec("default-in-defaults", func(n int) string {
			return flow(n, 40, "{type: object, default: {}, properties: {a: ", "{type: string, default: b}", "}}")
		}),
		spec("default-embedded", func(n int) string {
			return "type: array\nitems: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}\ndefault:\n" +
				repeat(n, "- {apiVersion: v1, kind: K, metadata: {name: a%[1]d}}\n")
		}),
		list("example-list", "type: object\nexample:\n", "- v@%[1]d\n", ""),
		list("example-map", "type: object\nexample:\n", "  k@%[1]d: v\n", ""),
		fields("examples", "f@%[1]d: {type: string, example: abc, examples: [a, b]}\n"),
		spec("titles", func(n int) string { return "type: object\ntitle: " + strings.Repeat("abc ", n) + "x\n" }),
	}
}
