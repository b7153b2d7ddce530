package schema

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// What Schema knows by name is what the decoder reads.
func TestKeywordsAreRead(t *testing.T) {
	if names := keywords(); !slices.Equal(names, Keywords) {
		t.Errorf("%q", names)
	}
	var fields []string
	for _, part := range new(Schema).parts() {
		for i := range part.NumField() {
			fields = append(fields, part.Type().Field(i).Name)
		}
	}
	fields = slices.DeleteFunc(fields, func(name string) bool { return name == "Rare" || name == "Branches" })
	if slices.Sort(fields); !slices.Equal(fields, slices.Sorted(slices.Values(internalFields[:]))) {
		t.Errorf("the fields are %q, and those with a place in messages %q", fields, internalFields)
	}
	null := &yamlnode.Node{Kind: yamlnode.Scalar, Value: "null"}
	for _, name := range append(keywords(), "type", "x-kubernetes-list-map-keys") {
		if !new(Decoder).keyword(new(Schema), name, null) {
			t.Errorf("%q is not read", name)
		}
	}
	if new(Decoder).keyword(new(Schema), "", null) {
		t.Error("no name is one")
	}
}

func TestKeywordOf(t *testing.T) {
	for field, want := range map[string]string{
		"ID": "id", "Schema": "$schema", "Ref": "$ref", "Type": "type", "MaxLength": "maxLength", "XMapType": "x-kubernetes-map-type",
		"XListMapKeys": "x-kubernetes-list-map-keys", "XAtoZ9": "x-kubernetes-ato-z9",
	} {
		if got := KeywordOf(field); got != want {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
	}
}
