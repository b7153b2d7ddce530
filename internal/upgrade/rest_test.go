package upgrade

import "testing"

// TestManyKinds: of each of many kinds fewer changes are kept, and all are counted.
func TestManyKinds(t *testing.T) {
	const most = 100
	var f firstOnes
	kinds := make([]Kind, 5)
	for i, want := range []int{most, most, most / fewOf, most / fewOf, most / fewOf} {
		k := counted{kind: &kinds[i]}
		kept := 0
		for range most + 7 {
			if f.keeps(k, most) {
				kept++
			}
		}
		if s := f.seen[k]; kept != want || s.kept != want || s.n != most+7 {
			t.Errorf("kind %d: %d are kept and %+v counted, want %d", i, kept, *s, want)
		}
	}
	if len(f.rest) != len(kinds) {
		t.Errorf("%d kinds have more", len(f.rest))
	}
}
