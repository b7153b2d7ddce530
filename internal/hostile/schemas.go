package hostile

import (
	"fmt"
	"strings"
)

// schemas are the families of the keywords that describe fields.
func schemas() []Family {
	all := []Family{
		fields("properties-short", "f@%[1]d: {type: string}\n"),
		fields("properties-objects", "f@%[1]d:\n  type: object\n  properties:\n    a: {type: string}\n    b: {type: integer}\n"),
		fields("properties-similar", "replicaCount@%[1]d: {type: integer}\nreplica_count%[1]d: {type: integer}\n"),
		fields("properties-same-word", "foo%[1]dBar: {type: string}\nfoo%[1]dbar: {type: string}\nFoo%[1]dBar: {type: string}\n"),
		fields("properties-odd-names", "f-%[1]d.x/y@: {type: string}\n"),
		fields("properties-refs", "thing%[1]dRef:\n  type: object\n  properties:\n    name: {type: string}\n    namespace: {type: string}\n    kind: {type: string}\n"),
		fields("properties-described", "f@%[1]d:\n  type: string\n  description: F%[1]d is a field whose description says what it is for. See also f%[1]d.\n"),
		fields("properties-strings-all-keywords", "f@%[1]d: {type: string, minLength: 1, maxLength: 63, pattern: '^[a-z]+$', format: date, default: abc, nullable: true, title: F, example: abc}\n"),
		fields("properties-numbers-all-keywords", "f@%[1]d: {type: number, minimum: 1, maximum: 63, multipleOf: 2, exclusiveMinimum: true, exclusiveMaximum: true, default: 4, format: double}\n"),
		fields("properties-preserve", "f@%[1]d: {type: object, x-kubernetes-preserve-unknown-fields: true}\n"),
		fields("properties-embedded", "f@%[1]d: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}\n"),
		fields("properties-int-or-string", "f@%[1]d: {x-kubernetes-int-or-string: true}\n"),
		fields("properties-int-or-string-any-of", "f@%[1]d:\n  anyOf: [{type: integer}, {type: string}]\n  x-kubernetes-int-or-string: true\n"),
		fields("properties-maps", "f@%[1]d: {type: object, additionalProperties: {type: string}}\n"),
		fields("properties-lists", "f@%[1]d: {type: array, items: {type: string}}\n"),
		fields("properties-sets", "f@%[1]d: {type: array, x-kubernetes-list-type: set, items: {type: string}}\n"),
		fields("properties-list-maps", "f@%[1]d:\n  type: array\n  x-kubernetes-list-type: map\n  x-kubernetes-list-map-keys: [name]\n  items: {type: object, required: [name], properties: {name: {type: string}}}\n"),
		fields("properties-conditions", "conditions%[1]d:\n  type: array\n  items: {type: object, properties: {type: {type: string}, status: {type: string}, reason: {type: string}, message: {type: string}, lastTransitionTime: {type: string, format: date-time}}}\n"),
		fields("properties-nullable", "f@%[1]d: {type: string, nullable: true, default: null}\n"),
		fields("missing-types", "f@%[1]d: {}\n"),
		fields("missing-types-described", "f@%[1]d:\n  description: A field.\n  properties:\n    a: {description: Another.}\n"),
		fields("bad-types", "f@%[1]d: {type: strng}\n"),
		fields("wrong-yaml-types", "f@%[1]d: {type: 1, maxLength: abc, nullable: 'true', required: a, enum: x}\n"),
		fields("null-properties", "f@%[1]d: null\n"),
		fields("null-keywords", "f@%[1]d: {type: string, maxLength: null, enum: null, required: null, pattern: null}\n"),
		fields("empty-values", "f@%[1]d:\n"),
		fields("unknown-keyword-per-field", "f@%[1]d: {type: string, maxLenght: 3}\n"),
		fields("unknown-keywords-some", "f@%[1]d: {type: string, a1: 3, b2: 4, c3: x, d4: {a: b}}\n"),
		fields("refused-keywords", "f@%[1]d: {type: string, uniqueItems: true, $ref: a, deprecated: true, readOnly: true, id: x, additionalItems: {}, definitions: {}, dependencies: {}}\n"),
		fields("bounds-contradict", "f@%[1]d: {type: string, minLength: 9, maxLength: 3}\ng%[1]d: {type: integer, minimum: 9, maximum: 3}\n"),
		fields("formats-unknown", "f@%[1]d: {type: string, format: dat%[1]d}\n"),
		fields("external-docs", "f@%[1]d: {type: string, externalDocs: {url: 'http://a/%[1]d', description: b}}\n"),
		fields("patterns", "f@%[1]d: {type: string, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?%[1]d$'}\n"),
		fields("patterns-wrong", "f@%[1]d: {type: string, pattern: '^[a-z(%[1]d$'}\n"),
		fields("patterns-counted", "f@%[1]d: {type: string, pattern: '^(([a-z]{1,30}){1,30})$'}\n"),
		spec("pattern-long", func(n int) string { return "type: string\npattern: ^" + strings.Repeat("[a-z]x?", n) + "$\n" }),
		spec("pattern-alternatives", func(n int) string { return "type: string\npattern: ^(" + repeat(n, "abc@%[1]d|") + "x)$\n" }),
		spec("pattern-groups", func(n int) string {
			return "type: string\npattern: " + strings.Repeat(strings.Repeat("(a", 100)+strings.Repeat(")*", 100), max(1, n/10)) + "\n"
		}),
		spec("description-long", func(n int) string { return "type: string\ndescription: >-\n" + repeat(n, "  word %[1]d of many.\n") }),
		spec("description-markdown", func(n int) string {
			return "type: string\ndescription: |\n" + repeat(n, "  * item `%[1]d` **of** [many](http://x) <b>\n  - TODO: more\n\n")
		}),
		spec("description-open-marks", func(n int) string {
			return "type: string\ndescription: \"" + strings.Repeat("`a *b [c (d _e <f ", n) + "\"\n"
		}),
		spec("description-one-word", func(n int) string { return "type: string\ndescription: " + strings.Repeat("word", n) + "\n" }),
		spec("unknown-keywords", func(n int) string { return "type: object\n" + repeat(n, "unknown@%[1]d: 1\n") }),
		spec("unknown-keywords-near", func(n int) string { return "type: object\n" + repeat(n, "propertys%[1]d: 1\n") }),
		spec("unknown-tree", func(n int) string { return "type: object\nunknown:\n" + repeat(n, "  a@%[1]d: {b: 1}\n") }),
		spec("duplicate-keyword", func(n int) string { return "type: object\n" + repeat(n, "description: a%[1]d\n") }),
		fields("duplicate-fields", "same: {type: string}\n"),
		fields("duplicate-pairs", "f@%[1]d: {type: string}\nf@%[1]d: {type: integer}\n"),
		fields("duplicate-inside", "f@%[1]d: {type: string, type: string}\n"),
		spec("pattern-properties", func(n int) string {
			return "type: object\npatternProperties:\n" + repeat(n, "  ^a@%[1]d: {type: string}\n")
		}),
		spec("definitions", func(n int) string {
			return "type: object\ndefinitions:\n" + repeat(n, "  a@%[1]d: {type: string}\n") + "dependencies:\n" + repeat(n, "  a@%[1]d: [b]\n")
		}),
		list("required-unknown", "type: object\nrequired:\n", "- f@%[1]d\n", ""),
		list("required-repeated", "type: object\nrequired:\n", "- f\n", "properties: {f: {type: string}}\n"),
		spec("required-known", func(n int) string {
			return "type: object\nrequired:\n" + repeat(n, "- f@%[1]d\n") + "properties:\n" + repeat(n, "  f@%[1]d: {type: string}\n")
		}),
		spec("required-misspelt", func(n int) string {
			return "type: object\nrequired:\n" + repeat(n, "- feild%[1]dx\n") + "properties:\n" + repeat(n, "  field%[1]d: {type: string}\n")
		}),
		list("list-map-keys-unknown", "type: array\nx-kubernetes-list-type: map\nx-kubernetes-list-map-keys:\n", "- k@%[1]d\n", "items: {type: object, properties: {a: {type: string}}}\n"),
		list("list-map-keys-repeated", "type: array\nx-kubernetes-list-type: map\nx-kubernetes-list-map-keys:\n", "- k\n", "items: {type: object, required: [k], properties: {k: {type: string}}}\n"),
		spec("list-map-keys", func(n int) string {
			return "type: array\nx-kubernetes-list-type: map\nx-kubernetes-list-map-keys:\n" + repeat(n, "- k@%[1]d\n") +
				"items:\n  type: object\n  properties:\n" + repeat(n, "    k@%[1]d: {type: string}\n")
		}),
		spec("list-map-keys-required", func(n int) string {
			return "type: array\nx-kubernetes-list-type: map\nx-kubernetes-list-map-keys:\n" + repeat(n, "- k@%[1]d\n") +
				"items:\n  type: object\n  required:\n" + repeat(n, "  - k@%[1]d\n") + "  properties:\n" + repeat(n, "    k@%[1]d: {type: string}\n")
		}),
		spec("deep-properties", func(n int) string { return chain(n, "f", "type: object\nproperties:\n", "type: string\n") }),
		spec("deep-no-types", func(n int) string { return chain(n, "f", "properties:\n", "unknown: 1\n") }),
		spec("deep-items", func(n int) string {
			return flow(n, 150, "{type: array, items: ", "{type: string}", "}")
		}),
		spec("deep-items-unknown", func(n int) string {
			return flow(n, 300, "{properties: {b: {type: string}, a: {items: ", "{type: string, tpye: a}", "}}}")
		}),
		spec("deep-maps", func(n int) string {
			return flow(n, 150, "{type: object, additionalProperties: ", "{type: string}", "}")
		}),
		spec("too-deep", func(n int) string {
			return "properties:\n  a: " + strings.Repeat("{items: ", n) + "{}" + strings.Repeat("}", n) + "\n"
		}),
		spec("tree", func(n int) string { return tree(n, 4) }),
		besideStatus("beside-status-fields", func(n int) string { return repeat(n, "  f%[1]d: {}\n") }),
		besideStatus("beside-status-deep", func(n int) string {
			const depth = 150
			return repeat(max(1, n/depth), "  f%[1]d: "+strings.Repeat("{items: ", depth)+"{}"+strings.Repeat("}", depth)+"\n")
		}),
	}
	return all
}

// besideStatus is a family of CRDs whose schema says at its root what it may not beside the
// status subresource: the server quotes all of it.
func besideStatus(name string, properties func(n int) string) Family {
	return part(name, func(n int) parts {
		return parts{version: "subresources: {status: {}}\n", schema: "type: object\nnullable: true\nproperties:\n" + properties(n)}
	})
}

// chain is several fields that each lead some way down.
func chain(n int, name, between, end string) string {
	const depth = 30
	var b strings.Builder
	b.WriteString(between)
	for i := range max(1, n/depth) {
		in := 2
		fmt.Fprintf(&b, "  %s@%d:\n", name, i)
		for range depth {
			b.WriteString(indent(in+2, between+"  "+name+":\n"))
			in += 4
		}
		b.WriteString(indent(in+2, end))
	}
	return b.String()
}

// flow is several fields, each of which is nested in itself.
func flow(n, depth int, open, inside, end string) string {
	s := strings.Repeat(open, depth) + inside + strings.Repeat(end, depth)
	return "type: object\nproperties:\n" + repeat(max(1, n/depth), "  f@%[1]d: "+s+"\n")
}

// tree is n fields in objects of a few fields each.
func tree(n, width int) string {
	if n <= width {
		return "type: object\nproperties:\n" + repeat(width, "  leaf@%[1]d: {type: string, description: A leaf.}\n")
	}
	var b strings.Builder
	b.WriteString("type: object\nproperties:\n")
	sub := indent(4, tree(n/width, width))
	for i := range width {
		fmt.Fprintf(&b, "  branch%d:\n%s", i, sub)
	}
	return b.String()
}
