package schemafacts

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

const text = `
type: object
required: [spec]
properties:
  apiVersion: {type: string}
  kind: {type: string}
  metadata: {type: object, properties: {name: {type: string}}}
  status: {type: object, properties: {phase: {type: string}}}
  spec:
    type: object
    required: [hosts]
    properties:
      hosts:
        type: array
        items: {type: object, properties: {name: {type: string}}}
      labels: {type: object, additionalProperties: {type: string}}
      selector: {type: object, properties: {matchLabels: {type: object}, matchExpressions: {type: object}}}
      old: {type: string, description: "Deprecated: use new."}
      kept: {type: object, x-kubernetes-preserve-unknown-fields: true}
      limit: {type: integer, default: 1, allOf: [{maximum: 9}]}
      port: {x-kubernetes-int-or-string: true}
    allOf:
    - properties: {limit: {minimum: 1}}
    anyOf:
    - properties: {hosts: {items: {properties: {name: {pattern: ^a}}}}}
`

func factsOf(t *testing.T) *Tree {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Of(schematree.New(s, nil), false)
}

func (t *Tree) at(path string) *schematree.Node {
	n := &t.Nodes[0]
	for name := range strings.SplitSeq(path, ".") {
		if name == "[*]" {
			n = t.Items(n)
		} else {
			n = t.Child(n, name)
		}
	}
	return n
}

func TestFacts(t *testing.T) {
	facts := factsOf(t)
	where := func(holds func(*schematree.Node) bool) string {
		var paths []string
		for i := range facts.Nodes {
			if n := &facts.Nodes[i]; !n.Nested && holds(n) {
				paths = append(paths, facts.Called(n))
			}
		}
		return strings.Join(paths, " ")
	}
	for _, c := range []struct {
		fact  string
		holds func(*schematree.Node) bool
		want  string
	}{
		{"in metadata", facts.InMetadata, "metadata metadata.name"},
		{"in status", facts.InStatus, "status status.phase"},
		{"required", facts.Required, "spec spec.hosts"},
		{"type meta", facts.TypeMeta, "apiVersion kind"},
		{"given", facts.Given, "spec.old spec.selector.matchExpressions spec.selector.matchLabels"},
		{"embedded", facts.Embedded, "spec.selector"},
		{"resource", facts.Resource, "the object"},
		{"inside an atomic list", facts.InsideAtomic, "spec.hosts[*] spec.hosts[*].name"},
		{"keeps unknown fields", func(n *schematree.Node) bool { return n.Type == "object" && !facts.PrunesUnknown(n) }, "metadata spec.kept spec.labels"},
		{"always there", func(n *schematree.Node) bool { return facts.MayBeAbsent(n) == nil }, "the object spec spec.hosts spec.limit"},
	} {
		got, want := strings.Fields(where(c.holds)), strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.fact, got, want)
		}
	}
}

func TestOutsideJunctors(t *testing.T) {
	facts := factsOf(t)
	for i := range facts.Nodes {
		if n := &facts.Nodes[i]; n.Nested && n.Pattern == "^a" {
			if spine := facts.OutsideJunctors(n); spine != facts.at("spec.hosts.[*].name") || !slices.Equal(facts.Types(n), []string{"string"}) || !facts.Patterned(n) {
				t.Errorf("the spine of the pattern is %s", facts.Called(spine))
			}
			return
		}
	}
	t.Fatal("the pattern is not there")
}

func TestTypes(t *testing.T) {
	facts := factsOf(t)
	if got := facts.Types(facts.at("spec.port")); !slices.Equal(got, []string{"integer", "string"}) {
		t.Errorf("int-or-string has the types %q", got)
	}
}

func TestClauses(t *testing.T) {
	facts := factsOf(t)
	var bounds []string
	for _, n := range facts.Clauses(facts.at("spec.limit")) {
		switch {
		case n.Minimum != nil:
			bounds = append(bounds, "minimum")
		case n.Maximum != nil:
			bounds = append(bounds, "maximum")
		}
	}
	if !slices.Equal(bounds, []string{"maximum", "minimum"}) {
		t.Errorf("the bounds of spec.limit: %q", bounds)
	}
}

func TestSaysDeprecated(t *testing.T) {
	for text, want := range map[string]bool{
		"Deprecated: use b.":                     true,
		"DEPRECATED, use b.":                     true,
		"foo is deprecated.":                     true,
		"This field is deprecated, use b":        true,
		"The host.\n\nDeprecated: use b.":        true,
		"Names of deprecated versions.":          false,
		"deprecatedVersions is a list.":          false,
		"Says whether the version is deprecated": false,
	} {
		if got := SaysDeprecated(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestSaysNothing(t *testing.T) {
	empty := &schema.Schema{Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: &schema.Schema{}}})}
	if !SaysNothing(empty) || SaysNothing(&schema.Schema{Required: []string{"a"}}) {
		t.Error("a schema without keywords says something, or one with them nothing")
	}
}
