package schema

import (
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/yamlnode"
)

// What Schema knows by name is what the decoder reads.
func TestKeywordsAreRead(t *testing.T) {
	if names := keywords(); !slices.Equal(names, Keywords) || len(names) != reflect.TypeFor[Schema]().NumField() {
		t.Errorf("%q", names)
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
