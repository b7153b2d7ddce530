package conventions

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// object makes an object of strings; names with a * are required.
func object(names string) *schema.Schema {
	s := &schema.Schema{Type: "object"}
	var list []schema.Property
	for _, name := range strings.Fields(names) {
		name, required := strings.CutSuffix(name, "*")
		if required {
			s.Required = append(s.Required, name)
		}
		list = append(list, schema.Property{Name: name, Schema: &schema.Schema{Type: "string"}})
	}
	s.Properties = schema.NewProperties(list)
	return s
}

func listOf(item *schema.Schema) *schema.Schema {
	return &schema.Schema{Type: "array", Items: &schema.Items{Schema: item}}
}

func TestIsReference(t *testing.T) {
	for fields, want := range map[string]bool{
		"name* namespace":             true,
		"name namespace":              false, // may be a pattern that objects match
		"key name namespace":          true,
		"kind* name*":                 false, // a kind of anything
		"apiGroup kind name*":         true,
		"name* namespace port weight": false, // more than a reference
		"apiVersion fieldPath kind name namespace resourceVersion uid": true,
		"namespace": false,
	} {
		if got := IsReference(&schematree.New(object(fields), nil).Nodes[0]); got != want {
			t.Errorf("%s: %t", fields, got)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][2]bool{
		"secretRef": {true, false}, "backendRefs": {true, false}, "href": {false, false}, "ref": {true, false},
		"readTimeout": {false, true}, "ttl": {false, true}, "timeouts": {false, false}, "periodSeconds": {false, false},
	} {
		if got := [2]bool{NamedReference(name), NamedDuration(name)}; got != want {
			t.Errorf("%s: reference, duration: %v", name, got)
		}
	}
}

func TestNaturalKey(t *testing.T) {
	for fields, want := range map[string]string{"name* value": "name", "name value": "", "id* type*": "type", "label*": ""} {
		item := &schematree.New(object(fields), nil).Nodes[0]
		if got := NaturalKey(item, NaturalKeys); got != want {
			t.Errorf("%s: %q, want %q", fields, got, want)
		}
	}
}

func TestConditions(t *testing.T) {
	object := func(list ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(list)}
	}
	conditions := func(item *schema.Schema) schema.Property {
		return schema.Property{Name: "conditions", Schema: listOf(item)}
	}
	text := &schema.Schema{Type: "string"}
	full := object(schema.Property{Name: "status", Schema: text}, schema.Property{Name: "type", Schema: text})
	bare := object(schema.Property{Name: "type", Schema: text})
	root := object(
		schema.Property{Name: "spec", Schema: object(conditions(full))},
		schema.Property{Name: "status", Schema: object(
			conditions(bare),
			schema.Property{Name: "part", Schema: object(conditions(full))},
			schema.Property{Name: "query", Schema: object(conditions(bare))},
		)},
	)
	facts := schemafacts.Of(schematree.New(root, nil), false)
	var lists, within []string
	for i := range facts.Nodes {
		n := &facts.Nodes[i]
		if ConditionItems(facts, n) != nil {
			lists = append(lists, facts.FieldPath(n))
		}
		if InCondition(facts, n) {
			within = append(within, facts.FieldPath(n))
		}
	}
	if want := []string{"status.conditions", "status.part.conditions"}; !slices.Equal(lists, want) {
		t.Errorf("lists of conditions: %q, want %q", lists, want)
	}
	if len(within) != 3 {
		t.Errorf("fields of conditions: %q", within)
	}
}
