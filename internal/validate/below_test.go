package validate

import (
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestBelow: what is remembered of schemas, which may stand in several places, is what a
// look at all of each finds, and small values are never passed over.
func TestBelow(t *testing.T) {
	kind := func(s *schema.Schema) bool { return s.Type == "boolean" }
	var any func(s *schema.Schema) bool
	any = func(s *schema.Schema) bool {
		found := s != nil && (kind(s) || any(s.ItemSchema()) || any(s.ValueSchema()))
		if s != nil {
			for _, p := range s.Properties.All() {
				found = found || any(p.Schema)
			}
		}
		return found
	}
	r := rand.New(rand.NewPCG(5, 6))
	count := map[bool]int{}
	for range 30 {
		// Each schema holds some of those before.
		all := []*schema.Schema{nil, {Type: "string"}, {Type: "string"}}
		one := func() *schema.Schema { return all[r.IntN(len(all))] }
		for len(all) < 9 {
			s := &schema.Schema{Type: []string{"string", "string", "boolean"}[r.IntN(3)]}
			switch r.IntN(4) {
			case 0:
				s.Items = &schema.Items{Schema: one()}
			case 1:
				s.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: one()}
			case 2:
				s.Properties = schema.NewProperties([]schema.Property{{Name: "a", Schema: one()}, {Name: "b", Schema: one()}})
			}
			all = append(all, s)
		}
		var b below
		for range 40 {
			s, n := one(), large-2+r.IntN(3)
			want := n >= large && !any(s)
			count[want]++
			if got := b.none(n, s, kind); got != want {
				t.Fatalf("%d items of %+v have none: %t, want %t", n, s, got, want)
			}
		}
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("%v", count)
	}
}
