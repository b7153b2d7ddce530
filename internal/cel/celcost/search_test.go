package celcost

import (
	"fmt"
	"maps"
	"testing"
)

// The places of the searches below: two lists and a text, without a schema.
const (
	one = iota
	other
	words
)

func places() []*boundable {
	return []*boundable{
		{node: one, keyword: "maxItems", scale: 1, steps: Steps()},
		{node: other, keyword: "maxItems", scale: 1, steps: Steps()},
		{node: words, keyword: "maxLength", scale: 4, steps: Steps()},
	}
}

// costing is a search for bounds with which two expressions cost at most 100
// together.
func costing(cost func(c chosen) (uint64, uint64)) *search {
	return &search{
		places: places(),
		count:  2,
		total: func(i int, c chosen) uint64 {
			first, second := cost(c)
			return [...]uint64{first, second}[i]
		},
		over: func(_, sum uint64) bool { return sum > 100 },
	}
}

// allowing is a search among bounds of which only some fit.
func allowing(some ...chosen) *search {
	return costing(func(c chosen) (uint64, uint64) {
		for _, good := range some {
			if maps.Equal(c, good) {
				return 0, 0
			}
		}
		return 101, 0
	})
}

func TestDrop(t *testing.T) {
	for _, test := range []struct {
		name         string
		withoutOne   [2]uint64 // the costs if one has no bound
		withoutOther [2]uint64
		withoutBoth  uint64
		want         chosen
	}{
		{"what matters least, the first", [2]uint64{20, 20}, [2]uint64{49, 0}, 200, chosen{other: 8}},
		{"what matters least, the last", [2]uint64{49, 0}, [2]uint64{20, 20}, 200, chosen{one: 8}},
		{"the first of equals", [2]uint64{20, 20}, [2]uint64{40, 0}, 200, chosen{other: 8}},
		{"one after the other", [2]uint64{20, 20}, [2]uint64{40, 0}, 100, chosen{}},
		{"what does not fit stays", [2]uint64{101, 0}, [2]uint64{1, 100}, 200, chosen{one: 8, other: 8}},
	} {
		s := costing(func(c chosen) (uint64, uint64) {
			_, hasOne := c[one]
			_, hasOther := c[other]
			switch {
			case hasOne && hasOther:
				return 0, 0
			case hasOther:
				return test.withoutOne[0], test.withoutOne[1]
			case hasOne:
				return test.withoutOther[0], test.withoutOther[1]
			}
			return test.withoutBoth, 0
		})
		c := chosen{one: 8, other: 8}
		if s.drop(c); !maps.Equal(c, test.want) {
			t.Errorf("%s: %v, want %v", test.name, c, test.want)
		}
	}
}

func TestRaise(t *testing.T) {
	product := costing(func(c chosen) (uint64, uint64) { return uint64(c[one] * c[other]), 0 })
	for _, test := range []struct {
		name        string
		from, after chosen
		raised      bool
	}{
		{"the tightest", chosen{one: 16, other: 2}, chosen{one: 16, other: 4}, true},
		{"the first of equals", chosen{one: 4, other: 4}, chosen{one: 8, other: 4}, true},
		{"another where the tightest does not go", chosen{one: 1, other: 64}, chosen{one: 1, other: 100}, true},
		{"none where none goes", chosen{one: 1, other: 100}, chosen{one: 1, other: 100}, false},
		{"no bound that is not there", chosen{other: 64}, chosen{other: 100}, true},
		{"none beyond the last step", chosen{other: 524288}, chosen{other: 524288}, false},
	} {
		if got := product.raise(test.from); got != test.raised || !maps.Equal(test.from, test.after) {
			t.Errorf("%s: %t, %v, want %t, %v", test.name, got, test.from, test.raised, test.after)
		}
	}
}

func TestLoosenDropsThenRaisesAsFarAsItGoes(t *testing.T) {
	// What has no bound holds 30.
	held := func(c chosen, node int32) int64 {
		if v, ok := c[node]; ok {
			return v
		}
		return 30
	}
	s := costing(func(c chosen) (uint64, uint64) { return uint64(held(c, one) * held(c, other)), 0 })
	c := chosen{one: 1, other: 1}
	if s.loosen(c); !maps.Equal(c, chosen{other: 2}) {
		t.Error(c)
	}
}

func TestTightness(t *testing.T) {
	s := &search{places: places()}
	for _, test := range []struct {
		bounds chosen
		want   int
	}{
		{chosen{}, 0},
		{chosen{one: 64}, 1},
		{chosen{one: 32}, 2},
		{chosen{one: 4}, 5},
		{chosen{one: 64, other: 64, words: 64}, 5}, // a text of 64 is like a list of 16
	} {
		if got := s.tightness(test.bounds); got != test.want {
			t.Errorf("%v: %d, want %d", test.bounds, got, test.want)
		}
	}
}

func TestBestOfTheFirstFiveBeginnings(t *testing.T) {
	// beginning is the one with lists of a size, which goes with texts of another.
	texts := map[int64]int64{8192: 65536, 1024: 4096, 256: 1024, 128: 253, 64: 253, 32: 128, 16: 64, 8: 32}
	beginning := func(size int64) chosen { return chosen{one: size, other: size, words: texts[size]} }
	only := func(size int64) chosen { return chosen{one: size} }
	without := func(size int64) chosen { return chosen{one: size, words: texts[size]} }
	for _, test := range []struct {
		name string
		fit  []chosen
		want chosen
	}{
		{"none fits", nil, nil},
		{"the first, of equals", []chosen{beginning(8192), beginning(1024)}, beginning(8192)},
		{"one that needs fewer bounds", []chosen{beginning(8192), beginning(1024), without(1024), only(1024)}, only(1024)},
		{"the fewest, not the last", []chosen{beginning(8192), without(8192), only(8192), beginning(1024)}, only(8192)},
		{"the fifth", []chosen{beginning(8192), beginning(1024), beginning(256), beginning(128), beginning(64), without(64), only(64)}, only(64)},
		{"not the sixth", []chosen{beginning(8192), beginning(1024), beginning(256), beginning(128), beginning(64), beginning(32), without(32), only(32)}, beginning(8192)},
		{"the fifth that fits", []chosen{beginning(1024), beginning(256), beginning(128), beginning(64), beginning(32), without(32), only(32)}, only(32)},
	} {
		s := allowing(test.fit...)
		if got := s.best(places()); fmt.Sprint(got) != fmt.Sprint(test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func totals(s *search, c chosen) []uint64 {
	var all []uint64
	for i := range s.count {
		all = append(all, s.total(i, c))
	}
	return all
}

// A search that has taken its share leaves bounds as they are.
func TestSearchEnds(t *testing.T) {
	for _, test := range []struct {
		estimates int
		spent     bool
	}{
		{mostEstimates, false},
		{mostEstimates + 1, true},
	} {
		s := costing(func(chosen) (uint64, uint64) { return 0, 0 })
		s.estimates = test.estimates
		if s.spent() != test.spent {
			t.Errorf("%d estimates: %t", test.estimates, s.spent())
		}
		if !test.spent {
			continue
		}
		c := chosen{one: 8, other: 8}
		if s.loosen(c); !maps.Equal(c, chosen{one: 8, other: 8}) {
			t.Errorf("%d estimates: %v", test.estimates, c)
		}
	}
}
