package upgrade

import "testing"

// TestHelpKeepsWhatWas: help to keep something names what the old CRD has.
func TestHelpKeepsWhatWas(t *testing.T) {
	const text = "a: {type: string, maxLength: 20}"
	for _, c := range []struct {
		name string
		replacement
		kind *Kind
		help string
	}{
		{"values of a map", replacement{"a: {type: object, additionalProperties: {type: string}}", "", "a: {type: object, properties: {b: {type: string}}}", ""},
			&unknownFieldsPruned, "keep additionalProperties, or declare every field that objects may have"},
		{"unknown fields", replacement{"a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "", "a: {type: object, properties: {b: {type: string}}}", ""},
			&unknownFieldsPruned, "keep x-kubernetes-preserve-unknown-fields: true, or declare every field that objects may have"},
		{"a new enum", replacement{text, "", "a: {type: string, enum: [b]}", ""},
			&enumNarrowed, "list every value that objects may have, or add the enum in a new version"},
		{"a value of an enum", replacement{"a: {type: string, enum: [b, c]}", "", "a: {type: string, enum: [b]}", ""},
			&enumNarrowed, "keep the value, and let the controller treat it like the value that replaces it"},
		{"a list without a type", replacement{"a: {type: array, items: {type: string}}", "", "a: {type: array, x-kubernetes-list-type: set, items: {type: string}}", ""},
			&listTypeChanged, "merge it as before, or change that in a new version"},
	} {
		found := false
		for _, change := range compareWidgets(t, c.replacement) {
			if change.Kind == c.kind {
				found = true
				if change.Help != c.help {
					t.Errorf("%s: help %q, want %q", c.name, change.Help, c.help)
				}
			}
		}
		if !found {
			t.Errorf("%s: no change %s", c.name, c.kind.ID)
		}
	}
}
