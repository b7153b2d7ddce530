package schemadiff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

func read(t *testing.T, text string) *schematree.Tree {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return schematree.New(s, finding.Root("s"))
}

// The changes of a field a of the object, as the place, the values and the effect.
func TestEffects(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"type: integer, maximum: 5", "type: integer, maximum: 6, exclusiveMaximum: true", []string{"maximum widens", "exclusiveMaximum widens"}},
		{"type: integer, minimum: 5", "type: integer, minimum: 5, exclusiveMinimum: true", []string{"exclusiveMinimum narrows"}},
		{"type: integer", "type: integer, exclusiveMinimum: true", []string{"exclusiveMinimum same"}},
		{"type: integer, minimum: 1", "type: integer, minimum: 0.5", []string{"minimum narrows"}},
		{"type: number, minimum: 0.5, exclusiveMinimum: true", "type: number, minimum: 0.9", []string{"minimum widens, narrows", "exclusiveMinimum widens, narrows"}},
		{"type: string", "type: string, minLength: 0", []string{"minLength same"}},
		{"type: string, minLength: 2", "type: string, minLength: 1", []string{"minLength widens"}},
		{"type: object, maxProperties: 2", "type: object, maxProperties: 1", []string{"maxProperties narrows"}},
		{"type: integer, multipleOf: 6", "type: integer, multipleOf: 3", []string{"multipleOf widens, narrows"}},
		{"type: string, pattern: a", "type: string, pattern: b", []string{"pattern widens, narrows"}},
		{"type: string, pattern: a", "type: string", []string{"pattern widens"}},
		{"type: string, format: date", "type: string, format: uuid", []string{"format widens, narrows"}},
		{"type: string, enum: [a, b]", "type: string, enum: [b, a]", []string{"enum same"}},
		{"type: string, enum: [a, b]", "type: string, enum: [b, c]", []string{"enum widens, narrows"}},
		{"type: string, enum: [a]", "type: string", []string{"enum widens"}},
		{"type: string, nullable: true", "type: string", []string{"nullable narrows"}},
		{"type: integer", "type: number", []string{"type widens"}},
		{"type: integer, format: double", "type: number, format: double", []string{"type widens, narrows"}},
		{"type: integer", "type: string", []string{"type widens, narrows"}},
		{"type: integer", "x-kubernetes-int-or-string: true", []string{"type widens", "x-kubernetes-int-or-string widens"}},
		{"type: string, default: a", "type: string, default: b", []string{"default meaning"}},
		{"type: string, description: a", "type: string, title: b", []string{"title documents", "description documents"}},
		{"type: object, required: [a, b]", "type: object, required: [b, c]", []string{"required a widens", "required c narrows"}},
		{"type: object, required: [a, b]", "type: object, required: [b, a]", []string{"required same"}},
		{"type: object", "type: object, properties: {a: {type: string}}", []string{"properties a widens"}},
		{"type: object", "type: object, properties: {a: {type: string, default: b}}", []string{"properties a widens, meaning"}},
		{"type: object, x-kubernetes-preserve-unknown-fields: true", "type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}", []string{"properties a narrows"}},
		{"type: object, additionalProperties: true", "type: object, additionalProperties: true, properties: {a: {type: string}}", []string{"properties a widens, narrows"}},
		{"type: object, additionalProperties: {type: string}", "type: object, properties: {a: {type: integer}}", []string{"additionalProperties narrows", "properties a same", "type widens, narrows"}},
		{"type: object, additionalProperties: {type: string}", "type: object, x-kubernetes-preserve-unknown-fields: true", []string{"x-kubernetes-preserve-unknown-fields widens", "additionalProperties widens"}},
		{"type: object", "type: object, x-kubernetes-embedded-resource: true", []string{"x-kubernetes-embedded-resource widens, narrows, meaning"}},
		{"type: array, items: {type: string}", "type: array, items: {type: string}, x-kubernetes-list-type: atomic", []string{"x-kubernetes-list-type same"}},
		{"type: array, items: {type: string}", "type: array, items: {type: string}, x-kubernetes-list-type: set", []string{"x-kubernetes-list-type narrows, meaning"}},
		{"type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a]", "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b]", []string{"x-kubernetes-list-map-keys widens, meaning"}},
		{"type: object", "type: object, x-kubernetes-map-type: granular", []string{"x-kubernetes-map-type same"}},
		{"type: object", "type: object, x-kubernetes-map-type: atomic", []string{"x-kubernetes-map-type meaning"}},
		{"type: integer, allOf: [{minimum: 1}]", "type: integer, allOf: [{maximum: 1}, {minimum: 1}]", []string{"allOf narrows"}},
		{"type: integer, anyOf: [{minimum: 1}]", "type: integer, anyOf: [{maximum: 1}, {minimum: 1}]", []string{"anyOf widens"}},
		{"type: integer, oneOf: [{minimum: 1}]", "type: integer, oneOf: [{maximum: 1}, {minimum: 1}]", []string{"oneOf widens, narrows"}},
		{"type: integer, oneOf: [{minimum: 1}, {maximum: 1}]", "type: integer, oneOf: [{maximum: 1}, {minimum: 1}]", []string{"oneOf same"}},
		{"type: integer, not: {minimum: 1}", "type: integer", []string{"not widens"}},
	} {
		old, new := read(t, "{type: object, properties: {a: {"+c.old+"}}}"), read(t, "{type: object, properties: {a: {"+c.new+"}}}")
		var got []string
		for _, change := range schemadiff.Compare(old, new) {
			got = append(got, strings.Join(strings.Fields(fmt.Sprint(change.Keyword, " ", change.Name, " ", change.Effect)), " "))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s to %s: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

// Rules are compared one by one; what stands beside the same rule as before is
// taken for that rule.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"{rule: a}", "{rule: a}, {rule: b}", []string{"[] [1] narrows"}},
		{"{rule: a}, {rule: b}", "{rule: b}", []string{"[0] [] widens"}},
		{"{rule: a}, {rule: b}", "{rule: b}, {rule: a}", []string{"[] [] same"}},
		{"{rule: a}, {rule: b}", "{rule: x}, {rule: a}, {rule: c}", []string{"[] [0] narrows", "[1] [2] widens, narrows"}},
		{"{rule: a}, {rule: b}, {rule: c}", "{rule: b}, {rule: c}, {rule: d}", []string{"[0] [] widens", "[] [2] narrows"}},
		{"{rule: a}, {rule: b}", "{rule: c}, {rule: d}", []string{"[0] [0] widens, narrows", "[1] [1] widens, narrows"}},
		{"{rule: a}", "{rule: a, message: m}", []string{"[0] [0] documents"}},
		{"{rule: a}", "{rule: a, reason: FieldValueInvalid}", []string{"[0] [0] meaning"}},
		{"{rule: a}", "{rule: a, optionalOldSelf: true}", []string{"[0] [0] widens, narrows"}},
		{"{rule: a}", "{rule: a, optionalOldSelf: false}", []string{"[0] [0] same"}},
		{"{rule: a}", "{rule: a}, {rule: a}", []string{"[] [1] same"}},
		{"{rule: a}, {rule: b}", "{rule: a}, {rule: a}", []string{"[1] [1] widens"}},
	} {
		of := func(rules string) *schematree.Tree {
			return read(t, "{type: object, x-kubernetes-validations: ["+rules+"]}")
		}
		var got []string
		for _, change := range schemadiff.Compare(of(c.old), of(c.new)) {
			_, was, _ := strings.Cut(change.OldPath().File(), "validations")
			_, is, _ := strings.Cut(change.Path().File(), "validations")
			if was == "" {
				was = "[]"
			}
			if is == "" {
				is = "[]"
			}
			got = append(got, fmt.Sprint(was, " ", is, " ", change.Effect))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s to %s: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

// Changes come in the order of the new schema; what is gone stands at its parent.
func ExampleCompare() {
	s := func(p ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}
	}
	text, hosts := &schema.Schema{Type: "string"}, &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "string"}}}
	longest := int64(63)
	short := &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "string", MaxLength: &longest}}}
	old := s(schema.Property{Name: "color", Schema: text}, schema.Property{Name: "hosts", Schema: hosts})
	new := s(schema.Property{Name: "hosts", Schema: short}, schema.Property{Name: "size", Schema: text})
	root := finding.Root("openAPIV3Schema")
	for _, c := range schemadiff.Compare(schematree.New(old, root), schematree.New(new, root)) {
		fmt.Printf("%s (%s): %s\n", c.Path().File(), c.Field(), c.Effect)
	}
	// Output:
	// openAPIV3Schema.properties[color] (color): narrows
	// openAPIV3Schema.properties[hosts].items.maxLength (hosts[*]): narrows
	// openAPIV3Schema.properties[size] (size): widens
}
