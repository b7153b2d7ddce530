package lint

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// schemaMaker makes schemas at random, so small and so crowded that keywords
// often get in each other's way.
type schemaMaker struct{ *rand.Rand }

func (m schemaMaker) one(of ...any) any { return of[m.Intn(len(of))] }

func (m schemaMaker) maybe(s map[string]any, keyword string, of ...any) {
	if m.Intn(3) == 0 {
		s[keyword] = m.one(of...)
	}
}

// field makes the schema of a field; what is to follow from keywords alone is
// also made for branches, without the type.
func (m schemaMaker) field(depth int) map[string]any {
	typ := m.one("string", "integer", "number", "array", "object", "object").(string)
	s := m.constraints(typ)
	s["type"] = typ
	switch typ {
	case "array":
		s["items"] = map[string]any{"type": m.one("string", "integer")}
	case "object":
		switch m.Intn(4) {
		case 0:
			s["additionalProperties"] = map[string]any{"type": "string"}
		case 1:
			s["x-kubernetes-preserve-unknown-fields"] = true
			fallthrough
		default:
			if depth > 0 {
				s["properties"] = map[string]any{"a": m.field(depth - 1), "b": map[string]any{"type": "string"}}
			}
		}
	}
	if m.Intn(6) == 0 {
		s["nullable"] = true
	}
	for _, junctor := range []string{"allOf", "anyOf", "oneOf"} {
		if m.Intn(3) > 0 {
			continue
		}
		var branches []any
		for range 1 + m.Intn(3) {
			branches = append(branches, m.branch(typ, s))
		}
		s[junctor] = branches
	}
	if m.Intn(8) == 0 {
		s["not"] = m.branch(typ, s)
	}
	return s
}

func (m schemaMaker) branch(typ string, field map[string]any) map[string]any {
	if m.Intn(10) == 0 {
		return map[string]any{}
	}
	b := m.constraints(typ)
	if properties, ok := field["properties"].(map[string]any); ok && m.Intn(2) == 0 {
		b["properties"] = map[string]any{"a": m.constraints(properties["a"].(map[string]any)["type"].(string))}
	}
	if m.Intn(5) == 0 {
		b["allOf"] = []any{m.constraints(typ)}
	}
	return b
}

func (m schemaMaker) constraints(typ string) map[string]any {
	s := map[string]any{}
	if m.Intn(8) == 0 {
		typ = m.one("string", "integer", "array", "object").(string) // keywords of another type
	}
	switch typ {
	case "string":
		m.maybe(s, "minLength", 0, 1, 3)
		m.maybe(s, "maxLength", 0, 2, 4)
		m.maybe(s, "pattern", "^a", "^[ab]{3,}$", "^(a|bc)$", "b*", "a^", "^b|c$", "^ab?c$")
		m.maybe(s, "enum", []any{"a", "b"}, []any{"abc"}, []any{"a", "a", 1}, []any{"abcd", nil})
	case "integer", "number":
		m.maybe(s, "minimum", -3, 0.5, 1, 3, 1<<33)
		m.maybe(s, "maximum", -1, 0, 2.5, 5)
		m.maybe(s, "multipleOf", 2, 5, 0.5, 2.5)
		m.maybe(s, "exclusiveMinimum", true)
		m.maybe(s, "exclusiveMaximum", true)
		m.maybe(s, "enum", []any{1, 2}, []any{5, 5}, []any{"1", 0.5})
	case "array":
		m.maybe(s, "minItems", 1, 3)
		m.maybe(s, "maxItems", 0, 2)
	case "object":
		m.maybe(s, "required", []any{"a"}, []any{"b"}, []any{"zz"}, []any{"a", "b"})
		m.maybe(s, "minProperties", 1, 3)
		m.maybe(s, "maxProperties", 0, 1, 2)
	}
	return s
}

// TestClaimsOnRandomSchemas proves what is found in schemas that nobody wrote.
func TestClaimsOnRandomSchemas(t *testing.T) {
	t.Parallel()
	const seed = 11
	m := schemaMaker{rand.New(rand.NewSource(seed))}
	selection := &rules.Selection{}
	for id := range proofs {
		if r := rules.Find(id); provenAnywhere[id] {
			selection.Active = append(selection.Active, rules.Active{Rule: r, Severity: r.Severity})
		}
	}
	least, most := 3, 3
	if sweep.Thorough() {
		least, most = 5, 12
	}
	proven := map[string]int{}
	for i := range 600 {
		text, err := json.Marshal(map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "widgets.example.com"},
			"spec": map[string]any{
				"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "widgets", "kind": "Widget"},
				"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": map[string]any{
					"type": "object", "properties": map[string]any{"spec": map[string]any{"type": "object", "properties": map[string]any{"f": m.field(1)}}},
				}}}},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		report := linter.File(source.Read("crd.json", text), Options{Rules: selection})
		if !report.Documents[0].APIServer.Accepted {
			continue
		}
		for _, f := range report.Findings {
			if !provenAnywhere[f.Rule] || proven[f.Rule] >= most {
				continue
			}
			proven[f.Rule]++
			if !t.Run(fmt.Sprintf("%d/%s/%s", i, f.Rule, f.Path), func(t *testing.T) {
				proofs[f.Rule](t, subject{Finding: f, crd: text, path: keywords(f.Path), random: true})
			}) {
				t.Logf("%s", text)
			}
		}
	}
	for id := range provenAnywhere {
		if proven[id] < least {
			t.Errorf("%s was found only %d times", id, proven[id])
		}
	}
}

// provenAnywhere are the lint rules whose proofs need no particular schema around
// what they found.
var provenAnywhere = map[string]bool{
	"required-undeclared": true, "empty-range": true, "schema-conflict": true, "enum-value": true, "nullable-enum": true,
	"unreadable-bound": true, "pattern-never-matches": true, "pattern-matches-all": true, "idle-keyword": true,
	"repeated-entry": true, "repeated-branch": true,
}
