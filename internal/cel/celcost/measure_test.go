package celcost

import (
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func TestPathsOfEstimatesLeadToNodes(t *testing.T) {
	tree := parse(t, `
type: object
properties:
  apiVersion: {type: string}
  kind: {type: string}
  metadata: {type: object, properties: {name: {type: string}}}
  spec:
    type: object
    properties:
      metadata: {type: object, properties: {name: {type: string}}}
      kind: {type: string}
      a-b: {type: string}
      "?": {type: string}
      list: {type: array, items: {type: string}}
      map: {type: object, additionalProperties: {type: array, items: {type: string}}}
      pod:
        type: object
        x-kubernetes-embedded-resource: true
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec: {type: object, properties: {kind: {type: string}}}
      last: {type: string}
  besides: {type: string}
`)
	for _, test := range []struct {
		from string
		path []string
		want string
	}{
		{"", nil, ""},
		{"", []string{"spec"}, "spec"},
		{"", []string{"besides"}, "besides"},
		{"", []string{"kind"}, "none"},
		{"", []string{"apiVersion"}, "none"},
		{"", []string{"metadata"}, "none"},
		{"", []string{"metadata", "name"}, "none"},
		{"", []string{"nothing"}, "none"},
		{"", []string{"spec", "last"}, "spec.last"},
		{"", []string{"spec", "besides"}, "none"},
		{"", []string{"spec", "kind"}, "spec.kind"},
		{"", []string{"spec", "metadata", "name"}, "spec.metadata.name"},
		{"", []string{"spec", "pod", "kind"}, "none"},
		{"", []string{"spec", "pod", "apiVersion"}, "none"},
		{"", []string{"spec", "pod", "metadata"}, "none"},
		{"", []string{"spec", "pod", "spec", "kind"}, "spec.pod.spec.kind"},
		{"spec", []string{"metadata", "name"}, "spec.metadata.name"},
		{"spec", []string{"a__dash__b"}, "spec.a-b"},
		{"spec", []string{"a-b"}, "none"},
		{"spec", []string{"list", "@items"}, "spec.list[*]"},
		{"spec", []string{"list", "@indices"}, "none"},
		{"spec", []string{"map", "@values", "@items"}, "spec.map[*][*]"},
		{"spec", []string{"map", "@keys"}, "none"},
		{"spec.last", nil, "spec.last"},
	} {
		r := &rebound{measure: &measure{tree: tree, expression: &Expression{Node: nodeOf(t, tree, test.from)}}}
		got := "none"
		if id := r.node(test.path); id != -1 {
			got = FieldOf(tree, id)
		}
		if got != test.want {
			t.Errorf("%q from %q: %s, want %s", test.path, test.from, got, test.want)
		}
	}
}

// ruledEverywhere has rules whose costs hang on sizes of all kinds, and on what
// is around them.
const ruledEverywhere = `
type: object
x-kubernetes-validations:
- rule: self.metadata.name.matches('^[a-z]+$') || self.kind.contains(self.other)
properties:
  apiVersion: {type: string}
  kind: {type: string}
  metadata: {type: object}
  other: {type: string}
  texts:
    type: object
    x-kubernetes-validations:
    - rule: self.plain.contains(self.short) || self.named == self.plain
    - rule: self.bytes == self.shortBytes || self.duration > duration('1s') || self.time > timestamp('2020-01-01T00:00:00Z')
    - rule: type(self.port) == string && string(self.port).matches('^[a-z]+$')
    - rule: self.chosen.contains(self.plain)
      messageExpression: "'it is ' + self.plain + self.short"
    properties:
      plain: {type: string}
      short: {type: string, maxLength: 5000}
      named: {type: string, format: hostname}
      bytes: {type: string, format: byte}
      shortBytes: {type: string, format: byte, maxLength: 5000}
      duration: {type: string, format: duration}
      time: {type: string, format: date-time}
      chosen: {type: string, enum: [a, bbbbbbbbbbb]}
      port: {x-kubernetes-int-or-string: true, enum: [a, 1]}
  list:
    type: array
    maxItems: 5000
    x-kubernetes-validations:
    - rule: self.all(x, x.name.startsWith('a')) && self.exists_one(x, x.name == 'b')
    - rule: self.map(x, x.name).all(y, self.exists(z, z.name == y))
    items:
      type: object
      x-kubernetes-validations:
      - rule: self.name.matches('^[a-z]+$')
        messageExpression: "'no name: ' + self.name"
      properties:
        name: {type: string}
        tags:
          type: array
          x-kubernetes-list-type: set
          items: {type: string, maxLength: 600}
          x-kubernetes-validations:
          - rule: self.isSorted()
  map:
    type: object
    x-kubernetes-validations:
    - rule: self.all(k, k.matches('^[a-z]+$'))
    - rule: self.all(k, self[k].all(k2, self[k][k2].size() > 0))
    additionalProperties:
      type: object
      additionalProperties:
        type: string
        x-kubernetes-validations:
        - rule: self.contains('a')
  pod:
    type: object
    x-kubernetes-embedded-resource: true
    x-kubernetes-preserve-unknown-fields: true
    x-kubernetes-validations:
    - rule: self.kind.contains(self.metadata.name) || self.spec.kind.contains('x')
    properties:
      kind: {type: string}
      spec: {type: object, properties: {kind: {type: string}}}
`

// shared saves compiling the same rules over and over.
var shared = NewChecker(behaviour.Of(kube.Latest))

// checked returns the result for a schema whose rules all compile.
func checked(t testing.TB, tree *schematree.Tree) *Result {
	t.Helper()
	r := shared.Check(tree, all, Options{AnyExpressionCost: true})
	for i := range r.Findings {
		if r.Findings[i].Code.Rule() != "cel-cost-total" {
			t.Fatal(r.Findings[i].Path.Server(), r.Findings[i].Detail)
		}
	}
	return r
}

func everyPlace(s *search, t *schematree.Tree) []*boundable {
	_, every := s.boundables(t, map[int32]*boundable{})
	return every
}

// TestMeasuresAreThoseOfTheBoundedSchema sets bounds by chance, and compares what
// is reckoned with what a check of the schema finds that has them.
func TestMeasuresAreThoseOfTheBoundedSchema(t *testing.T) {
	tree := parse(t, ruledEverywhere)
	before := checked(t, tree)
	s := newSearch(tree, before.Expressions, nil)
	for i, total := range totals(s, nil) {
		if e := &before.Expressions[i]; total != e.Total || e.Total == 0 {
			t.Errorf("%s: reckoned is %d, found %d", e.Path.Server(), total, e.Total)
		}
	}
	places := everyPlace(s, tree)
	random := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		c := chosen{}
		for _, b := range places {
			if random.IntN(3) > 0 {
				c[b.node] = b.steps[random.IntN(len(b.steps))]
			}
		}
		after := checked(t, schematree.New(withBounds(tree, c), nil))
		for i, total := range totals(s, c) {
			if e := &after.Expressions[i]; total != e.Total {
				t.Errorf("%s: reckoned with %v is %d, found %d", e.Path.Server(), c, total, e.Total)
			}
		}
	}
	for _, m := range s.measures {
		if len(m.order) != len(m.reads) {
			t.Errorf("%s: %d places, which are asked for as %d", m.expression.Path.Server(), len(m.reads), m.order)
		}
	}
}

func TestMeasureOfAListAtTheRoot(t *testing.T) {
	tree := schematree.New(ruled(list(-1, ruled(text(10), rule("self.contains('a')"))), rule("self.all(x, x.matches('a'))")), nil)
	before := checked(t, tree)
	s := newSearch(tree, before.Expressions, nil)
	c := chosen{0: 64, 1: 8}
	after := checked(t, schematree.New(withBounds(tree, c), nil))
	for i, total := range totals(s, c) {
		if want := after.Expressions[i].Total; total != want || total >= before.Expressions[i].Total {
			t.Errorf("rule %d: %d, want %d, less than %d", i, total, want, before.Expressions[i].Total)
		}
	}
}

func TestMeasuresAreReckonedOnce(t *testing.T) {
	tree := root(schema.Property{Name: "a", Schema: ruled(text(-1), rule("self == 'a'"))})
	m := newMeasure(tree, &checked(t, tree).Expressions[0])
	c := chosen{1: 4}
	first := m.cost(c)
	for key, cost := range m.costs {
		m.costs[key] = cost + 1
	}
	if again := m.cost(c); again != first+1 {
		t.Errorf("cost is %d, first %d", again, first)
	}
}
