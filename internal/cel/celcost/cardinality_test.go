package celcost

import (
	"math"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

func TestSumsAndProductsEndAtTheLargestNumber(t *testing.T) {
	const largest = math.MaxUint64
	for _, test := range []struct{ a, b, product, sum uint64 }{
		{0, 0, 0, 0},
		{0, largest, 0, largest},
		{largest, 0, 0, largest},
		{2, 3, 6, 5},
		{1, largest, largest, largest},
		{largest, 1, largest, largest},
		{1 << 63, 1 << 63, largest, largest},
		{1 << 32, 1 << 31, 1 << 63, 1<<32 + 1<<31},
		{1 << 32, 1 << 32, largest, 1 << 33},
		{3, largest / 3, largest, largest/3 + 3},
		{largest - 5, 5, largest, largest},
		{largest - 5, 4, largest, largest - 1},
		{5, largest / 4, largest, largest/4 + 5},
	} {
		if got := Multiply(test.a, test.b); got != test.product {
			t.Errorf("%d times %d is %d, want %d", test.a, test.b, got, test.product)
		}
		if got := add(test.a, test.b); got != test.sum {
			t.Errorf("%d and %d is %d, want %d", test.a, test.b, got, test.sum)
		}
	}
}

func TestElements(t *testing.T) {
	values := &schema.SchemaOrBool{Allows: true, Schema: text(-1)}
	for _, test := range []struct {
		name    string
		schema  *schema.Schema
		most    uint64
		bounded bool
	}{
		{"a list", list(7, text(-1)), 7, true},
		{"a list without a bound", list(-1, text(-1)), 0, false},
		{"a list with a negative bound", &schema.Schema{Type: "array", MaxItems: ptr(int64(-3))}, 0, true},
		{"a map", &schema.Schema{Type: "object", AdditionalProperties: values, Rare: &schema.Rare{MaxProperties: ptr(int64(7))}}, 7, true},
		{"a map without a bound", &schema.Schema{Type: "object", AdditionalProperties: values}, 0, false},
		{"an object with fields", &schema.Schema{Type: "object", Rare: &schema.Rare{MaxProperties: ptr(int64(7))}}, 1, true},
		{"values of what is no object", &schema.Schema{Type: "integer", AdditionalProperties: values}, 1, true},
	} {
		if most, bounded := elements(test.schema); most != test.most || bounded != test.bounded {
			t.Errorf("%s: %d, %t", test.name, most, bounded)
		}
	}
}

func TestCardinalityBelowARootThatIsAList(t *testing.T) {
	got := bounds(schematree.New(list(7, list(3, text(-1))), nil))
	for id, want := range []Cardinality{{1, true}, {7, true}, {21, true}} {
		if got[id] != want {
			t.Errorf("node %d: %+v, want %+v", id, got[id], want)
		}
	}
}
