package celcost

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// parse reads a schema, as a tree at the path "schema".
func parse(t testing.TB, text string) *schematree.Tree {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return schematree.New(s, finding.Root("schema"))
}

// nodeOf finds a node by the place of its values.
func nodeOf(t testing.TB, tree *schematree.Tree, field string) int32 {
	t.Helper()
	for id := range tree.Nodes {
		if FieldOf(tree, int32(id)) == field {
			return int32(id)
		}
	}
	t.Fatalf("there is no %s", field)
	return -1
}

func TestBoundableAt(t *testing.T) {
	tree := parse(t, `
type: object
properties:
  text: {type: string}
  shortText: {type: string, maxLength: 7}
  bytes: {type: string, format: byte}
  shortBytes: {type: string, format: byte, maxLength: 7}
  named: {type: string, format: hostname}
  chosen: {type: string, enum: [a, b]}
  chosenOne: {type: string, enum: [a]}
  chosenShort: {type: string, enum: [a, b], maxLength: 7}
  date: {type: string, format: date}
  time: {type: string, format: date-time}
  duration: {type: string, format: duration}
  shortDuration: {type: string, format: duration, maxLength: 7}
  port: {x-kubernetes-int-or-string: true}
  shortPort: {x-kubernetes-int-or-string: true, maxLength: 7}
  chosenPort: {x-kubernetes-int-or-string: true, enum: [a, 1]}
  list: {type: array, items: {type: string}}
  shortList: {type: array, maxItems: 7, items: {type: string}}
  map: {type: object, additionalProperties: {type: string}}
  smallMap: {type: object, maxProperties: 7, additionalProperties: {type: string}}
  fields: {type: object, maxProperties: 7, properties: {a: {type: string}}}
  oddValues: {type: integer, additionalProperties: {type: string}}
  number: {type: integer}
`)
	for field, want := range map[string]string{
		"":              "none",
		"text":          "maxLength of 4, unset",
		"shortText":     "maxLength of 4, 7",
		"bytes":         "maxLength of 1, unset",
		"shortBytes":    "maxLength of 1, 7",
		"named":         "maxLength of 4, unset",
		"chosen":        "none",
		"chosenOne":     "none",
		"chosenShort":   "maxLength of 4, 7",
		"date":          "none",
		"time":          "none",
		"duration":      "none",
		"shortDuration": "none",
		"port":          "maxLength of 4, unset",
		"shortPort":     "maxLength of 4, 7",
		"chosenPort":    "maxLength of 4, unset",
		"list":          "maxItems of 1, unset",
		"shortList":     "maxItems of 1, 7",
		"map":           "maxProperties of 1, unset",
		"smallMap":      "maxProperties of 1, 7",
		"fields":        "none",
		"oddValues":     "none",
		"number":        "none",
	} {
		id, got := nodeOf(t, tree, field), "none"
		if b := boundableAt(tree, id, shared.server.sizes); b != nil {
			got = fmt.Sprint(b.keyword, " of ", b.scale, ", ")
			if b.has != nil {
				got += fmt.Sprint(*b.has)
			} else {
				got += "unset"
			}
			if b.node != id {
				t.Errorf("%s: node %d, want %d", field, b.node, id)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", field, got, want)
		}
	}
}

func TestStepsBelowWhatIsHeld(t *testing.T) {
	for _, test := range []struct {
		scale, held int64
		want        []int64
	}{
		{1, 0, nil},
		{1, 1, nil},
		{1, 2, []int64{1}},
		{1, 8, []int64{1, 2, 4}},
		{1, 9, []int64{1, 2, 4, 8}},
		{4, 4, nil},
		{4, 5, []int64{1}},
		{4, 32, []int64{1, 2, 4}},
		{1, 1 << 40, Steps()},
	} {
		b := &boundable{scale: test.scale}
		if got := b.below(test.held); !slices.Equal(got, test.want) {
			t.Errorf("below %d by %d: %d, want %d", test.held, test.scale, got, test.want)
		}
	}
}

func TestStepsAreFoundByValue(t *testing.T) {
	b := &boundable{steps: []int64{1, 2, 4}}
	for value, want := range map[int64][2]int64{1: {1, 2}, 2: {2, 4}, 3: {2, 4}, 4: {4, 0}, 9: {4, 0}} {
		if got := [2]int64{b.atMost(value), b.next(value)}; got != want {
			t.Errorf("at most and next of %d: %d, want %d", value, got, want)
		}
	}
}

func TestLooseness(t *testing.T) {
	for value, want := range map[int64]int{1: 0, 7: 0, 8: 1, 15: 1, 16: 2, 31: 2, 32: 3, 63: 3, 64: 4, 524288: 4} {
		if got := (&boundable{keyword: "maxItems"}).looseness(value); got != want {
			t.Errorf("maxItems %d: %d, want %d", value, got, want)
		}
		if got := (&boundable{keyword: "maxLength"}).looseness(4 * value); got != want {
			t.Errorf("maxLength %d: %d, want %d", 4*value, got, want)
		}
	}
}

// everywhere has a value of each kind at each kind of place.
const everywhere = `
type: object
properties:
  first: {type: string}
  lists:
    type: array
    items:
      type: object
      additionalProperties:
        type: object
        properties:
          name: {type: string, maxLength: 9}
          port: {x-kubernetes-int-or-string: true}
  last: {type: integer}
`

func TestWithBoundsSetsThemAndNothingElse(t *testing.T) {
	tree := parse(t, everywhere)
	before := parse(t, everywhere)
	c := chosen{}
	want := map[string]int64{"first": 1, "lists": 2, "lists[*]": 3, "lists[*][*].name": 4, "lists[*][*].port": 5}
	for field, value := range want {
		c[nodeOf(t, tree, field)] = value
	}
	bounded := schematree.New(withBounds(tree, c), nil)
	if len(bounded.Nodes) != len(tree.Nodes) {
		t.Fatalf("%d nodes, want %d", len(bounded.Nodes), len(tree.Nodes))
	}
	for id := range bounded.Nodes {
		s := *bounded.Nodes[id].Schema
		field := FieldOf(bounded, int32(id))
		if was := FieldOf(tree, int32(id)); field != was {
			t.Fatalf("%q stands where %q was", field, was)
		}
		value, ok := want[field]
		var has *int64
		switch {
		case strings.HasSuffix(field, "name"):
			// The bound that is there gives way to the new one.
			has, s.MaxLength = s.MaxLength, tree.Nodes[id].Schema.MaxLength
		case s.XIntOrString || s.Type == "string":
			has, s.MaxLength = s.MaxLength, nil
		case s.Type == "array":
			has, s.MaxItems = s.MaxItems, nil
		default:
			has, s.OwnRare().MaxProperties = s.MaxProperties(), nil
		}
		if ok != (has != nil) || ok && *has != value {
			t.Errorf("%s: bound is %v, want %d", field, has, value)
		}
		s.Items, s.AdditionalProperties, s.Properties = nil, nil, nil
		original := *tree.Nodes[id].Schema
		original.Items, original.AdditionalProperties, original.Properties = nil, nil, nil
		if !schema.Equal(&s, &original) {
			t.Errorf("%s: is %+v, was %+v", field, s, original)
		}
	}
	if !schema.Equal(tree.Nodes[0].Schema, before.Nodes[0].Schema) {
		t.Error("bounds were set in the schema itself")
	}
}

func TestBoundsAreListedInTheOrderOfTheSchema(t *testing.T) {
	tree := parse(t, everywhere)
	c, at := chosen{}, map[int32]*boundable{}
	for i, field := range []string{"lists[*][*].port", "first", "lists[*]"} {
		id := nodeOf(t, tree, field)
		c[id], at[id] = int64(i), boundableAt(tree, id, shared.server.sizes)
	}
	for range 10 { // the map has another order each time
		var got []string
		for _, b := range c.list(tree, at) {
			got = append(got, fmt.Sprint(b.Field, " ", b.Keyword, " ", b.Value, " at ", b.Path.Server()))
			if FieldOf(tree, b.Node) != b.Field {
				t.Errorf("%s is of node %d", b.Field, b.Node)
			}
		}
		want := []string{
			"first maxLength 1 at schema.properties[first].maxLength",
			"lists[*] maxProperties 2 at schema.properties[lists].items.maxProperties",
			"lists[*][*].port maxLength 0 at schema.properties[lists].items.additionalProperties.properties[port].maxLength",
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// TestBoundOfEither: a server that does not know how large an integer or string is has nothing
// of a bound on it.
func TestBoundOfEither(t *testing.T) {
	tree := parse(t, "x-kubernetes-int-or-string: true")
	for _, knows := range []bool{false, true} {
		if b := boundableAt(tree, 0, behaviour.Sizes{IntOrStrings: knows}); (b != nil) != knows {
			t.Errorf("sizes are known: %t, and the bound is %v", knows, b)
		}
	}
}
