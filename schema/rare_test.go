package schema_test

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// TestMethodsReadTheirKeywords: what is no field of Schema is a method of the same name.
func TestMethodsReadTheirKeywords(t *testing.T) {
	for _, k := range schematest.Keywords() {
		if _, field := reflect.TypeFor[schema.Schema]().FieldByName(k.Field); field {
			continue
		}
		for _, s := range k.Schemas() {
			got := reflect.ValueOf(s).MethodByName(k.Field).Call(nil)[0].Interface()
			if want := k.Value(s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v, want %v", k.Name, got, want)
			}
		}
	}
}

// TestOwn: what a copy of a schema changes by them, the schema does not have.
func TestOwn(t *testing.T) {
	for _, s := range []schema.Schema{{}, {Rare: &schema.Rare{Title: "a"}, Branches: &schema.Branches{AllOf: []*schema.Schema{{}}}}} {
		title, all := s.Title(), len(s.AllOf())
		c := s
		c.OwnRare().Title = "b"
		c.OwnBranches().AllOf = nil
		if s.Title() != title || len(s.AllOf()) != all {
			t.Errorf("title is %q, allOf has %d schemas", s.Title(), len(s.AllOf()))
		}
		c.OwnRare().ID = "c"
		c.OwnBranches().AnyOf = []*schema.Schema{{}}
		if c.Title() != "b" || len(c.AllOf()) != 0 || len(c.AnyOf()) != 1 {
			t.Errorf("the copy has %+v and %+v", *c.Rare, *c.Branches)
		}
	}
}
