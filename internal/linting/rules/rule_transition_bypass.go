package rules

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var transitionBypass = Rule{
	ID: "transition-bypass", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "what a CEL rule with oldSelf forbids can be had in two updates, the first of which removes a field",
	Why: `A rule that uses ` + "`oldSelf`" + ` is evaluated only if there is an old and a new value. An optional field with
` + "`self == oldSelf`" + ` can be removed in one update and set to another value in the next, and so can every field in an
optional object: the update that removes ` + "`spec`" + ` removes all that its rules keep. Give each object that contains an optional field on the way
from the object to the value the rule ` + "`!has(oldSelf.class) || has(self.class)`" + ` as well, so that the field stays once
it is set; for a field that may not be added later either, ` + "`has(oldSelf.class) == has(self.class)`" + `. Fields
that no object is meant to be without can be listed in ` + "`required`" + ` instead. CEL rules below ` + "`status`" + ` are not reported if the CRD
has a status subresource, since only controllers write it. In JSON, the finding has the updates that were tried
(` + "`witness`" + `); where none were found, it says "may".`,
	Example: `
- route:
-   type: object
-   properties:
-     class:
-       type: string
-       maxLength: 63
-       x-kubernetes-validations:
-       - rule: self == oldSelf
-         message: class is immutable
+ type: object
+ required: [spec]
+ properties:
+   spec:
+     type: object
+     required: [route]
+     properties:
+       route:
+         type: object
+         properties:
+           class:
+             type: string
+             maxLength: 63
+             x-kubernetes-validations:
+             - rule: self == oldSelf
+               message: class is immutable
+         x-kubernetes-validations:
+         - rule: "!has(oldSelf.class) || has(self.class)"
+           message: class is immutable
`,
	Version: func(p *Pass, v *Version) {
		around := bypasses{reported: map[*schematree.Node]bool{}, kept: map[valueIn]bool{}}
		for i := range v.Expressions {
			if e := &v.Expressions[i]; !e.Message && v.CEL.UpdateOnly(e) {
				around.find(p, v, e)
			}
		}
		for _, b := range around.unproven {
			if !around.reported[b.removed] {
				around.report(p, v, b)
			}
		}
	},
}

// bypasses are the bypasses of a version. For all CEL rules that the removal of one object bypasses, only the
// first is reported.
type bypasses struct {
	reported map[*schematree.Node]bool
	unproven []bypass
	// kept caches whether the presence of a field is kept, for all CEL rules of the value.
	kept map[valueIn]bool
}

// valueIn is a value with CEL rules, and a field in its path.
type valueIn struct{ value, field int32 }

type bypass struct {
	*celcost.Expression
	// removed is the removed field. links are all removable fields in the path from the value with the CEL rule
	// to the object.
	removed *schematree.Node
	links   []*schematree.Node
	witness *finding.Witness
}

func (all *bypasses) find(p *Pass, v *Version, e *celcost.Expression) {
	n := &v.Tree.Nodes[e.Node]
	links := v.optionalLinks(n)
	if len(links) == 0 {
		return
	}
	value := v.wayTo(n)
	ways := make([][]finding.Segment, len(links))
	for i, l := range links {
		ways[i] = v.wayTo(l)
	}
	if w := p.Witness.Bypass(v.Name, e.Path, e.Text, value, ways); w != nil {
		b := bypass{Expression: e, removed: links[w.Link], witness: w.Witness}
		for i, can := range w.Removable {
			if can {
				b.links = append(b.links, links[i])
			}
		}
		all.report(p, v, b)
		return
	}
	if !isImmutable(e.AST().Expr()) {
		return
	}
	var open []*schematree.Node
	for _, l := range links {
		in := valueIn{n.ID, l.ID}
		kept, known := all.kept[in]
		if !known {
			place := v.CEL.PlaceOf(l)
			kept = v.CEL.RequiredByBranch(place) || v.presenceIsKept(e, place)
			all.kept[in] = kept
		}
		if kept {
			continue
		}
		open = append(open, l)
	}
	if len(open) > 0 {
		all.unproven = append(all.unproven, bypass{Expression: e, removed: open[0], links: open})
	}
}

func (all *bypasses) report(p *Pass, v *Version, b bypass) {
	n := &v.Tree.Nodes[b.Node]
	if b.removed != n && all.reported[b.removed] {
		return
	}
	all.reported[b.removed] = true
	can := "can"
	if b.witness == nil {
		can = "may"
	}
	var f *finding.Finding
	switch {
	case b.removed == n && isImmutable(b.AST().Expr()):
		f = p.ReportIn(b.Expression, 0, "%s is optional, so it %s be removed in one update and set to another value in the next: the rule is evaluated only if there is an old and a new value", v.FieldPath(n), can)
	case b.removed == n:
		f = p.ReportIn(b.Expression, 0, "%s is optional, so it %s be removed in one update and set in the next to a value that this rule refuses: it is evaluated only if there is an old and a new value", v.FieldPath(n), can)
	default:
		f = p.ReportIn(b.Expression, 0, "%s is optional, so it %s be removed in one update and added in the next with another value of %s: the rule is evaluated only if there is an old and a new value", v.FieldPath(b.removed), can, v.FieldPath(n))
	}
	f.Witness = b.witness
	// All bypasses of one object have one cause: it lacks the rules that keep its fields.
	f.Cause = p.CRD.Metadata.Name + " " + v.FieldPath(v.Parent(b.removed))
	if len(b.links) == 1 && isSpec(b.removed) {
		f.Cause = "spec" // one cause for all kinds, whose types have the same form
	}
	var rules []string
	for _, l := range b.links {
		name := celtext.FieldName(l.Name)
		rule := "!has(oldSelf." + name + ") || has(self." + name + ")"
		rules = append(rules, "give "+v.Called(v.Parent(l))+" the rule "+rule)
		f.Changes = append(f.Changes, finding.Change{
			Op: finding.Add, Path: v.Tree.Path(v.Parent(l).ID).Child("x-kubernetes-validations"), Value: map[string]any{"rule": rule, "message": name + " cannot be removed once it is set"},
		})
	}
	f.Help = prose.And(rules) + " as well"
	// The help does not require other fields: that would refuse valid objects.
	if len(b.links) == 1 && isSpec(b.links[0]) {
		f.Help += ", or list spec in required of the object"
	}
}

// isSpec reports whether a field is the spec of the whole object.
func isSpec(n *schematree.Node) bool { return n.Parent == 0 && n.Name == "spec" }

// optionalLinks returns the fields in the path from a value to the object whose removal removes the value, the
// nearest first: optional fields without a default. It stops at items of lists and entries of maps: replacing
// one is no update of it. It returns none in a status subresource, which only controllers write.
func (v *Version) optionalLinks(n *schematree.Node) []*schematree.Node {
	if v.InMetadata(n) {
		return nil
	}
	var links []*schematree.Node
	for l := n; l.Role == schematree.RoleProperty; l = v.Parent(l) {
		if l.Name == "status" && l.Parent == 0 && v.HasStatus() {
			return nil
		}
		if !v.Required(l) && l.Default == nil {
			links = append(links, l)
		}
	}
	return links
}

// wayTo returns the path in an object to a value of a node, through the first item of a list and an entry of a
// map.
func (v *Version) wayTo(n *schematree.Node) []finding.Segment {
	if n.Parent < 0 {
		return nil
	}
	way := v.wayTo(v.Parent(n))
	switch n.Role {
	case schematree.RoleProperty:
		return append(way, finding.Segment{Name: n.Name})
	case schematree.RoleItems:
		return append(way, finding.Segment{IsIndex: true})
	case schematree.RoleAdditionalProperties:
		return append(way, finding.Segment{Name: "example"})
	}
	return way
}

// isImmutable reports whether a CEL rule is self == oldSelf.
func isImmutable(e ast.Expr) bool {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.Equals || len(e.AsCall().Args()) != 2 {
		return false
	}
	isVariable := func(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }
	a, b := e.AsCall().Args()[0], e.AsCall().Args()[1]
	return isVariable(a, "self") && isVariable(b, "oldSelf") || isVariable(a, "oldSelf") && isVariable(b, "self")
}

// presenceIsKept reports whether a CEL rule of an enclosing object mentions the field and oldSelf, is self ==
// oldSelf, or passes no value without the field.
func (v *Version) presenceIsKept(e *celcost.Expression, field *celfacts.Place) bool {
	for _, o := range v.CEL.Around(e) {
		if o.Node == e.Node {
			continue
		}
		speaksOfIt := strings.Contains(o.Text, field.Name)
		if o.UsesOldSelf() && (speaksOfIt || isImmutable(o.AST().Expr())) {
			return true
		}
		if speaksOfIt && v.CEL.Needs(o, field) {
			return true
		}
	}
	return false
}
