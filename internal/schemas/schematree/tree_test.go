package schematree

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// everywhere has a schema in each place where one may stand, with its place as
// its type.
func everywhere() *schema.Schema {
	named := func(name string, s *schema.Schema) *schema.Properties {
		return schema.NewProperties([]schema.Property{{Name: "other", Schema: &schema.Schema{}}, {Name: name, Schema: s}})
	}
	two := func(a, b string) []*schema.Schema { return []*schema.Schema{{Type: a}, {Type: b}} }
	deep := func(typ string) *schema.Schema {
		return &schema.Schema{Type: typ, Not: &schema.Schema{Type: typ + ".not", Items: &schema.Items{Schema: &schema.Schema{Type: typ + ".not.items"}}}}
	}
	return &schema.Schema{
		Type:                 "root",
		Items:                &schema.Items{Schema: deep("items"), Schemas: two("items[0]", "items[1]")},
		Properties:           named("p", deep("properties[p]")),
		AdditionalProperties: &schema.SchemaOrBool{Schema: deep("additionalProperties")},
		Not:                  deep("not"),
		Branches: &schema.Branches{
			AllOf: two("allOf[0]", "allOf[1]"),
			OneOf: two("oneOf[0]", "oneOf[1]"),
			AnyOf: two("anyOf[0]", "anyOf[1]"),
		},
		Rare: &schema.Rare{
			Definitions:       named("d", deep("definitions[d]")),
			Dependencies:      schema.Dependencies{{Name: "none"}, {Name: "n", Schema: deep("dependencies[n]")}},
			PatternProperties: named("r", deep("patternProperties[r]")),
			AdditionalItems:   &schema.SchemaOrBool{Schema: deep("additionalItems")},
		},
	}
}

func TestTree(t *testing.T) {
	tree := New(everywhere(), finding.Root("root"))
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
	if tree := New(nil, nil); len(tree.Nodes) != 0 || tree.Any(func(*schema.Schema) bool { return true }) {
		t.Errorf("%+v", tree)
	}
}

func TestTreeAny(t *testing.T) {
	tree := New(everywhere(), nil)
	for i := range tree.Nodes {
		if s := tree.Nodes[i].Schema; !tree.Any(func(o *schema.Schema) bool { return o == s }) {
			t.Errorf("%s is not found", s.Type)
		}
	}
	if tree.Any(func(s *schema.Schema) bool { return s.Type == "elsewhere" }) {
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

// TestTreeAt: the tree of a schema has its paths where it is said to stand.
func TestTreeAt(t *testing.T) {
	tree := New(&schema.Schema{Items: &schema.Items{Schema: &schema.Schema{}}}, finding.Root("a"))
	if got := tree.At(finding.Root("b")).Path(1).File() + " " + tree.Path(1).File(); got != "b.items a.items" {
		t.Error(got)
	}
}
