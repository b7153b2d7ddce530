package lint

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// What is proved here is that something makes no difference.

// keywordIsIdle is removalChangesNothing, and proves of the keywords that were to keep
// unknown fields that those are dropped, until the help is done.
func keywordIsIdle(t *testing.T, s subject) {
	if strings.HasPrefix(s.Help, "add x-kubernetes-preserve-unknown-fields: true") {
		whole, object := s.decoded(t)
		field := s.path[:len(s.path)-1] // which ends in items, as if it were a list
		node := at(t, object, field).(map[string]any)
		for _, kept := range []bool{false, true} {
			if kept {
				node["x-kubernetes-preserve-unknown-fields"] = true
			}
			stored, ok := send(resourceOf(t, whole), field, map[string]any{"nmae": "x"})
			if o, _ := stored.(map[string]any); !ok || (o["nmae"] == "x") != kept {
				t.Errorf("%s: stored as %v, %v", s.Message, stored, ok)
			}
		}
	}
	removalChangesNothing(t, s)
}

// celRuleIsIdle proves that without the CEL rule that a finding points into, the same
// values pass.
func celRuleIsIdle(t *testing.T, s subject) {
	s.path = s.path[:len(s.path)-1]
	removalChangesNothing(t, s)
}

// onlyBranches leaves of each anyOf and oneOf on the way only the branch that
// the path leads through.
func onlyBranches(t *testing.T, object map[string]any, path []string) (where []string) {
	where = slices.Clone(path)
	for i := 0; i+1 < len(where); i++ {
		if k := where[i]; k == "anyOf" || k == "oneOf" {
			node := at(t, object, where[:i]).(map[string]any)
			node[k] = []any{at(t, node, where[i:i+2])}
			where[i+1] = "0"
		}
		if where[i] == "properties" {
			i++
		} else if where[i] == "not" {
			t.Skip("what not forbids cannot be sent")
		}
	}
	return where
}

// removalChangesNothing proves that the keyword, or the entry of a list, does
// nothing: without it, the same values are accepted and stored as the same.
func removalChangesNothing(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	before := resourceOf(t, whole)
	last := s.path[len(s.path)-1]
	parent := s.path[:len(s.path)-1]
	switch p := at(t, object, parent).(type) {
	case map[string]any:
		delete(p, last)
	case []any:
		i, _ := strconv.Atoi(last)
		holder := at(t, object, parent[:len(parent)-1]).(map[string]any)
		holder[parent[len(parent)-1]] = slices.Delete(slices.Clone(p), i, i+1)
	}
	s.path = parent // the keyword may be items, which else leads to a field
	equal(t, s, before, resourceOf(t, whole), at(t, object, s.field()))
}

func equal(t *testing.T, s subject, before, after *dryrun.Resource, node any) {
	t.Helper()
	accepted := 0
	for _, v := range values(node) {
		was, wasOK := send(before, s.field(), v)
		is, isOK := send(after, s.field(), v)
		if wasOK != isOK || !reflect.DeepEqual(was, is) {
			t.Errorf("%s: %#v: %v %#v, and otherwise %v %#v", s.Message, v, wasOK, was, isOK, is)
		}
		if wasOK {
			accepted++
		}
	}
	if accepted == 0 && !s.random {
		t.Error("nothing is accepted, so nothing is proven")
	}
}

// twinsAreIdle proves that of equal branches of anyOf one does nothing, and that
// those of oneOf cannot make it hold.
func twinsAreIdle(t *testing.T, s subject) {
	if slices.Contains(s.path, "anyOf") {
		removalChangesNothing(t, s)
		return
	}
	whole, object := s.decoded(t)
	junctor := s.path[:len(s.path)-1]
	branches := at(t, object, junctor).([]any)
	twin := branches[atoi(t, s.path[len(s.path)-1])]
	node := at(t, object, junctor[:len(junctor)-1]).(map[string]any)
	all := resourceOf(t, whole)
	if rest := slices.DeleteFunc(slices.Clone(branches), func(b any) bool { return reflect.DeepEqual(b, twin) }); len(rest) > 0 {
		node["oneOf"] = rest
	} else {
		node["not"] = map[string]any{}
	}
	without := resourceOf(t, whole)
	for _, v := range values(node) {
		// What passes with the twins passes without them, so they let nothing in.
		if _, ok := send(all, s.field(), v); ok {
			if _, ok := send(without, s.field(), v); !ok {
				t.Errorf("%s: %#v is accepted", s.Message, v)
			}
		}
	}
}

// requiredIsIdle proves that the field is there when it is left out, and that
// required lets nothing else pass than would without it.
func requiredIsIdle(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	parent, name := field[:len(field)-2], field[len(field)-1]
	before := resourceOf(t, whole)
	stored, ok := send(before, parent, map[string]any{})
	if o, is := stored.(map[string]any); !ok || !is || fmt.Sprint(o[name]) != fmt.Sprint(at(t, object, append(slices.Clone(field), "default"))) {
		t.Errorf("%s: left out, it is stored as %v", s.Message, stored)
	}
	node := at(t, object, parent).(map[string]any)
	node["required"] = slices.DeleteFunc(slices.Clone(node["required"].([]any)), func(n any) bool { return n == name })
	s.path = parent
	equal(t, s, before, resourceOf(t, whole), node)
}
