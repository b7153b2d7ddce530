package rules

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celfacts"
	"github.com/crdtool/crdtool/internal/celtext"
	"github.com/crdtool/crdtool/schema"
)

var transitionBypass = Rule{
	ID: "transition-bypass", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "field that a CEL rule makes immutable can be removed and set to another value",
	Why: `A rule that uses ` + "`oldSelf`" + ` is evaluated only if there is an old and a new value. An optional field with
` + "`self == oldSelf`" + ` can be removed in one update and set to another value in the next. List the field in
` + "`required`" + `, or give the object that contains it the rule ` + "`!has(oldSelf.class) || has(self.class)`" + ` as well, so that it
stays once it is set; for a field that may not be added later either, ` + "`has(oldSelf.class) == has(self.class)`" + `.`,
	Bad: `
route:
  type: object
  properties:
    class:
      type: string
      maxLength: 63
      x-kubernetes-validations:
      - rule: self == oldSelf
        message: class is immutable
`,
	Good: `
route:
  type: object
  properties:
    class:
      type: string
      maxLength: 63
      x-kubernetes-validations:
      - rule: self == oldSelf
        message: class is immutable
  x-kubernetes-validations:
  - rule: "!has(oldSelf.class) || has(self.class)"
    message: class is immutable
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		n := &v.Tree.Nodes[e.Node]
		if e.Message || v.CEL.OptionalOld(e) || !isImmutable(e.AST().Expr()) || n.Role != schema.RoleProperty ||
			v.Required(n) || n.Default != nil || v.InMetadata(n) {
			return
		}
		place := v.CEL.PlaceOf(n)
		if v.CEL.RequiredByBranch(place) || v.presenceIsKept(e, place) {
			return
		}
		name := celtext.FieldName(n.Name)
		f := p.ReportIn(e, 0, "%s is optional, so it can be removed in one update and set to another value in the next: the rule is evaluated only if there is an old and a new value", v.FieldPath(n))
		f.Help = "give " + v.Called(v.Parent(n)) + " the rule !has(oldSelf." + name + ") || has(self." + name + ") as well, or list " + n.Name + " in required"
	},
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

// presenceIsKept reports whether a CEL rule of an object around a field speaks of
// the field and of oldSelf, or passes no value without the field.
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
