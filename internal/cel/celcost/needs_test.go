package celcost

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// TestNeedsAreThoseOfTheBoundedSchema sets bounds by chance, takes each of them away,
// and compares what is needed with what a check of the schema finds that has the others.
func TestNeedsAreThoseOfTheBoundedSchema(t *testing.T) {
	tree := parse(t, ruledEverywhere)
	all := checked(t, tree).Expressions
	places := everyPlace(newSearch(tree, all, nil), tree)
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for trial := range 5 {
		var bounds []Bound
		whole := chosen{}
		for i, b := range places {
			if random.IntN(3) == 0 && trial > 0 || trial == 0 && i > 0 {
				continue // the first trial has one bound
			}
			value := b.steps[random.IntN(len(b.steps))]
			whole[b.node] = value
			bounds = append(bounds, Bound{Node: b.node, Keyword: b.keyword, Value: value})
		}
		costs := func(c chosen) []uint64 {
			costs := make([]uint64, len(all))
			for i, e := range checked(t, schematree.New(withBounds(tree, c), nil)).Expressions {
				costs[i] = e.Total
			}
			return costs
		}
		least, without := costs(whole), make([][]uint64, len(bounds))
		for j := range bounds {
			delete(whole, bounds[j].Node)
			without[j] = costs(whole)
			whole[bounds[j].Node] = bounds[j].Value
		}
		limits := []uint64{1000, ExpressionLimit, math.MaxUint64}
		for j := range without {
			limits = append(limits, without[j][random.IntN(len(all))])
		}
		for _, limit := range limits {
			for i, got := range Needs(tree, all, bounds, limit) {
				if least[i] > limit {
					continue // these bounds are not enough
				}
				var needed, matter []int
				for j := range bounds {
					if without[j][i] > least[i] {
						matter = append(matter, j)
					}
					if without[j][i] > limit {
						needed = append(needed, j)
					}
				}
				want, kind := needed, "needed"
				if needed == nil {
					want, kind = matter, "matter"
				}
				if len(want) > 0 {
					seen[kind] = true
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s with %v and %d: needs %v, want %v", all[i].Path.Server(), whole, limit, got, want)
				}
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("only %v was tried", seen)
	}
}

func TestBoundHasValue(t *testing.T) {
	tree := parse(t, `
type: object
properties:
  list: {type: array, maxItems: 1, items: {type: string}}
  map: {type: object, maxProperties: 2, additionalProperties: {type: string}}
  text: {type: string, maxLength: 3}
  free: {type: string}
`)
	for _, test := range []struct {
		field, keyword string
		value          int64
		has            bool
	}{
		{"list", "maxItems", 1, true},
		{"map", "maxProperties", 2, true},
		{"text", "maxLength", 3, true},
		{"free", "maxLength", 0, false},
		{"list[*]", "maxLength", 0, false},
	} {
		b := Bound{Node: nodeOf(t, tree, test.field), Keyword: test.keyword}
		if value, has := b.HasValue(tree); value != test.value || has != test.has {
			t.Errorf("%s of %s: %d, %t", test.keyword, test.field, value, has)
		}
	}
}

func TestParseOfTextsThatAreNone(t *testing.T) {
	e := checked(t, parse(t, ruledEverywhere)).Expressions[0]
	if e.Parse("self.") != nil || e.Parse("self.x == 1") == nil {
		t.Error("what cannot be read is read, or the other way round")
	}
}
