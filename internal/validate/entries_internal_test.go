package validate

import (
	"reflect"
	"testing"
)

// TestOwnersAsideComeBack reads and writes metadata with its managedFields, and with those set
// aside that are as the server writes them: both are the same.
func TestOwnersAsideComeBack(t *testing.T) {
	entry := func(change func(e map[string]any)) map[string]any {
		e := map[string]any{
			"manager": "a", "operation": "Update", "apiVersion": "example.com/v1", "time": "2020-01-02T03:04:05Z",
			"fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": map[string]any{".": map[string]any{}, "f:a": map[string]any{}}},
		}
		change(e)
		return e
	}
	for _, c := range []struct {
		name   string
		aside  bool
		change func(e map[string]any)
	}{
		{"usual", true, func(map[string]any) {}},
		{"of a subresource", true, func(e map[string]any) { e["subresource"] = "status" }},
		{"without a time", true, func(e map[string]any) { delete(e, "time") }},
		{"without fields", true, func(e map[string]any) { e["fieldsV1"] = map[string]any{} }},
		{"empty name", false, func(e map[string]any) { e["manager"] = "" }},
		{"unknown field", false, func(e map[string]any) { e["x"] = "y" }},
		{"zone", false, func(e map[string]any) { e["time"] = "2020-01-02T03:04:05+01:00" }},
		{"fraction", false, func(e map[string]any) { e["time"] = "2020-01-02T03:04:05.5Z" }},
		{"no time", false, func(e map[string]any) { e["time"] = nil }},
		{"zero time", false, func(e map[string]any) { e["time"] = "0001-01-01T00:00:00Z" }},
		{"numbers in fields", false, func(e map[string]any) { e["fieldsV1"] = map[string]any{"f:a": 1.0} }},
		{"broken text", false, func(e map[string]any) { e["fieldsV1"] = map[string]any{"f:\xff": map[string]any{}} }},
	} {
		metadata := map[string]any{"name": "n", "labels": map[string]any{"a": "b"}, "managedFields": []any{entry(c.change), entry(func(map[string]any) {})}}
		read := func(metadata any) map[string]any {
			meta, _, err := ObjectMeta(nil, metadata, false, true)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			fields, err := MetaFields(meta)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			return fields
		}
		want := read(metadata)
		rest, owners := AsideOwners(metadata)
		if (owners != nil) != c.aside {
			t.Errorf("%s: set aside %t", c.name, owners != nil)
		}
		got := read(rest)
		if owners != nil {
			got["managedFields"] = owners
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// TestOwnersWithoutFields: the fields that an entry owns may be many, and are not read.
func TestOwnersWithoutFields(t *testing.T) {
	entry := map[string]any{"manager": "a", "operation": "Update", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": map[string]any{}}}
	owners := Owners(map[string]any{"metadata": map[string]any{"managedFields": []any{entry}}})
	if len(owners) != 1 || owners[0].Manager != "a" || owners[0].FieldsV1 != nil {
		t.Errorf("got %v", owners)
	}
	if entry["fieldsV1"] == nil {
		t.Error("the fields of the object are gone")
	}
	if owners := Owners(map[string]any{"metadata": map[string]any{"managedFields": []any{"a"}}}); owners != nil {
		t.Errorf("of what is no entry there are %v", owners)
	}
}
