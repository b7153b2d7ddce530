package mutation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// A step leads from a schema to a schema in it.
type step struct {
	role  schematree.Role
	name  string
	index int
}

// pathTo returns the steps from the root of a tree to a node.
func pathTo(t *schematree.Tree, n *schematree.Node) []step {
	var path []step
	for n.Role != schematree.RoleRoot {
		path = append(path, step{n.Role, n.Name, int(n.Index)})
		n = &t.Nodes[n.Parent]
	}
	slices.Reverse(path)
	return path
}

// text returns a text that identifies steps.
func text(path []step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString(strconv.Itoa(int(s.role)) + " " + strconv.Itoa(s.index) + strconv.Quote(s.name))
	}
	return b.String()
}

// Replace returns a copy of the schema of a tree in which the schema of a node is replaced. The copy shares
// the unchanged parts.
func Replace(t *schematree.Tree, n *schematree.Node, by *schema.Schema) *schema.Schema {
	return changed(t.Nodes[0].Schema, pathTo(t, n), func(s *schema.Schema) bool { *s = *by; return true })
}

// changed returns a copy of a schema in which edit changes the schema at a place. It returns nil if there is none,
// or if edit returns false. The copy shares the unchanged parts.
func changed(s *schema.Schema, path []step, edit func(*schema.Schema) bool) *schema.Schema {
	out := *s
	if len(path) == 0 {
		if !edit(&out) {
			return nil
		}
		return &out
	}
	below := func(s *schema.Schema) *schema.Schema {
		if s == nil {
			return nil
		}
		return changed(s, path[1:], edit)
	}
	switch to := path[0]; to.role {
	case schematree.RoleProperty:
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
	case schematree.RoleItems:
		c := below(s.ItemSchema())
		if c == nil {
			return nil
		}
		out.Items = &schema.Items{Schema: c}
	case schematree.RoleAdditionalProperties:
		c := below(s.ValueSchema())
		if c == nil {
			return nil
		}
		out.AdditionalProperties = &schema.SchemaOrBool{Allows: s.AdditionalProperties.Allows, Schema: c}
	case schematree.RoleAllOf:
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
		return nil // other roles have no constraints
	}
	return &out
}
