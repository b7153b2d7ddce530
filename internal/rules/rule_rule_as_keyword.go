package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celtext"
	"github.com/crdtool/crdtool/schema"
)

var ruleAsKeyword = Rule{
	ID: "rule-as-keyword", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "CEL rule could be a keyword of the schema",
	Why: `A keyword such as ` + "`pattern`, `enum` or `maxItems`" + ` does not count against the cost budget of CEL rules, is understood
by editors and generators, and lowers the estimated cost of other rules. A rule has an advantage only if its message
matters.`,
	Bad: `
name:
  type: string
  maxLength: 63
  x-kubernetes-validations:
  - rule: self.matches('^[a-z]+$')
    message: lower-case letters only
`,
	Good: `
name:
  type: string
  maxLength: 63
  pattern: ^[a-z]+$
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		n := &v.Tree.Nodes[e.Node]
		if e.Message || n.XIntOrString || e.AST().Expr().Kind() != ast.CallKind {
			return
		}
		if keyword := keywordFor(n, e.AST().Expr().AsCall()); keyword != "" {
			p.ReportIn(e, 0, "the rule checks the same as the keyword %s of %s would: use the keyword, which costs nothing and which editors understand", keyword, v.Called(n))
		}
	},
}

// keywordFor returns the keyword that says the same of self as a call; "" if there
// is none, or if it stands there already.
func keywordFor(n *schema.Node, c ast.CallExpr) string {
	args := c.Args()
	isSelf := func(e ast.Expr) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == "self" }
	switch {
	case c.FunctionName() == "matches" && c.IsMemberFunction() && len(args) == 1 && isSelf(c.Target()):
		if pattern, ok := celtext.String(args[0]); ok && pattern != "" && n.Pattern == "" && n.Type == "string" && n.Format == "" {
			return "pattern"
		}
		return ""
	case len(args) != 2:
		return ""
	case c.FunctionName() == operators.In && isSelf(args[0]) && args[1].Kind() == ast.ListKind && len(n.Enum) == 0:
		for _, value := range args[1].AsList().Elements() {
			if value.Kind() != ast.LiteralKind {
				return ""
			}
		}
		if args[1].AsList().Size() > 0 {
			return "enum"
		}
		return ""
	}
	operator, left, right := c.FunctionName(), args[0], args[1]
	if left.Kind() == ast.LiteralKind {
		operator, left, right = mirrored(operator), right, left
	}
	if right.Kind() != ast.LiteralKind || celtext.Number(right) == nil {
		return ""
	}
	upper := operator == operators.Less || operator == operators.LessEquals
	if !upper && operator != operators.Greater && operator != operators.GreaterEquals {
		return ""
	}
	if isSelf(left) {
		switch {
		case n.Type != "integer" && n.Type != "number":
		case upper && n.Maximum == nil:
			return "maximum"
		case !upper && n.Minimum == nil:
			return "minimum"
		}
		return ""
	}
	if left.Kind() != ast.CallKind || left.AsCall().FunctionName() != "size" {
		return ""
	}
	size := left.AsCall()
	if !(size.IsMemberFunction() && isSelf(size.Target()) || len(size.Args()) == 1 && isSelf(size.Args()[0])) {
		return ""
	}
	return sizeKeyword(n, upper)
}

// sizeKeyword returns the keyword that bounds a size and is not there.
func sizeKeyword(n *schema.Node, upper bool) string {
	switch {
	case n.Type == "string" && n.Format == "" && upper && n.MaxLength == nil:
		return "maxLength"
	case n.Type == "string" && n.Format == "" && !upper && n.MinLength == nil:
		return "minLength"
	case n.Type == "array" && upper && n.MaxItems == nil:
		return "maxItems"
	case n.Type == "array" && !upper && n.MinItems == nil:
		return "minItems"
	case n.Type == "object" && upper && n.MaxProperties == nil:
		return "maxProperties"
	case n.Type == "object" && !upper && n.MinProperties == nil:
		return "minProperties"
	}
	return ""
}

// mirrored is the operator with its sides exchanged.
func mirrored(operator string) string {
	switch operator {
	case operators.Less:
		return operators.Greater
	case operators.LessEquals:
		return operators.GreaterEquals
	case operators.Greater:
		return operators.Less
	case operators.GreaterEquals:
		return operators.LessEquals
	}
	return ""
}
