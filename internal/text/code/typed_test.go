package code_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/text/code"
)

func TestReadTyped(t *testing.T) {
	for text, want := range map[string]code.Typed{
		`field not declared in schema`: {Item: -1, Undeclared: true},
		`element 2: associative list with keys has an element that omits all key fields ["name"] (and doesn't have default values for any key fields)`: {Item: 2, Keyless: true},
		`duplicate entries for key [name="http"]`:        {Item: -1, Twice: `[name="http"]`},
		`expected numeric (int or float), got string`:    {Item: -1, Wanted: "number"},
		`expected map, got &{[1]}`:                       {Item: -1, Wanted: "object"},
		`expected any scalar, got &{map[]}`:              {Item: -1},
		`element x: associative list without keys has e`: {Item: -1},
	} {
		if got := code.ReadTyped(text); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

func TestLostByVersion(t *testing.T) {
	for text, want := range map[string]string{
		"failed to prune fields: failed to convert merged object to last applied version: .spec.old: field not declared in schema": ".spec.old",
		"failed to create typed patch object (a/b; x/v1, Kind=X): .spec.old: field not declared in schema":                         "",
		"failed to prune fields: failed to convert merged object to last applied version: .spec: expected map":                     "",
	} {
		if got := code.LostByVersion(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
