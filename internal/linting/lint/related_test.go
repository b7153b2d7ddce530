package lint

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func TestRelatedPlaces(t *testing.T) {
	const text = `plain: "a text"
literal: |-
  the first
  and the second
folded: >-
  one
  two
empty: |-
alias: &a |
  shared
other: *a
`
	doc := source.Read("a.yaml", []byte(text)).Documents[0]
	for name, want := range map[string]finding.Pos{
		"plain":   {Line: 1, Column: 8, EndLine: 1, EndColumn: 16},
		"literal": {Line: 3, Column: 3, EndLine: 3, EndColumn: 12},
		"folded":  {Line: 5, Column: 9, EndLine: 5, EndColumn: 11},
		"empty":   {Line: 8, Column: 8, EndLine: 8, EndColumn: 10},
		"alias":   {Line: 10, Column: 3, EndLine: 10, EndColumn: 9},
		"other":   {Line: 10, Column: 3, EndLine: 10, EndColumn: 9},
		"missing": {Line: 1, Column: 1, EndLine: 1, EndColumn: 6},
	} {
		r := finding.Related{Path: finding.Root(name)}
		if locateRelated(doc, &r); r.Pos != want {
			t.Errorf("%s is at %+v, want %+v", name, r.Pos, want)
		}
	}
	given := finding.Related{Path: finding.Root("plain"), Pos: finding.Pos{Line: 7}}
	if locateRelated(doc, &given); given.Pos.Line != 7 {
		t.Errorf("a place that is given is moved to %+v", given.Pos)
	}
}
