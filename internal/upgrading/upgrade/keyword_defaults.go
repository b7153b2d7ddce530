package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// defaultsGone adds a change if items, or values of a map, are no longer declared and had defaults.
func (w *keyword) defaultsGone(was, is *schema.Schema, step finding.Segment, name string) {
	if was == nil || is != nil {
		return
	}
	set, found := defaultIn(was)
	if !found {
		return
	}
	n := w.say(&defaultRemoved, "%s of %s had defaults in them, and are no longer declared", name, w.field())
	n.search = w.searchWith(func(s *witness.Search) { withoutDefault(s, append(s.Value, step), set) })
}

// withoutDefault changes a search to look for an object in which the old CRD sets a default below a place.
func withoutDefault(s *witness.Search, below, set []finding.Segment) {
	s.Value, s.Field, s.Values = slices.Concat(below, set), "", nil
	if last := len(s.Value) - 1; len(set) > 0 && !set[len(set)-1].IsIndex {
		s.Value, s.Field, s.Absent = s.Value[:last], s.Value[last].Name, true
	}
}

// defaultIn returns the path from a schema to the first default below it.
func defaultIn(s *schema.Schema) (path []finding.Segment, found bool) {
	t := schematree.New(s, nil)
	for i := range t.Nodes {
		if t.Nodes[i].Default == nil {
			continue
		}
		for n := &t.Nodes[i]; n.Parent >= 0; n = &t.Nodes[n.Parent] {
			step := finding.Segment{Name: n.Name}
			switch n.Role {
			case schematree.RoleItems:
				step = finding.Segment{IsIndex: true}
			case schematree.RoleAdditionalProperties:
				step.Name = "example"
			}
			path = append(path, step)
		}
		slices.Reverse(path)
		return path, true
	}
	return nil, false
}

func (w *keyword) defaults() {
	var n *Change
	switch {
	case w.Before == nil:
		n = w.say(&defaultAdded, "%s has the default %s", w.field(), shortened(prose.JSON(w.After)))
		n.search = w.search
		if at := w.At; at.Parent != nil && at.New.Role == schematree.RoleProperty {
			w.clash(at.Parent, at.New.Name, w.After)
			w.changeClash(at.New.Schema, at.Path(), at.ObjectPath(), w.After, true)
		} else if !validate.Takes(w.Server, at.New.Schema, filled(at.New.Schema, w.After)) {
			// The default is for null alone, and the check of the CRD ignores it.
			n := w.say(&defaultClashes, "null in %s becomes the default %s, which the server refuses in objects", w.field(), shortened(prose.JSON(w.After)))
			n.search = w.searchWith(func(s *witness.Search) { s.Values, s.Few, s.Refusal, s.Below = []any{nil}, true, true, true })
		}
		return
	case w.After == nil && w.requiredNow():
		n = w.say(&defaultRemoved, "%s had the default %s, has none, and is required", w.field(), shortened(prose.JSON(w.Before)))
		n.Effect = "manifests without it are refused"
	case w.After == nil:
		n = w.say(&defaultRemoved, "%s had the default %s and has none", w.field(), shortened(prose.JSON(w.Before)))
	case w.inStatus():
		n = w.say(&defaultChanged, "the default of %s was %s and is %s", w.field(), shortened(prose.JSON(w.Before)), shortened(prose.JSON(w.After)))
		n.Breaking, n.Effect, n.Help = false, "new objects begin with another status; it stays until the controller writes one", ""
	default:
		n = w.say(&defaultChanged, "the default of %s was %s and is %s", w.field(), shortened(prose.JSON(w.Before)), shortened(prose.JSON(w.After)))
	}
	n.search = w.search
}

func (w *keyword) requiredNow() bool {
	return w.At.Parent != nil && w.At.New.Role == schematree.RoleProperty && slices.Contains(w.At.Parent.New.Required, w.At.New.Name)
}
