package hostile

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random is a family that a number chooses: some keywords together, repeated, nested or
// listed. The other families are each made for something that may take long; this one is for
// what nobody has thought of.
func Random(seed uint64) Family {
	return Family{Name: fmt.Sprintf("random-%d", seed), CRD: func(n int) string {
		r := rand.New(rand.NewPCG(seed, 1))
		return random{r}.crd(n)
	}}
}

// random makes parts of a CRD. What it makes of the same numbers is the same but for how
// often it is repeated.
type random struct{ *rand.Rand }

func (r random) one(of ...string) string { return of[r.IntN(len(of))] }

// sometimes is a text in one of so many cases, and "" in the others.
func (r random) sometimes(n int, text string) string {
	if r.IntN(n) > 0 {
		return ""
	}
	return text
}

func (r random) crd(n int) string {
	p := parts{
		version: r.sometimes(4, "subresources: {status: {}}\n") + r.sometimes(4, "additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.f0}]\n"),
		spec:    r.sometimes(8, "preserveUnknownFields: true\n"),
	}
	root := "type: object\n" + r.sometimes(8, "nullable: true\n") + r.sometimes(8, "x-kubernetes-preserve-unknown-fields: true\n") + "properties:\n"
	spec := "type: object\n"
	for _, k := range r.keywords(r.IntN(3)) {
		if !strings.HasPrefix(k, "type:") {
			spec += strings.ReplaceAll(k, "%[1]d", "0") + "\n"
		}
	}
	switch r.IntN(8) {
	case 0, 1:
		spec += "properties:\n" + repeat(n, "  f@%[1]d: "+r.schema(3)+"\n")
	case 2:
		spec += r.one("allOf", "oneOf", "anyOf") + ":\n" + repeat(n, "- "+r.schema(3)+"\n")
	case 3:
		spec += r.list(n)
	case 4:
		schema := r.schema(2)
		p.after = repeat(n, "  - name: v@%[1]d\n    served: true\n    storage: false\n    schema: {openAPIV3Schema: {type: object, properties: {spec: "+schema+"}}}\n")
	default:
		spec += "properties:\n" + r.nested(n)
	}
	if !strings.Contains(spec, "\nproperties:") {
		spec += "properties: {f0: {type: string}, f1: {type: array, items: {type: string}}}\n"
	}
	p.schema = root + "  spec:\n" + indent(4, spec)
	return p.text()
}

// list is a keyword with a list.
func (r random) list(n int) string {
	switch r.IntN(5) {
	case 0:
		return "enum:\n" + repeat(n, "- "+r.value(2)+"\n")
	case 1:
		return "required:\n" + repeat(n, "- f@%[1]d\n")
	case 2:
		return "x-kubernetes-validations:\n" + repeat(n, "- {rule: \""+r.rule()+"\""+r.sometimes(2, ", message: a%[1]d")+"}\n")
	case 3:
		return "default:\n" + repeat(n, "  f@%[1]d: "+r.value(3)+"\n")
	}
	return r.one("patternProperties", "definitions", "dependencies") + ":\n" + repeat(n, "  a@%[1]d: "+r.schema(2)+"\n")
}

// nested is fields whose schemas lead some way down by some keywords in turn.
func (r random) nested(n int) string {
	depth := []int{5, 20, 60, 200, 400}[r.IntN(5)]
	var open, end [3]string
	turns := 1 + r.IntN(len(open))
	for i := range turns {
		var with strings.Builder
		for _, k := range r.keywords(r.IntN(3)) {
			with.WriteString(k + ", ")
		}
		way := r.one("items: ", "additionalProperties: ", "properties: {a: ", "not: ", "allOf: [", "anyOf: [{minLength: 1}, ", "oneOf: [", "properties: {b: {type: string}, a: ")
		open[i], end[i] = "{"+with.String()+way, strings.Repeat("}", strings.Count(way, "{")-strings.Count(way, "}"))+strings.Repeat("]", strings.Count(way, "["))+"}"
	}
	inside := r.schema(1)
	var b strings.Builder
	var ends []string
	for i := range depth {
		b.WriteString(open[i%turns])
		ends = append(ends, end[i%turns])
	}
	b.WriteString(inside)
	for i := range ends {
		b.WriteString(ends[len(ends)-1-i])
	}
	return repeat(max(1, n/depth), "  f@%[1]d: "+b.String()+"\n")
}

// schema is one in braces, with others in it.
func (r random) schema(depth int) string {
	keywords := r.keywords(1 + r.IntN(4))
	if depth > 0 && r.IntN(2) == 0 {
		keywords = append(keywords, r.one(
			"properties: {a: "+r.schema(depth-1)+", b%[1]d: "+r.schema(depth-1)+"}",
			"items: "+r.schema(depth-1), "additionalProperties: "+r.schema(depth-1), "not: "+r.schema(depth-1),
			"allOf: ["+r.schema(depth-1)+", "+r.schema(depth-1)+"]", "anyOf: ["+r.schema(depth-1)+"]", "oneOf: ["+r.schema(depth-1)+", "+r.schema(depth-1)+"]"))
	}
	return "{" + strings.Join(keywords, ", ") + "}"
}

// keywords are some of which no two are the same one.
func (r random) keywords(n int) []string {
	var some []string
	seen := map[string]bool{}
	for range n {
		k := r.keyword()
		name, _, _ := strings.Cut(k, ":")
		if !seen[name] {
			seen[name] = true
			some = append(some, k)
		}
	}
	return some
}

func (r random) keyword() string {
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		return "type: " + r.one("string", "string", "integer", "object", "object", "array", "boolean", "number", "strng")
	case 4:
		return r.one("minLength: 2", "maxLength: 5", "minItems: 1", "maxItems: 3", "minProperties: 1", "maxProperties: 4", "minimum: 1", "maximum: 9", "multipleOf: 2",
			"exclusiveMinimum: true", "maxLength: %[1]d", "minimum: %[1]d")
	case 5:
		return r.one("pattern: '^[a-z]+$'", "pattern: '^a%[1]d'", "pattern: '('", "format: date", "format: int64", "format: x%[1]d", "enum: [a, b%[1]d]", "enum: [1, 2, null]")
	case 6:
		return r.one("default: ", "example: ", "default: ") + r.value(2)
	case 7:
		return r.one("nullable: true", "required: [a]", "required: [a, b%[1]d, c]", "uniqueItems: true", "title: T", "unknown%[1]d: 1", "nullable: 1", "$ref: x")
	case 8:
		return r.one("description: Some words about a field, such as %[1]d.", "description: a")
	case 9:
		return r.one("x-kubernetes-preserve-unknown-fields: true", "x-kubernetes-int-or-string: true", "x-kubernetes-embedded-resource: true",
			"x-kubernetes-list-type: set", "x-kubernetes-list-type: map", "x-kubernetes-list-type: atomic", "x-kubernetes-map-type: atomic", "x-kubernetes-list-map-keys: [a]")
	case 10:
		return "x-kubernetes-validations: [{rule: \"" + r.rule() + "\"}]"
	}
	return r.one("additionalProperties: {type: string}", "additionalProperties: false", "items: {type: string}", "properties: {a: {type: string, default: x}}", "properties: {a: {}, b: {type: integer}}")
}

func (r random) rule() string {
	return r.one("self == oldSelf", "self.size() > 0", "has(self.a)", "self.all(x, x.size() > %[1]d)", "self.a == 'b%[1]d'", "self > 3", "!has(self.f%[1]d) || has(self.a)",
		"self.exists(x, self.exists(y, x == y))", "self.matches('^a%[1]d$')", "self.f0 == 'a'", "self +", "isURL(self)")
}

// value is one of JSON.
func (r random) value(depth int) string {
	if depth == 0 || r.IntN(2) == 0 {
		return r.one("a", "b%[1]d", "1", "%[1]d", "null", "true", "{}", "[]", "1.5", "''")
	}
	return r.one("{a: "+r.value(depth-1)+"}", "{a: "+r.value(depth-1)+", b%[1]d: "+r.value(depth-1)+"}", "["+r.value(depth-1)+", "+r.value(depth-1)+"]")
}
