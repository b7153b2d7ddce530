package validate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/schema"
)

// What is unchanged is what CorrelatedObject says of it, for values with all kinds of lists and
// maps, of each value within and in any order of asking.
func TestUnchangedEqualsCachedDeepEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var asked, equal, replaced, large, indexed int
	tries := sweep.Times(4000, 25_000)
	for range tries {
		of := correlatedSchema(r, 4)
		for of.Type == "string" {
			of = correlatedSchema(r, 4)
		}
		s := Correlatable(of)
		long := r.IntN(5) == 0
		old := correlatedValue(r, of, 4, long)
		now := reordered(r, of, old, r.IntN(3) == 0)
		reference := common.NewCorrelatedObject(now, old, s)
		by := &correlating{}
		where := fmt.Sprintf("%v from %v by %s", now, old, shape(of))
		var walk func(want *common.CorrelatedObject, got pair)
		compare := func(want *common.CorrelatedObject, got pair) {
			is := want.CachedDeepEqual()
			if unchanged := by.unchanged(got); unchanged != is {
				t.Fatalf("%v of %v: %v, want %v\n%s", got.now, got.old, unchanged, is, where)
			}
			asked++
			if is {
				equal++
			}
		}
		walk = func(want *common.CorrelatedObject, got pair) {
			if (want != nil) != got.replaces {
				t.Fatalf("%v replaces: %v\n%s", got.now, got.replaces, where)
			}
			if want == nil {
				if by.unchanged(got) {
					t.Fatal("nothing is unchanged")
				}
				return
			}
			replaced++
			if !reflect.DeepEqual(want.OldValue, got.old) || !reflect.DeepEqual(want.Value, got.now) {
				t.Fatalf("%v replaces %v, want %v\n%s", got.now, got.old, want.OldValue, where)
			}
			first := r.IntN(2) == 0
			if first {
				compare(want, got)
			}
			switch v := got.now.(type) {
			case map[string]any:
				for _, name := range sortedKeys(v) {
					walk(want.Key(name), got.key(name))
				}
			case []any:
				for _, i := range r.Perm(len(v)) {
					walk(want.Index(i), got.index(i, by))
				}
			}
			compare(want, got)
		}
		walk(reference, pair{now, old, s, true})
		large += len(by.equal)
		indexed += len(by.indexes)
	}
	if equal < asked/10 || equal > asked*9/10 || replaced < tries || large < tries/300 || indexed < tries/100 {
		t.Errorf("%d values, %d equal; %d replaced others; %d results remembered, %d lists indexed", asked, equal, replaced, large, indexed)
	}
}

// A list that stands at several places, as a default does, takes the place of another one at
// each.
func TestUnchangedOfShared(t *testing.T) {
	typ := "map"
	item := func(p ...schema.Property) *schema.Schema {
		p = append(p, schema.Property{Name: "k", Schema: &schema.Schema{Type: "string"}})
		return &schema.Schema{Type: "array", Rare: &schema.Rare{XListType: &typ, XListMapKeys: []string{"k"}}, Items: &schema.Items{Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}}}
	}
	s := Correlatable(item(schema.Property{Name: "l", Schema: item(schema.Property{Name: "v", Schema: &schema.Schema{Type: "string"}})}))
	many := func(v string) []any {
		list := []any{}
		for i := range 2 * muchWork {
			list = append(list, map[string]any{"k": fmt.Sprint(i), "v": v})
		}
		return list
	}
	shared := many("x")
	now, old := []any{}, []any{}
	for i, v := range []string{"x", "y", "x", "y"} {
		now = append(now, map[string]any{"k": fmt.Sprint(i), "l": shared})
		old = append(old, map[string]any{"k": fmt.Sprint(i), "l": many(v)})
	}
	by := &correlating{}
	list := pair{now, old, s, true}
	for i := range now {
		if unchanged := by.unchanged(list.index(i, by)); unchanged != (i%2 == 0) {
			t.Errorf("item %d is unchanged: %t", i, unchanged)
		}
	}
}

// shape is a schema as it matters here.
func shape(s *schema.Schema) string {
	text := s.Type + " " + s.ListType() + fmt.Sprint(s.XListMapKeys())
	for _, p := range s.Properties.All() {
		text += " " + p.Name + ":{" + shape(p.Schema) + "}"
	}
	if i := s.ItemSchema(); i != nil {
		text += " items {" + shape(i) + "}"
	}
	if v := s.ValueSchema(); v != nil {
		text += " values {" + shape(v) + "}"
	}
	return text
}

// correlatedSchema is a random schema of objects, maps and lists of all types, some of which
// are not as a server stores them.
func correlatedSchema(r *rand.Rand, depth int) *schema.Schema {
	if depth == 0 || r.IntN(8) == 0 {
		return &schema.Schema{Type: "string"}
	}
	s := &schema.Schema{Type: "object"}
	switch r.IntN(6) {
	case 0: // nothing is said about fields
	case 1:
		s.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: correlatedSchema(r, depth-1)}
	case 2:
		s.AdditionalProperties = &schema.SchemaOrBool{Allows: true}
	case 3:
		s.Properties = correlatedFields(r, depth)
	default:
		s.Type = "array"
		s.Items = &schema.Items{Schema: correlatedSchema(r, depth-1)}
		if typ := []string{"", "atomic", "set", "map", "map", "map", "map"}[r.IntN(7)]; typ != "" {
			s.OwnRare().XListType = &typ
			if typ == "map" {
				s.OwnRare().XListMapKeys = [][]string{{"k"}, {"k"}, {"k", "l"}, {"k", "l"}, {"a"}, {}}[r.IntN(6)]
				s.Items.Schema = &schema.Schema{Type: "object", Properties: correlatedFields(r, depth)}
			}
		}
		if r.IntN(20) == 0 {
			s.Items = nil
		}
		if r.IntN(30) == 0 {
			s.Type = ""
		}
	}
	return s
}

func correlatedFields(r *rand.Rand, depth int) *schema.Properties {
	p := &schema.Properties{}
	for _, name := range []string{"a", "b", "k", "l"} {
		of := correlatedSchema(r, depth-1)
		if name >= "k" && r.IntN(4) > 0 {
			of = &schema.Schema{Type: "string"}
		}
		if r.IntN(10) > 0 {
			p.List = append(p.List, schema.Property{Name: name, Schema: of})
		}
	}
	return p
}

// scalar is one of some that are alike in one way or another.
func scalar(r *rand.Rand) any {
	return []any{"x", "y", "1", "true", "", nil, true, false, int64(1), int64(0), 1.0, 0.0, -1e-9, 1e-9, 2e-9, "\x00", "\xff", "\xfe"}[r.IntN(18)]
}

func correlatedValue(r *rand.Rand, s *schema.Schema, depth int, long bool) any {
	if s == nil {
		s = &schema.Schema{Type: []string{"", "string", "object", "array"}[r.IntN(4)]}
	}
	if depth == 0 || !long && r.IntN(25) == 0 {
		return scalar(r)
	}
	n := r.IntN(4)
	if long {
		n = r.IntN(100)
	}
	if s.Type == "string" {
		return scalar(r)
	}
	if s.Type == "array" || s.Items != nil {
		list := []any{}
		for i := range n {
			item := correlatedValue(r, s.ItemSchema(), depth-1, long && r.IntN(40) == 0)
			if m, ok := item.(map[string]any); ok && (long || r.IntN(8) > 0) {
				m["k"] = fmt.Sprint(i - r.IntN(64)/63)
				if long || r.IntN(2) == 0 {
					m["l"] = int64(i / 2)
				}
			}
			list = append(list, item)
		}
		return list
	}
	m := map[string]any{}
	for i := range n {
		name := []string{"a", "b", "k", "l"}[r.IntN(4)]
		if long {
			name = fmt.Sprint(name, i)
		}
		of := s.Property(name)
		if of == nil {
			of = s.ValueSchema()
		}
		m[name] = correlatedValue(r, of, depth-1, false)
	}
	return m
}

// reordered is a value as a client sends it again: some of it is shared, copied, changed or in
// another order.
func reordered(r *rand.Rand, s *schema.Schema, value any, change bool) any {
	if s == nil {
		s = &schema.Schema{}
	}
	if r.IntN(40) == 0 {
		return value // the same one
	}
	if change && r.IntN(20) == 0 {
		return correlatedValue(r, s, 1, false)
	}
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, reordered(r, s.ItemSchema(), item, change))
		}
		if r.IntN(4) == 0 {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		if change && len(list) > 0 && r.IntN(10) == 0 {
			list[r.IntN(len(list))] = list[0]
		}
		if len(list) == 0 && r.IntN(2) == 0 {
			return []any(nil)
		}
		return list
	case map[string]any:
		m := map[string]any{}
		for _, name := range sortedKeys(v) {
			of, p := v[name], s.Property(name)
			if p == nil {
				p = s.ValueSchema()
			}
			if change && r.IntN(30) == 0 {
				name += "0"
			}
			m[name] = reordered(r, p, of, change)
		}
		if len(m) == 0 && r.IntN(2) == 0 {
			return map[string]any(nil)
		}
		return m
	}
	return value
}

// asking counts how often a field is looked for.
type asking struct {
	common.Schema
	times *int
}

func (a asking) Properties() map[string]common.Schema {
	*a.times++
	return map[string]common.Schema{"a": a, "b": a}
}

// Asking at every depth takes the time of asking once, wherever the difference is, if there is
// one.
func TestUnchangedAtEveryDepth(t *testing.T) {
	const depth = 4000
	for _, differ := range []bool{false, true} {
		build := func(last any) any {
			v := last
			for range depth {
				v = map[string]any{"a": v, "b": map[string]any{}}
			}
			return v
		}
		now, old := build("x"), build("x")
		if differ {
			old = build("y")
		}
		times := 0
		by := &correlating{}
		p := pair{now, old, asking{times: &times}, true}
		for range depth {
			if by.unchanged(p) == differ {
				t.Fatalf("unchanged is %v", differ)
			}
			p = p.key("a")
		}
		if times > 2*muchWork*depth {
			t.Errorf("fields were looked for %d times at %d depths", times, depth)
		}
	}
}

// Small values are compared without making anything.
func TestUnchangedAllocatesNothing(t *testing.T) {
	typ := "map"
	text := &schema.Schema{Type: "string"}
	of := &schema.Schema{
		Type: "array", Rare: &schema.Rare{XListType: &typ, XListMapKeys: []string{"k", "l"}},
		Items: &schema.Items{Schema: &schema.Schema{Type: "object", Properties: &schema.Properties{List: []schema.Property{{Name: "k", Schema: text}, {Name: "l", Schema: text}}}}},
	}
	build := func() any {
		return []any{map[string]any{"k": "x", "l": int64(1)}, map[string]any{"k": "y", "l": int64(1)}}
	}
	p := pair{build(), build(), Correlatable(of), true}
	by := &correlating{}
	if made := testing.AllocsPerRun(100, func() {
		if !by.unchanged(p) {
			t.Error("changed")
		}
	}); made > 0 {
		t.Errorf("%v things made", made)
	}
}

// TestSameOfSeveral: what is remembered of a large value that replaces another says nothing of
// where it replaces a third.
func TestSameOfSeveral(t *testing.T) {
	object := func(last string) map[string]any {
		o := map[string]any{}
		for i := range 2 * muchWork {
			o[fmt.Sprint("k", i)] = "v"
		}
		o["last"] = last
		return o
	}
	list := func(last string) []any {
		return append(slices.Repeat([]any{"v"}, 2*muchWork), last)
	}
	of := Correlatable(&schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Schema: &schema.Schema{Type: "string"}}})
	c := &correlating{}
	o, l := object("a"), list("a")
	for _, last := range []string{"a", "b", "a", "b"} {
		want := last == "a"
		if got := c.same(o, object(last)); got != want {
			t.Errorf("an object is the same: %t, want %t", got, want)
		}
		if got := c.same(l, list(last)); got != want {
			t.Errorf("a list is the same: %t, want %t", got, want)
		}
		if got := c.unchanged(pair{replaces: true, now: o, old: object(last), schema: of}); got != want {
			t.Errorf("an object is unchanged: %t, want %t", got, want)
		}
	}
}
