package mutation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// step leads from a schema to one in it.
type step struct {
	role  schema.Role
	name  string
	index int
}

// wayTo leads from the root of a tree to a node.
func wayTo(t *schema.Tree, n *schema.Node) []step {
	var way []step
	for n.Role != schema.RoleRoot {
		way = append(way, step{n.Role, n.Name, int(n.Index)})
		n = &t.Nodes[n.Parent]
	}
	slices.Reverse(way)
	return way
}

// text tells ways apart.
func text(way []step) string {
	var b strings.Builder
	for _, s := range way {
		b.WriteString(strconv.Itoa(int(s.role)) + " " + strconv.Itoa(s.index) + strconv.Quote(s.name))
	}
	return b.String()
}

// Replace returns a copy of the schema of a tree in which the schema of a node is replaced. The copy shares
// the unchanged parts.
func Replace(t *schema.Tree, n *schema.Node, by *schema.Schema) *schema.Schema {
	return changed(t.Nodes[0].Schema, wayTo(t, n), func(s *schema.Schema) bool { *s = *by; return true })
}

// changed returns a copy of a schema in which the one at a place is edited; nil if there is
// none, or the edit says that it does not fit. What is not changed is shared.
func changed(s *schema.Schema, way []step, edit func(*schema.Schema) bool) *schema.Schema {
	out := *s
	if len(way) == 0 {
		if !edit(&out) {
			return nil
		}
		return &out
	}
	below := func(s *schema.Schema) *schema.Schema {
		if s == nil {
			return nil
		}
		return changed(s, way[1:], edit)
	}
	switch to := way[0]; to.role {
	case schema.RoleProperty:
		list := s.Properties.All()
		i := slices.IndexFunc(list, func(p schema.Property) bool { return p.Name == to.name })
		if i < 0 {
			return nil
		}
		c := below(list[i].Schema)
		if c == nil {
			return nil
		}
		list = slices.Clone(list)
		list[i].Schema = c
		out.Properties = schema.NewProperties(list)
	case schema.RoleItems:
		c := below(s.ItemSchema())
		if c == nil {
			return nil
		}
		out.Items = &schema.Items{Schema: c}
	case schema.RoleAdditionalProperties:
		c := below(s.ValueSchema())
		if c == nil {
			return nil
		}
		out.AdditionalProperties = &schema.SchemaOrBool{Allows: s.AdditionalProperties.Allows, Schema: c}
	case schema.RoleAllOf:
		if to.index >= len(s.AllOf()) {
			return nil
		}
		c := below(s.AllOf()[to.index])
		if c == nil {
			return nil
		}
		out.OwnBranches().AllOf = slices.Clone(s.AllOf())
		out.AllOf()[to.index] = c
	default:
		return nil // constraints stand nowhere else
	}
	return &out
}
