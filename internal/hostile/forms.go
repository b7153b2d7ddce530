package hostile

import (
	"fmt"
	"strings"
)

// forms are the families of the ways in which YAML is written.
func forms() []Family {
	text := func(name string, of func(n int) string) Family { return Family{Name: name, CRD: of} }
	plain := parts{}.text()
	return []Family{
		fields("ignore-comments", "f@%[1]d: {type: strin} # crdtool:ignore description-missing of field %[1]d\n"),
		spec("ignore-comments-above", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  # crdtool:ignore description-missing number %[1]d\n") + repeat(n, "  f@%[1]d: {type: strin, title: 'a'}\n")
		}),
		fields("anchors", "f@%[1]d: &a%[1]d {type: string}\ng%[1]d: *a%[1]d\n"),
		list("aliases", "type: object\nproperties:\n  a: &a {type: string}\n", "  f@%[1]d: *a\n", ""),
		list("aliases-large", "type: object\nproperties:\n  a: &a {type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}\n", "  f@%[1]d: *a\n", ""),
		list("merge-keys", "type: object\nproperties:\n  a: &a {type: string, maxLength: 3}\n", "  f@%[1]d: {<<: *a, minLength: 2}\n", ""),
		spec("merge-chain", func(n int) string {
			return "type: object\nproperties:\n  a0: &a0 {type: string}\n" + repeat(n, "  b%[1]d: &b%[1]d {<<: [*a0, *a0], x%[1]d: 1}\n")
		}),
		spec("alias-bomb", func(n int) string {
			var b strings.Builder
			b.WriteString("type: object\nexample:\n- &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n")
			for i := range n {
				fmt.Fprintf(&b, "- &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n", i+1, i, i, i, i, i)
			}
			return b.String()
		}),
		text("flow-deep", func(n int) string { return plain + "x: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }),
		text("flow-open", func(n int) string { return plain + "x: " + strings.Repeat("[", n) + "\n" }),
		text("flow-open-maps", func(n int) string { return plain + "x: " + strings.Repeat("{a: ", n) + "\n" }),
		text("block-deep", func(n int) string { return plain + "x:\n" + strings.Repeat("- ", n) + "a\n" }),
		text("keys-complex", func(n int) string { return plain + "x:\n" + repeat(n, "  ? [a%[1]d]\n  : b\n") }),
		text("comments", func(n int) string { return repeat(n, "# a comment %[1]d\n") + plain }),
		spec("comments-inside", func(n int) string {
			return "type: object\n# one\n" + repeat(n, "# comment %[1]d\n") + "description: a\n"
		}),
		fields("comments-of-fields", "# f%[1]d is a field\nf@%[1]d: {type: string} # here\n# after\n"),
		fields("ignore-comments-next-line", "# crdtool:ignore-next-line unbounded-string\nf@%[1]d: {} # crdtool:ignore description-missing\n"),
		fields("ignore-comments-unused", "f@%[1]d: {type: string, maxLength: 3} # crdtool:ignore a-rule-%[1]d, structural-type -- for now\n"),
		text("ignore-comments-file", func(n int) string { return repeat(n, "# crdtool:ignore-file rule-%[1]d\n") + plain }),
		text("ignore-comment-long", func(n int) string {
			return "# crdtool:ignore-file " + repeat(n, "rule-%[1]d,") + "x\n" + plain
		}),
		text("separators", func(n int) string { return plain + strings.Repeat("---\n", n) }),
		text("documents", func(n int) string {
			return plain + repeat(n, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a%[1]d}\n")
		}),
		text("crds", func(n int) string { return crds(n, "---\n") }),
		text("crds-same", func(n int) string { return strings.Repeat(plain+"---\n", n) }),
		text("crds-json", func(n int) string {
			return repeat(n, `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things%[1]d.example.com"}}`+"\n")
		}),
		text("crds-list", func(n int) string {
			return "apiVersion: v1\nkind: List\nitems:\n" + repeat(n, "- {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a%[1]d.example.com}, spec: {group: example.com, scope: Namespaced, names: {kind: A%[1]d, plural: a%[1]d}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}}\n")
		}),
		text("crds-short-names-clash", func(n int) string {
			return repeat(n, "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a%[1]d.example.com}\nspec: {group: example.com, scope: Namespaced, names: {kind: A%[1]d, plural: a%[1]d, shortNames: [same]}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n")
		}),
		text("crds-names-of-groups", func(n int) string {
			return repeat(n, "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.e%[1]d.com}\nspec: {group: e%[1]d.com, scope: Namespaced, names: {kind: A, plural: as, shortNames: [same], categories: [same, as]}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n")
		}),
		spec("block-scalars", func(n int) string { return "type: object\nenum:\n" + repeat(n, "- |\n  a %[1]d\n  b\n") }),
		spec("block-scalar-long", func(n int) string { return "type: string\ndescription: |\n" + repeat(n, "  line %[1]d\n") }),
		spec("block-scalar-blank", func(n int) string { return "type: string\ndescription: |\n  a\n" + strings.Repeat("\n", n) + "  b\n" }),
		spec("plain-multiline", func(n int) string { return "type: string\ndescription: a\n" + repeat(n, "  word %[1]d\n") }),
		spec("quoted-multiline", func(n int) string {
			return "type: string\ndescription: \"a\n" + repeat(n, "  word %[1]d\n\n") + "  b\"\n"
		}),
		spec("quoted-escapes", func(n int) string {
			return "type: string\ndescription: \"" + strings.Repeat(`\u00e9\n\t\"`, n) + "\"\n"
		}),
		spec("single-quotes", func(n int) string { return "type: string\ndescription: '" + strings.Repeat("''", n) + "'\n" }),
		spec("quote-open", func(n int) string { return "type: string\ndescription: \"" + repeat(n, "a%[1]d\n    ") + "\n" }),
		spec("tabs", func(n int) string { return "type: object\nproperties:\n" + repeat(n, "\tf@%[1]d: {type: string}\n") }),
		spec("tabs-behind", func(n int) string { return "type: object\nproperties:\n" + repeat(n, "  f@%[1]d: {type: string}\t\n") }),
		spec("bad-indent", func(n int) string { return "type: object\nproperties:\n" + repeat(n, "   f@%[1]d: a: b\n  g:\n") }),
		spec("tags", func(n int) string { return "type: object\nenum:\n" + repeat(n, "- !!str %[1]d\n- !x a\n- !!int a\n") }),
		spec("not-json", func(n int) string { return "type: object\nenum:\n" + repeat(n, "- .nan\n- .inf\n") }),
		spec("numbers-large", func(n int) string { return "type: integer\nenum:\n" + repeat(n, "- 1%[1]d00000000000000000000000\n") }),
		spec("number-long", func(n int) string { return "type: number\nmaximum: 1" + strings.Repeat("0", n) + "\n" }),
		fields("templates", "f@%[1]d: {{ .Values.a%[1]d }}\n"),
		spec("flow-lines", func(n int) string {
			return "{type: object, properties: {\n" + repeat(n, "  f@%[1]d: {type: string},\n") + "}}\n"
		}),
		spec("one-line", func(n int) string {
			return "{type: object, properties: {" + repeat(n, "f@%[1]d: {type: string}, ") + "}}\n"
		}),
		spec("one-line-wrong", func(n int) string {
			return "{type: object, properties: {" + repeat(n, "f@%[1]d: {type: strng}, ") + "}}\n"
		}),
		text("json", func(n int) string { return json(n, ``) }),
		text("json-wrong", func(n int) string { return json(n, `, "typ": 1`) }),
		text("json-lines", func(n int) string { return strings.ReplaceAll(json(n, ``), ",", ",\n") }),
		text("crlf", func(n int) string { return strings.ReplaceAll(fields("", "f@%[1]d: {}\n").CRD(n), "\n", "\r\n") }),
		text("wide-characters", func(n int) string {
			return strings.ReplaceAll(spec("", func(n int) string { return "{type: object, properties: {" + repeat(n, "é世%[1]d: {}, ") + "}}\n" }).CRD(n), "\n", "\u0085")
		}),
		spec("wide-characters-one-line", func(n int) string { return "{type: object, properties: {" + repeat(n, "é世%[1]d: {}, ") + "}}\n" }),
		text("garbage", func(n int) string { return strings.Repeat("a: b: c\n", n) }),
		text("colons", func(n int) string { return plain + "x: " + strings.Repeat("a:b:", n) + "\n" }),
		text("question-marks", func(n int) string { return plain + strings.Repeat("? ", n) + "\n" }),
		text("dashes", func(n int) string { return plain + "x:\n" + strings.Repeat("-\n", n) }),
	}
}

// crds are CRDs of different names.
func crds(n int, between string) string {
	plain := parts{}.text()
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(plain, "things", fmt.Sprintf("things%d", i)), "Thing\n", fmt.Sprintf("Thing%d\n", i)))
		b.WriteString(between)
	}
	return b.String()
}

// json is a CRD in one line of JSON.
func json(n int, more string) string {
	return `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"}, ` +
		`"spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"}, "versions": [` +
		`{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {` +
		repeat(n, `"f@%[1]d": {"type": "string"`+more+`}, `) + `"last": {"type": "string"}}}}}]}}` + "\n"
}
