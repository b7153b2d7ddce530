package lint

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What is proved here is that values are accepted that were not meant to be.

func emptyBranchHolds(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	before := resourceOf(t, whole)
	node := at(t, object, s.field()).(map[string]any)
	switch {
	case strings.Contains(s.Message, "every value of"):
		nothingPasses(t, subject{Finding: s.Finding, crd: s.crd, path: s.field()})
	case strings.Contains(s.Message, "another branch of oneOf"):
		others := slices.DeleteFunc(slices.Clone(node["oneOf"].([]any)), func(b any) bool { return len(b.(map[string]any)) == 0 })
		node["not"] = map[string]any{"anyOf": others}
		delete(node, "oneOf")
		equal(t, s, before, resourceOf(t, whole), node)
	default:
		delete(node, s.path[len(s.field())])
		equal(t, s, before, resourceOf(t, whole), node)
	}
}

// exampleMatches takes the text in quotes out of the message: it passes.
func exampleMatches(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	quoted := s.Message[strings.Index(s.Message, `"`) : strings.LastIndex(s.Message, `"`)+1]
	text, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := send(resourceOf(t, whole), s.field(), text); !ok {
		t.Errorf("%s: it is refused", s.Message)
	}
}

// absentPasses proves that an object without the field passes the branch, if it
// is the only one, and does no longer when the branch requires the field.
func absentPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	node := at(t, object, field).(map[string]any)
	branch := at(t, object, s.path).(map[string]any)
	delete(node, "oneOf")
	node["anyOf"] = []any{branch}
	var rest map[string]any
	r := resourceOf(t, whole)
	for _, v := range values(node) {
		o, is := v.(map[string]any)
		if !is || slices.ContainsFunc(slices.Collect(mapKeys(branch["properties"].(map[string]any))), func(n string) bool { _, has := o[n]; return has }) {
			continue
		}
		if _, ok := send(r, field, o); ok {
			rest = o
		}
	}
	if rest == nil {
		t.Fatalf("%s: no object without it passes", s.Message)
	}
	branch["required"] = slices.Sorted(mapKeys(branch["properties"].(map[string]any)))
	if _, ok := send(resourceOf(t, whole), field, rest); ok {
		t.Errorf("%s: %v passes with required, too", s.Message, rest)
	}
}

// wholeNumberIsMisjudged takes the number out of the message: in a schema of
// nothing but that bound it passes, or is refused, as the message says.
func wholeNumberIsMisjudged(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	node := at(t, object, field).(map[string]any)
	if slices.Contains(s.path, "enum") {
		s.path = s.path[:len(s.path)-1]
	}
	keyword := s.path[len(s.path)-1]
	holder := at(t, object, s.path[:len(s.path)-1]).(map[string]any)
	for _, k := range []string{"minimum", "maximum", "multipleOf"} {
		if k != keyword {
			delete(holder, k)
		}
	}
	if len(s.path) > len(field)+1 { // leave only the branch
		branch := holder
		delete(node, "anyOf")
		node["allOf"] = []any{branch}
	}
	words := strings.Fields(s.Message)
	var n float64
	if err := json.Unmarshal([]byte(words[len(words)-1]), &n); err != nil {
		t.Fatal(err)
	}
	if _, ok := send(resourceOf(t, whole), field, n); ok != strings.Contains(s.Message, " accepts ") {
		t.Errorf("%s: accepted: %v", s.Message, ok)
	}
}
