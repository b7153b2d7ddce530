package coverage

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A walk visits the object of a request and its schema.
type walk struct {
	*version
	server   *behaviour.Behaviour
	observed *dryrun.Observed
	at       finding.Trail
	// refused are the places of errors, and filled the places of defaults.
	refused, filled map[string]bool
	// reasons is the number of errors of the request.
	reasons int
}

func (v *version) request(c *CRD, o *dryrun.Observed) {
	w := &walk{version: v, server: &c.server, observed: o}
	for i := range o.Result.Trace {
		e := &o.Result.Trace[i]
		switch {
		case e.Stage == dryrun.Prune && e.Action == dryrun.Pruned:
			w.dropped(e.At.Segments())
		case e.Stage == dryrun.Default && e.Action == dryrun.Defaulted:
			if w.filled == nil {
				w.filled = map[string]bool{}
			}
			w.filled[placeOf(e.At.Segments())] = true
		}
	}
	if o.Object == nil {
		return
	}
	var last *finding.Finding
	for i := range o.Result.Findings {
		if f := &o.Result.Findings[i]; f.Code != code.RulesNotChecked {
			w.reasons++
			last = f
			w.refusal(f)
		}
	}
	if w.reasons == 1 && len(last.Related) > 0 && last.Code.Rule() == string(code.CELFailed) {
		w.ruleAlone(last.Related[0].Path.Server())
	}
	if !o.StatusOnly {
		w.value(0, o.Object)
	} else if n := v.child(&v.tree.Nodes[0], schematree.RoleProperty, "status"); n != nil {
		if status, has := o.Object["status"]; has {
			w.at.Enter("status")
			w.value(n.ID, status)
		}
	}
}

// refusal adds the place of an error.
func (w *walk) refusal(f *finding.Finding) {
	at := f.Path
	switch {
	case f.Code == code.CELFailed || f.Code == code.CELNotEvaluated:
		return // rules are counted when they are evaluated
	case at == nil && len(f.Related) > 0 && f.Code.Rule() == string(code.Value):
		at = f.Related[0].Path // the path that the server's message names
	}
	if w.refused == nil {
		w.refused = map[string]bool{}
	}
	w.refused[placeOf(at.Segments())] = true
}

// placeOf returns a place as a map key.
func placeOf(at []finding.Segment) string {
	var b strings.Builder
	for _, s := range at {
		if s.IsIndex {
			b.WriteString("\x00#" + strconv.Itoa(s.Index))
		} else {
			b.WriteString("\x00." + s.Name)
		}
	}
	return b.String()
}

// isRefused reports whether there is an error at the current value, or at a field of it.
func (w *walk) isRefused(field string) bool {
	if w.refused == nil {
		return false
	}
	here := placeOf(w.at)
	if field != "" {
		here += "\x00." + field
	}
	return w.refused[here]
}

// isRefusedBelow reports whether there is an error at the current value or below it.
func (w *walk) isRefusedBelow() bool {
	here := placeOf(w.at)
	for at := range w.refused {
		if strings.HasPrefix(at, here) && (len(at) == len(here) || at[len(here)] == 0) {
			return true
		}
	}
	return false
}

// dropped counts a pruned field for its object.
func (w *walk) dropped(at []finding.Segment) {
	n := &w.tree.Nodes[0]
	for _, s := range at[:len(at)-1] {
		var next *schematree.Node
		if s.IsIndex {
			next = w.child(n, schematree.RoleItems, "")
		} else if next = w.child(n, schematree.RoleProperty, s.Name); next == nil {
			next = w.child(n, schematree.RoleAdditionalProperties, "")
		}
		if next == nil {
			return
		}
		n = next
	}
	for i := w.first[n.ID]; i < w.first[n.ID+1]; i++ {
		if w.all[i].Effect == constraint.Drops {
			w.seen[i].hit.Add(1)
		}
	}
}

// child returns a child of a node; nil if there is none. The tree's own lookup is not safe for concurrent use.
func (v *version) child(n *schematree.Node, role schematree.Role, name string) *schematree.Node {
	for id := n.ID + 1; id < n.End; id = v.tree.Nodes[id].End {
		if c := &v.tree.Nodes[id]; c.Role == role && c.Name == name {
			return c
		}
	}
	return nil
}

// value counts the constraints of a node for a value, and of its children.
func (w *walk) value(id int32, value any) {
	for i := w.first[id]; i < w.first[id+1]; i++ {
		w.constraint(i, value)
	}
	n := &w.tree.Nodes[id]
	object, _ := value.(map[string]any)
	list, _ := value.([]any)
	for child := id + 1; child < n.End; child = w.tree.Nodes[child].End {
		c := &w.tree.Nodes[child]
		switch c.Role {
		case schematree.RoleProperty:
			if v, has := object[c.Name]; has {
				w.at.Enter(c.Name)
				w.value(child, v)
				w.at.Leave()
			}
		case schematree.RoleAdditionalProperties:
			for name, v := range object {
				if n.Property(name) == nil {
					w.at.Enter(name)
					w.value(child, v)
					w.at.Leave()
				}
			}
		case schematree.RoleItems:
			for i, v := range list {
				w.at.EnterIndex(i)
				w.value(child, v)
				w.at.Leave()
			}
		case schematree.RoleAllOf:
			w.value(child, value)
		}
	}
}

// constraint counts the effect of a constraint on a value.
func (w *walk) constraint(i int32, value any) {
	c, seen, check := &w.all[i], &w.seen[i], &w.checks[i]
	switch c.Effect {
	case constraint.Drops:
		if _, is := value.(map[string]any); is {
			seen.met.Add(1)
		}
	case constraint.Fills:
		if w.filled != nil && w.filled[placeOf(w.at)] {
			seen.hit.Add(1)
		} else {
			seen.met.Add(1)
		}
	case constraint.Allows:
		if check.uses(w.server, value) {
			seen.hit.Add(1)
		}
	default:
		w.refuses(c, seen, check, value)
	}
}

func (w *walk) refuses(c *constraint.Constraint, seen *counts, check *check, value any) {
	if c.Rule != nil {
		if w.observed.RulesBlocked && value != nil {
			w.ruleOf(c).blocked.Add(1)
		}
		return
	}
	applies, passes := check.passes(w.server, value)
	switch {
	case !applies:
	case passes:
		seen.met.Add(1)
	case w.refusedBy(c):
		seen.hit.Add(1)
		if w.reasons == 1 {
			seen.alone.Add(1)
		}
	}
}

// ruleAlone counts a request that only one rule refuses.
func (w *walk) ruleAlone(path string) {
	for i := range w.all {
		if w.rules[i] != nil && w.all[i].Path.Server() == path {
			w.rules[i].alone.Add(1)
		}
	}
}

func (w *walk) ruleOf(c *constraint.Constraint) *ruleSeen {
	for i := w.first[c.Node]; ; i++ {
		if w.all[i].Rule == c.Rule {
			return w.rules[i]
		}
	}
}

// refusedBy reports whether a constraint refuses the current value. A ratcheted error is no refusal.
func (w *walk) refusedBy(c *constraint.Constraint) bool {
	switch c.Keyword {
	case "required":
		name, _ := c.Value.(string)
		return w.isRefused(name)
	case "x-kubernetes-list-type", "x-kubernetes-embedded-resource", "oneOf", "anyOf", "not":
		return w.isRefusedBelow()
	}
	return w.isRefused("")
}
