package schema

import (
	"fmt"
	"testing"
)

// TestProperties looks every name up, in lists short and long enough for an index.
func TestProperties(t *testing.T) {
	for n := range 2 * indexFrom {
		var list []Property
		for i := range n {
			list = append(list, Property{fmt.Sprint(i), &Schema{Type: fmt.Sprint(i)}})
		}
		p := NewProperties(list)
		if p.Len() != n || len(p.All()) != n {
			t.Errorf("%d of %d", p.Len(), n)
		}
		for i := range n {
			if s := p.Get(fmt.Sprint(i)); s != list[i].Schema {
				t.Errorf("%d of %d is %+v", i, n, s)
			}
		}
		if p.Get(fmt.Sprint(n)) != nil || p.Get("") != nil {
			t.Errorf("%d: what is not there is found", n)
		}
	}
	var none *Properties
	if none.Len() != 0 || none.Get("a") != nil || none.All() != nil {
		t.Error("no properties are some")
	}
}

func TestSchemaSays(t *testing.T) {
	yes, no, set := true, false, "set"
	empty, item := &Schema{}, &Schema{Type: "item"}
	if empty.PreservesUnknownFields() || (&Schema{XPreserveUnknownFields: &no}).PreservesUnknownFields() || !(&Schema{XPreserveUnknownFields: &yes}).PreservesUnknownFields() {
		t.Error("only true preserves unknown fields")
	}
	if empty.ListType() != "" || (&Schema{Rare: &Rare{XListType: &set}}).ListType() != "set" || empty.MapType() != "" || (&Schema{Rare: &Rare{XMapType: &set}}).MapType() != "set" {
		t.Error("the type of a list or map is not what is written")
	}
	if empty.ItemSchema() != nil || (&Schema{Items: &Items{Schemas: []*Schema{item}}}).ItemSchema() != nil || (&Schema{Items: &Items{Schema: item}}).ItemSchema() != item {
		t.Error("the schema of items is not the single one")
	}
	if empty.ValueSchema() != nil || (&Schema{AdditionalProperties: &SchemaOrBool{Allows: true}}).ValueSchema() != nil || (&Schema{AdditionalProperties: &SchemaOrBool{Schema: item}}).ValueSchema() != item {
		t.Error("the schema of values is not that of additionalProperties")
	}
}
