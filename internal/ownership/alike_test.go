package ownership

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/kube"
)

// TestAlikeAreTheSame holds the sets of random objects against others: a set is said to be that
// of an object if and only if it is what is made of it.
func TestAlikeAreTheSame(t *testing.T) {
	m, err := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object }).Manager("v1", "")
	if err != nil {
		t.Fatal(err)
	}
	g := &granular{m.usual.declared, map[listKey][]string{}}
	r := rand.New(rand.NewPCG(5, 6))
	var objects []map[string]any
	for len(objects) < 60 {
		object := randomWidget(r, "v1", false)
		spec := object["spec"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(spec)) { // so that many are alike
			if r.IntN(3) > 0 {
				delete(spec, name)
			}
		}
		if r.IntN(3) == 0 {
			spec["map"] = map[string]any{}
		}
		if r.IntN(3) == 0 {
			spec["a"] = nil
		}
		if g.check(m.usual.root, object) {
			objects = append(objects, object)
		}
	}
	alikes, others := 0, 0
	for _, a := range objects {
		every, fields := g.every(m.usual.root, a), g.fieldsOf(m.usual.root, a)
		for _, b := range objects {
			same := reflect.DeepEqual(every, g.every(m.usual.root, b))
			if got := g.isEvery(every, m.usual.root, b); got != same {
				t.Fatalf("every of %s and of %s: %t", asJSON(a), asJSON(b), got)
			}
			same = reflect.DeepEqual(fields, g.fieldsOf(m.usual.root, b))
			if got := g.isFieldsOf(fields, m.usual.root, b, false); got != same {
				t.Fatalf("the fields of %s and of %s: %t", asJSON(a), asJSON(b), got)
			}
			if got := g.isFieldsOf(fields.asMember(), m.usual.root, b, true); got != same || g.isFieldsOf(fields, m.usual.root, b, true) {
				t.Fatalf("the fields of %s and of %s, as members: %t", asJSON(a), asJSON(b), got)
			}
			if same {
				alikes++
			} else {
				others++
			}
		}
	}
	if alikes < 80 || others < 1000 {
		t.Errorf("%d are alike, and %d are not", alikes, others)
	}
}

// TestItemsShareTheirSets: those of many items that have the same fields are one, also where they
// were written and read again.
func TestItemsShareTheirSets(t *testing.T) {
	m, err := NewTypes(widgets(t), kube.Latest, func(object map[string]any) map[string]any { return object }).Manager("v1", "")
	if err != nil {
		t.Fatal(err)
	}
	g := &granular{m.usual.declared, map[listKey][]string{}}
	object := randomWidget(rand.New(rand.NewPCG(1, 2)), "v1", false)
	object["spec"] = map[string]any{"list": []any{
		map[string]any{"name": "a", "a": "x"}, map[string]any{"name": "b", "a": "y"}, map[string]any{"name": "c", "a": "z"},
	}}
	if !g.check(m.usual.root, object) {
		t.Fatal("the object is unusual")
	}
	items := func(s *pathSet) map[string]*pathSet { return s.get("f:spec").get("f:list").below }
	made := g.every(m.usual.root, object)
	again, ok := readFields(made.fields(), true)
	if !ok {
		t.Fatal("what is written can't be read")
	}
	for name, s := range map[string]*pathSet{
		"made": made, "fields": g.fieldsOf(m.usual.root, object), "read": again, "union": made.union(again), "difference": made.difference(named("f:x")),
		"intersection": again.intersection(made),
	} {
		different := map[*pathSet]bool{}
		for _, item := range items(s) {
			different[item] = true
		}
		if len(different) != 1 || len(items(s)) != 3 {
			t.Errorf("%s: %d items have %d sets", name, len(items(s)), len(different))
		}
	}
}
