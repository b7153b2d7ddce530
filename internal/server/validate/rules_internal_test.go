package validate

import "testing"

// TestUsedOldSelf: rules speak of oldSelf if any of them does, wherever it stands.
func TestUsedOldSelf(t *testing.T) {
	does := &Rules{usesOldSelf: true}
	for name, test := range map[string]struct {
		rules *Rules
		want  bool
	}{
		"none":                     {nil, false},
		"one that does not":        {&Rules{items: &Rules{}, values: &Rules{}, properties: map[string]*Rules{"a": {}}}, false},
		"its own":                  {does, true},
		"of items":                 {&Rules{items: does}, true},
		"of values":                {&Rules{values: does}, true},
		"of one of two properties": {&Rules{properties: map[string]*Rules{"a": {}, "b": {properties: map[string]*Rules{"c": does}}}}, true},
	} {
		if got := test.rules.UsedOldSelf(); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
