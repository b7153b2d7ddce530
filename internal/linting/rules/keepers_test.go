package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// TestKeepers looks for the same field in each version, one after the other, and compares.
func TestKeepers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	found := map[bool]int{}
	for range 3000 {
		p := &Pass{}
		for i := range 1 + r.IntN(4) {
			root := &schema.Schema{Type: "object", Properties: someProperties(r, 4)}
			p.Versions = append(p.Versions, &Version{
				Version: &crd.Version{Name: fmt.Sprint("v", i)}, Tree: schemafacts.Of(schema.NewTree(root, nil), false),
			})
		}
		for _, v := range p.Versions {
			for i := range v.Nodes {
				n := &v.Nodes[i]
				if !v.AlwaysEmpty(n) || n.Role != schema.RoleProperty {
					continue
				}
				var want *Version
				for _, o := range p.Versions {
					if same := sameField(o, v, n); want == nil && same != nil && same.Type == "object" && !o.AlwaysEmpty(same) {
						want = o
					}
				}
				if got := p.keeper(n); got != want {
					t.Fatalf("%s: kept by %v, want %v", v.FieldPath(n), got, want)
				}
				found[want != nil]++
			}
		}
	}
	if found[true] < 1000 || found[false] < 1000 {
		t.Errorf("tried %d objects that a version keeps and %d that none does", found[true], found[false])
	}
}

// sameField returns the node of a field in another version, or nil.
func sameField(in, of *Version, n *schema.Node) *schema.Node {
	above := of.Parent(n)
	if above == nil {
		return &in.Nodes[0]
	}
	if above = sameField(in, of, above); above == nil {
		return nil
	}
	switch n.Role {
	case schema.RoleProperty:
		return in.Child(above, n.Name)
	case schema.RoleItems:
		return in.Items(above)
	case schema.RoleAdditionalProperties:
		return in.Values(above)
	}
	return nil
}

func someProperties(r *rand.Rand, depth int) *schema.Properties {
	var list []schema.Property
	for _, name := range []string{"a", "b", "c"} {
		if r.IntN(2) == 0 {
			list = append(list, schema.Property{Name: name, Schema: someSchema(r, depth-1)})
		}
	}
	return schema.NewProperties(list)
}

func someSchema(r *rand.Rand, depth int) *schema.Schema {
	if depth == 0 {
		return &schema.Schema{Type: []string{"string", "object"}[r.IntN(2)]}
	}
	s := &schema.Schema{Type: "object"}
	switch r.IntN(8) {
	case 0:
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: someSchema(r, depth-1)}}
	case 1:
		return &schema.Schema{Type: "array", Items: &schema.Items{Schemas: []*schema.Schema{someSchema(r, depth-1), someSchema(r, depth-1)}}}
	case 2:
		s.AdditionalProperties = &schema.SchemaOrBool{Schema: someSchema(r, depth-1)}
	case 3:
		s.OwnBranches().AllOf = []*schema.Schema{someSchema(r, depth-1)}
	case 4:
		s.XEmbeddedResource = true
	case 5:
	default:
		s.Properties = someProperties(r, depth)
	}
	return s
}
