package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
)

// everywhere has a schema in each place where one may stand, with its place as
// its type.
func everywhere() *Schema {
	named := func(name string, s *Schema) *Properties {
		return NewProperties([]Property{{"other", &Schema{}}, {name, s}})
	}
	two := func(a, b string) []*Schema { return []*Schema{{Type: a}, {Type: b}} }
	deep := func(typ string) *Schema {
		return &Schema{Type: typ, Not: &Schema{Type: typ + ".not", Items: &Items{Schema: &Schema{Type: typ + ".not.items"}}}}
	}
	return &Schema{
		Type:                 "root",
		Items:                &Items{Schema: deep("items"), Schemas: two("items[0]", "items[1]")},
		Properties:           named("p", deep("properties[p]")),
		AdditionalProperties: &SchemaOrBool{Schema: deep("additionalProperties")},
		Not:                  deep("not"),
		Branches: &Branches{
			AllOf: two("allOf[0]", "allOf[1]"),
			OneOf: two("oneOf[0]", "oneOf[1]"),
			AnyOf: two("anyOf[0]", "anyOf[1]"),
		},
		Rare: &Rare{
			Definitions:       named("d", deep("definitions[d]")),
			Dependencies:      Dependencies{{Name: "none"}, {Name: "n", Schema: deep("dependencies[n]")}},
			PatternProperties: named("r", deep("patternProperties[r]")),
			AdditionalItems:   &SchemaOrBool{Schema: deep("additionalItems")},
		},
	}
}

func TestTree(t *testing.T) {
	tree := NewTree(everywhere(), finding.Root("root"))
	roots, seen := 0, map[string]bool{}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		seen[n.Type] = true
		if int(n.ID) != i {
			t.Errorf("node %d calls itself %d", i, n.ID)
		}
		if n.Parent < 0 {
			roots++
			if n.Role != RoleRoot || int(n.End) != len(tree.Nodes) || tree.Path(n.ID).Server() != "root" {
				t.Errorf("the root is %+v", n)
			}
			continue
		}
		if n.Type != "" {
			if got := tree.Path(n.ID).Server(); got != "root."+n.Type {
				t.Errorf("%s stands at %s", n.Type, got)
			}
			if got := tree.PathFrom(finding.Root("elsewhere"), n.ID).Server(); got != "elsewhere."+n.Type {
				t.Errorf("%s stands at %s", n.Type, got)
			}
		}
		if p := &tree.Nodes[n.Parent]; n.ID <= p.ID || n.End <= n.ID || n.End > p.End {
			t.Errorf("%s (%d up to %d) is not within %d up to %d", n.Type, n.ID, n.End, p.ID, p.End)
		}
		place, _, _ := strings.Cut(n.Type, "[")
		place, _, _ = strings.Cut(place, ".not")
		if n.Type == "" {
			place, _, _ = strings.Cut(strings.TrimPrefix(tree.Path(n.ID).Server(), "root."), "[")
		}
		if want := strings.HasSuffix(n.Type, "[1]"); want != (n.Index == 1) || !want && n.Index != 0 {
			t.Errorf("%s has the index %d", n.Type, n.Index)
		}
		junctor := place == "not" || place == "allOf" || place == "oneOf" || place == "anyOf" || strings.Contains(n.Type, ".not")
		if n.Nested != junctor {
			t.Errorf("%s: nested is %t", n.Type, n.Nested)
		}
		if want := place == "patternProperties" || place == "additionalItems"; n.Unwalked != want {
			t.Errorf("%s: unwalked is %t", n.Type, n.Unwalked)
		}
	}
	if roots != 1 || len(seen) != 34 {
		t.Errorf("%d roots, %d places: %v", roots, len(seen), seen)
	}
}

func TestTreeOfNothing(t *testing.T) {
	if tree := NewTree(nil, nil); len(tree.Nodes) != 0 || tree.Any(func(*Schema) bool { return true }) {
		t.Errorf("%+v", tree)
	}
}

func TestTreeAny(t *testing.T) {
	tree := NewTree(everywhere(), nil)
	for i := range tree.Nodes {
		if s := tree.Nodes[i].Schema; !tree.Any(func(o *Schema) bool { return o == s }) {
			t.Errorf("%s is not found", s.Type)
		}
	}
	if tree.Any(func(s *Schema) bool { return s.Type == "elsewhere" }) {
		t.Error("what is not there is found")
	}
}

func TestJunctor(t *testing.T) {
	for r := RoleRoot; r <= RoleAdditionalItems; r++ {
		want := r == RoleNot || r == RoleAllOf || r == RoleOneOf || r == RoleAnyOf
		if r.Junctor() != want {
			t.Errorf("role %d: %t", r, !want)
		}
	}
}

// TestProperties looks every name up, in lists short and long enough for an index.
func TestProperties(t *testing.T) {
	for n := range 2 * indexFrom {
		var list []Property
		for i := range n {
			list = append(list, Property{fmt.Sprint(i), &Schema{Type: fmt.Sprint(i)}})
		}
		p := NewProperties(list)
		if p.Len() != n || len(p.All()) != n {
			t.Errorf("%d of %d", p.Len(), n)
		}
		for i := range n {
			if s := p.Get(fmt.Sprint(i)); s != list[i].Schema {
				t.Errorf("%d of %d is %+v", i, n, s)
			}
		}
		if p.Get(fmt.Sprint(n)) != nil || p.Get("") != nil {
			t.Errorf("%d: what is not there is found", n)
		}
	}
	var none *Properties
	if none.Len() != 0 || none.Get("a") != nil || none.All() != nil {
		t.Error("no properties are some")
	}
}

func TestSchemaSays(t *testing.T) {
	yes, no, set := true, false, "set"
	empty, item := &Schema{}, &Schema{Type: "item"}
	if empty.PreservesUnknownFields() || (&Schema{XPreserveUnknownFields: &no}).PreservesUnknownFields() || !(&Schema{XPreserveUnknownFields: &yes}).PreservesUnknownFields() {
		t.Error("only true preserves unknown fields")
	}
	if empty.ListType() != "" || (&Schema{Rare: &Rare{XListType: &set}}).ListType() != "set" || empty.MapType() != "" || (&Schema{Rare: &Rare{XMapType: &set}}).MapType() != "set" {
		t.Error("the type of a list or map is not what is written")
	}
	if empty.ItemSchema() != nil || (&Schema{Items: &Items{Schemas: []*Schema{item}}}).ItemSchema() != nil || (&Schema{Items: &Items{Schema: item}}).ItemSchema() != item {
		t.Error("the schema of items is not the single one")
	}
	if empty.ValueSchema() != nil || (&Schema{AdditionalProperties: &SchemaOrBool{Allows: true}}).ValueSchema() != nil || (&Schema{AdditionalProperties: &SchemaOrBool{Schema: item}}).ValueSchema() != item {
		t.Error("the schema of values is not that of additionalProperties")
	}
}

// TestTreeAt: the tree of a schema has its paths where it is said to stand.
func TestTreeAt(t *testing.T) {
	tree := NewTree(&Schema{Items: &Items{Schema: &Schema{}}}, finding.Root("a"))
	if got := tree.At(finding.Root("b")).Path(1).File() + " " + tree.Path(1).File(); got != "b.items a.items" {
		t.Error(got)
	}
}
