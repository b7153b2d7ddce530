package schema_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/schema"
)

func decodeWith(t *testing.T, text string) *yamldecode.Decoder {
	t.Helper()
	f := source.Read("a.yaml", []byte(text))
	if len(f.Documents) != 1 {
		t.Fatalf("%s: %+v", text, f.Problems)
	}
	d := &yamldecode.Decoder{}
	if _, err := schema.FromValue(yamldecode.Node{Node: f.Documents[0].Root, By: d}); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEmptyStays: once there was an empty value, what follows does not undo it.
func TestEmptyStays(t *testing.T) {
	full := []string{"type: a", "default: 1", "nullable: true", "enum: [a]", "properties: {a: {type: a}}", "items: {type: a}", "required: [a]"}
	for _, text := range full {
		if decodeWith(t, "{"+text+"}").Empty {
			t.Errorf("%s is empty", text)
		}
	}
	for _, empty := range []string{"format: ''", "example: null", "uniqueItems: false", "oneOf: []", "definitions: {}", "title: null", "anyOf: [{format: ''}]", "maximum: null"} {
		for _, text := range append([]string{"type: a"}, full...) {
			for _, both := range []string{empty + ", " + text, text + ", " + empty} {
				if !decodeWith(t, "{"+both+"}").Empty {
					t.Errorf("%s is not empty", both)
				}
			}
		}
	}
}

// TestRepeatedInValues: a key that is repeated in a default is named.
func TestRepeatedInValues(t *testing.T) {
	flaws := decodeWith(t, "{type: object, default: {a: {b: 1, b: 2}}}").Flaws
	if len(flaws) != 1 || flaws[0].Kind != yamldecode.DuplicateField || flaws[0].Field != "b" || flaws[0].Node == nil || flaws[0].Node.Value != "b" {
		t.Errorf("%+v", flaws)
	}
}
