package internaltype_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// The server's messages print every field under its name.
func TestJSONHasEveryField(t *testing.T) {
	read := func(s *schema.Schema) (fields map[string]any) {
		text, err := json.Marshal(internaltype.OfSchema(s))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		return fields
	}
	for _, k := range schematest.Keywords() {
		all := k.Schemas()
		before, after := read(all[0]), read(all[1])
		for _, other := range schematest.Keywords() {
			if differs := !reflect.DeepEqual(before[other.Field], after[other.Field]); differs != (other == k) {
				t.Errorf("%s: the field %s is %v", k.Name, other.Field, after[other.Field])
			}
		}
	}
}

func TestForbiddenBesideStatus(t *testing.T) {
	for _, k := range schematest.Keywords() {
		want := k.Name
		if slices.Contains(internaltype.AllowedBesideStatus, k.Field) && k.Name != "type" {
			want = ""
		}
		if got := internaltype.ForbiddenBesideStatus(k.Schemas()[1]); got != want {
			t.Errorf("%s: %q is forbidden", k.Name, got)
		}
	}
	for _, name := range internaltype.AllowedBesideStatus {
		if !slices.ContainsFunc(schematest.Keywords(), func(k schematest.Keyword) bool { return k.Field == name }) {
			t.Errorf("%s is no field", name)
		}
	}
	if got := internaltype.ForbiddenBesideStatus(&schema.Schema{Type: "object", Enum: []any{}}); got != "enum" {
		t.Errorf("an empty list is set: %q", got)
	}
}
