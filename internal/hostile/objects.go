package hostile

import "strings"

// stored is the CRD of all objects. It has a field for each of the things that
// objects can have many of.
func stored(int) string {
	return parts{version: "subresources: {status: {}}\nadditionalPrinterColumns:\n- {name: A, type: string, jsonPath: '.spec.listMap[*].name'}\n", schema: `type: object
properties:
  spec:
    type: object
    properties:
      map: {type: object, additionalProperties: {type: string, maxLength: 20}}
      list: {type: array, items: {type: string, maxLength: 20}}
      set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
      listMap:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [name, port]
        items:
          type: object
          required: [name]
          properties:
            name: {type: string}
            port: {type: integer, default: 80}
            value: {type: string, maxLength: 5}
            more: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, value: {type: integer}}}}
      atomic: {type: array, x-kubernetes-list-type: atomic, items: {type: object, properties: {name: {type: string}, value: {type: integer, maximum: 5}}}}
      objectMap: {type: object, additionalProperties: {type: object, required: [a], properties: {a: {type: string}, b: {type: string, default: x}, c: {type: object, default: {}, properties: {d: {type: integer, default: 1}}}}}}
      pattern: {type: string, pattern: '^([a-z]+-?)*$'}
      patterns: {type: array, items: {type: string, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$'}}
      enums: {type: array, items: {type: string, enum: [a, b, c]}}
      formats: {type: array, items: {type: string, format: date-time}}
      numbers: {type: array, items: {type: integer, format: int32, minimum: 1}}
      nullable: {type: array, items: {type: string, nullable: true}}
      nullableMap: {type: object, additionalProperties: {type: string, nullable: true, default: a}}
      embedded: {type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}
      any: {x-kubernetes-preserve-unknown-fields: true}
      choice:
        type: array
        items:
          type: object
          properties: {a: {type: string}, b: {type: string}}
          oneOf: [{required: [a]}, {required: [b]}]
          anyOf: [{required: [a]}, {required: [b]}]
          not: {properties: {a: {enum: [no]}}, required: [a]}
      intOrString: {type: array, items: {x-kubernetes-int-or-string: true}}
      ruled: {type: array, maxItems: 1000, items: {type: object, properties: {v: {type: integer}}, x-kubernetes-validations: [{rule: self.v > 0, message: v is not positive}]}}
      ruledMap: {type: object, maxProperties: 1000, additionalProperties: {type: string, maxLength: 10, x-kubernetes-validations: [{rule: self == oldSelf}]}}
  status:
    type: object
    x-kubernetes-preserve-unknown-fields: true
`}.text()
}

// object is the text of one of them.
func object(metadata, spec string) string {
	return "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: a\n  namespace: default\n" + indent(2, metadata) + "spec:\n" + indent(2, spec)
}

// grown is a family of objects in whose spec a field grows.
func grown(name, before, format string) Family {
	return Family{Name: name, CRD: stored, Object: func(n int) string { return object("", before+repeat(n, format)) }}
}

// described is a family of objects whose metadata grows.
func described(name, before, format string) Family {
	return Family{Name: name, CRD: stored, Object: func(n int) string { return object(before+repeat(n, format), "list: [a]\n") }}
}

func objects() []Family {
	of := func(name string, spec func(n int) string) Family {
		return Family{Name: name, CRD: stored, Object: func(n int) string { return object("", spec(n)) }}
	}
	text := func(name string, of func(n int) string) Family { return Family{Name: name, CRD: stored, Object: of} }
	return []Family{
		grown("object-map", "map:\n", "  k%[1]d: v\n"),
		grown("object-map-wrong", "map:\n", "  k%[1]d: 1\n"),
		grown("object-map-too-long", "map:\n", "  k%[1]d: abcdefghijklmnopqrstuvwxyz\n"),
		grown("object-map-null", "map:\n", "  k%[1]d: null\n"),
		grown("object-map-duplicate", "map:\n", "  same: v%[1]d\n"),
		grown("object-map-duplicates", "map:\n", "  k%[1]d: v\n  k%[1]d: w\n"),
		grown("object-list", "list:\n", "- v%[1]d\n"),
		grown("object-list-wrong", "list:\n", "- 1\n"),
		grown("object-list-null", "list:\n", "- null\n"),
		grown("object-list-too-long", "list:\n", "- abcdefghijklmnopqrstuvwxyz\n"),
		grown("object-set", "set:\n", "- v%[1]d\n"),
		grown("object-set-same", "set:\n", "- same\n"),
		grown("object-set-pairs", "set:\n", "- v%[1]d\n- v%[1]d\n"),
		grown("object-set-mixed", "set:\n", "- v%[1]d\n- {a: %[1]d}\n"),
		grown("object-list-map", "listMap:\n", "- {name: a%[1]d, value: b}\n"),
		grown("object-list-map-same", "listMap:\n", "- {name: a, port: 80, value: b}\n"),
		grown("object-list-map-pairs", "listMap:\n", "- {name: a%[1]d}\n- {name: a%[1]d}\n"),
		grown("object-list-map-no-key", "listMap:\n", "- {value: b}\n"),
		grown("object-list-map-wrong", "listMap:\n", "- {name: a%[1]d, port: x, value: abcdefg}\n"),
		grown("object-list-map-nested", "listMap:\n", "- {name: a%[1]d, more: [{name: a, value: 1}, {name: b, value: x}]}\n"),
		grown("object-unknown-fields", "", "unknown%[1]d: 1\n"),
		grown("object-unknown-fields-near", "", "lisst%[1]d: 1\n"),
		grown("object-unknown-in-items", "listMap:\n", "- {name: a%[1]d, vlaue: b, unknown: 1}\n"),
		grown("object-unknown-in-maps", "objectMap:\n", "  k%[1]d: {a: b, z: {y: 1}}\n"),
		grown("object-missing-required", "objectMap:\n", "  k%[1]d: {}\n"),
		grown("object-defaults", "objectMap:\n", "  k%[1]d: {a: b}\n"),
		grown("object-duplicate-in-items", "listMap:\n", "- {name: a%[1]d, name: b%[1]d}\n"),
		grown("object-patterns", "patterns:\n", "- abc-%[1]d\n"),
		grown("object-patterns-wrong", "patterns:\n", "- ABC-%[1]d\n"),
		grown("object-enums-wrong", "enums:\n", "- x%[1]d\n"),
		grown("object-formats-wrong", "formats:\n", "- x%[1]d\n"),
		grown("object-numbers-wrong", "numbers:\n", "- -9%[1]d\n- 1.5\n- 99999999999\n"),
		grown("object-nullable", "nullable:\n", "- null\n"),
		grown("object-nullable-map", "nullableMap:\n", "  k%[1]d: null\n"),
		grown("object-embedded", "embedded:\n", "- {apiVersion: v1, kind: A, metadata: {name: a%[1]d, labels: {a: b}}, spec: {a: 1}}\n"),
		grown("object-embedded-wrong", "embedded:\n", "- {apiVersion: v1, metadata: {name: A_%[1]d, labels: {'-': b}, unknown: 1}}\n"),
		grown("object-choice", "choice:\n", "- {a: x%[1]d}\n"),
		grown("object-choice-wrong", "choice:\n", "- {a: no, b: %[1]d}\n- {}\n"),
		grown("object-int-or-string", "intOrString:\n", "- %[1]d\n- a%[1]d\n- 1.5\n"),
		grown("object-rules", "ruled:\n", "- {v: 1%[1]d}\n"),
		grown("object-rules-fail", "ruled:\n", "- {v: -1}\n"),
		grown("object-any-map", "any:\n", "  k%[1]d: [1, {a: b}]\n"),
		grown("object-any-list", "any:\n", "- {a: %[1]d, b: 1.5}\n"),
		of("object-any-deep", func(n int) string {
			return "any:\n" + repeat(max(1, n/100), "- "+strings.Repeat("{a: ", 100)+"%[1]d"+strings.Repeat("}", 100)+"\n")
		}),
		of("object-any-too-deep", func(n int) string { return "any: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }),
		of("object-string-long", func(n int) string { return "list: [" + strings.Repeat("x", n) + "]\n" }),
		of("object-pattern-long", func(n int) string { return "pattern: " + strings.Repeat("ab-", n) + "1\n" }),
		of("object-aliases", func(n int) string { return "any:\n- &a {a: b, c: [1, 2, 3]}\n" + strings.Repeat("- *a\n", n) }),
		of("object-wrong-aliases", func(n int) string { return "list:\n- &a {a: b, c: [1, 2, 3]}\n" + strings.Repeat("- *a\n", n) }),
		of("object-one-line", func(n int) string { return "map: {" + repeat(n, "k%[1]d: 1, ") + "}\n" }),
		of("object-one-line-list", func(n int) string { return "list: [" + repeat(n, "%[1]d, ") + "]\n" }),
		described("object-labels", "labels:\n", "  l%[1]d: v\n"),
		described("object-labels-wrong", "labels:\n", "  -l%[1]d/: a b\n"),
		described("object-labels-numbers", "labels:\n", "  l%[1]d: 1\n"),
		described("object-annotations", "annotations:\n", "  a%[1]d: v\n"),
		described("object-finalizers", "finalizers:\n", "- a%[1]d\n"),
		described("object-owners", "ownerReferences:\n", "- {apiVersion: v1, kind: A, name: a%[1]d, uid: u%[1]d}\n"),
		described("object-owners-wrong", "ownerReferences:\n", "- {apiVersion: v1, controller: true, uid: a}\n"),
		described("object-managed-fields", "managedFields:\n", "- {manager: a%[1]d, operation: Update, apiVersion: example.com/v1, time: '2020-01-01T00:00:00Z', fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:list': {}}}}\n"),
		described("object-managed-field", "managedFields:\n- manager: a\n  operation: Update\n  apiVersion: example.com/v1\n  fieldsType: FieldsV1\n  fieldsV1:\n", "    f:a%[1]d: {'f:b': {}}\n"),
		described("object-metadata-unknown", "", "x%[1]d: v\n"),
		text("objects", func(n int) string {
			return repeat(n, "---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a%[1]d}\nspec: {list: [1]}\n")
		}),
		text("objects-list", func(n int) string {
			return "apiVersion: v1\nkind: List\nitems:\n" + repeat(n, "- {apiVersion: example.com/v1, kind: Thing, metadata: {name: a%[1]d}, spec: {map: {a: b}}}\n")
		}),
		text("objects-same", func(n int) string {
			return repeat(n, "---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n")
		}),
		text("objects-webhooks", func(n int) string {
			return "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: 1\n---\n" +
				"apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: a}\nwebhooks:\n" +
				repeat(n, "- {name: a%[1]d, rules: [{operations: [CREATE], apiGroups: [example.com], resources: [things]}]}\n")
		}),
		text("objects-no-crd", func(n int) string {
			return repeat(n, "---\napiVersion: example.com/v1\nkind: Thingy%[1]d\nmetadata: {name: a%[1]d}\n")
		}),
		text("objects-no-version", func(n int) string {
			return repeat(n, "---\napiVersion: example.com/v%[1]d\nkind: Thing\nmetadata: {name: a%[1]d}\n")
		}),
		of("object-and-comments", func(n int) string { return "list:\n" + repeat(n, "# a\n- b%[1]d # c\n") }),
	}
}

// updates are the families of objects that replace others.
func updates() []Family {
	update := func(name string, now, before func(n int) string) Family {
		return Family{
			Name: name, CRD: stored,
			Object: func(n int) string { return object("", now(n)) },
			Live:   func(n int) string { return object("", before(n)) },
		}
	}
	lines := func(before, format string) func(int) string {
		return func(n int) string { return before + repeat(n, format) }
	}
	reversed := func(before, format string) func(int) string {
		return func(n int) string {
			lines := strings.SplitAfter(repeat(n, format), "\n")
			var b strings.Builder
			b.WriteString(before)
			for i := len(lines) - 1; i >= 0; i-- {
				b.WriteString(lines[i])
			}
			return b.String()
		}
	}
	const (
		item  = "- {name: a%[1]d, value: abcdefg}\n"
		other = "- {name: a%[1]d, value: abcdefh}\n"
	)
	return []Family{
		update("update-list-map-equal", lines("listMap:\n", item), lines("listMap:\n", item)),
		update("update-list-map-reversed", reversed("listMap:\n", item), lines("listMap:\n", item)),
		update("update-list-map-changed", lines("listMap:\n", other), lines("listMap:\n", item)),
		update("update-list-map-new-keys", lines("listMap:\n", strings.Replace(item, "a%", "b%", 1)), lines("listMap:\n", item)),
		update("update-list-map-nested", lines("listMap:\n", "- {name: a%[1]d, more: [{name: x, value: 1}, {name: y, value: bad}]}\n"), lines("listMap:\n", "- {name: a%[1]d, more: [{name: y, value: bad}, {name: x, value: 2}]}\n")),
		update("update-list-map-pairs", lines("listMap:\n", "- {name: a%[1]d}\n- {name: a%[1]d}\n"), lines("listMap:\n", "- {name: a%[1]d}\n- {name: a%[1]d}\n")),
		update("update-list-shifted", lines("list:\n- 0\n", "- %[1]d\n"), lines("list:\n", "- %[1]d\n")),
		update("update-set", reversed("set:\n", "- %[1]d\n"), lines("set:\n", "- %[1]d\n")),
		update("update-set-pairs", lines("set:\n", "- a%[1]d\n- a%[1]d\n"), lines("set:\n", "- a%[1]d\n- a%[1]d\n")),
		update("update-atomic", reversed("atomic:\n", "- {name: a%[1]d, value: 9}\n"), lines("atomic:\n", "- {name: a%[1]d, value: 9}\n")),
		update("update-map-wrong", lines("map:\n", "  k%[1]d: 1\n"), lines("map:\n", "  k%[1]d: 1\n")),
		update("update-map-changed", lines("map:\n", "  k%[1]d: 1\n"), lines("map:\n", "  k%[1]d: 2\n")),
		update("update-map-rules", lines("ruledMap:\n", "  k%[1]d: a\n"), lines("ruledMap:\n", "  k%[1]d: b\n")),
		update("update-rules", lines("ruled:\n", "- {v: -1}\n"), lines("ruled:\n", "- {v: -1}\n")),
		update("update-objects", lines("objectMap:\n", "  k%[1]d: {b: 1}\n"), lines("objectMap:\n", "  k%[1]d: {b: 1, c: {d: x}}\n")),
		update("update-any", lines("any:\n", "- {a: %[1]d}\n"), lines("any:\n", "- {a: %[1]d}\n")),
		update("update-choice", lines("choice:\n", "- {a: no, b: x}\n"), lines("choice:\n", "- {a: no, b: x}\n")),
	}
}
