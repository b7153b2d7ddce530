package jsonpath

import (
	"fmt"
	"strings"
	"testing"
)

func TestSteps(t *testing.T) {
	for text, want := range map[string]string{
		".a.b":                  "a b",
		".a['b'].c":             "a b c",
		`.a\.b`:                 "a.b",
		".a[0]":                 "a item",
		".a[1:]":                "a items",
		".a[-1:]":               "a item",
		".a[-2:]":               "a items",
		".a[0:1]":               "a item",
		".a[-2:-1]":             "a item",
		".a[0:-1]":              "a items",
		".a[1:3]":               "a items",
		".a[*]":                 "a items",
		".a.*":                  "a each",
		"..a":                   "? a",
		".a[0,1]":               "a ?",
		`.a[?(@.b=="c")].d`:     "a item(b) d",
		`.a[?(@.b.c)].d`:        "a item(b c) d",
		`.a[?("x"==@.b)].d`:     "a item(?) d",
		`$.a`:                   "a",
		".":                     "",
		`.metadata.labels.a\/b`: "metadata labels a/b",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := written(p.Steps()); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func written(steps []Step) string {
	var parts []string
	for _, s := range steps {
		part := map[Target]string{Elsewhere: "?", Field: s.Field, Item: "item", Each: "each"}[s.To]
		if s.Several {
			part += "s"
		}
		if len(s.Filter) > 0 {
			part += fmt.Sprintf("(%s)", written(s.Filter))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}
