package rules

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var messageExpressionConstant = Rule{
	ID: "message-expression-constant", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "messageExpression always gives the same message",
	Why: `A ` + "`messageExpression`" + ` is for messages that contain values of the object, and it takes time and counts against the
cost budget. Write a text that does not depend on values as ` + "`message`" + `.`,
	Example: `
  host:
    type: string
    maxLength: 253
    x-kubernetes-validations:
    - rule: self != 'localhost'
-     messageExpression: "'the host is of another machine'"
+     messageExpression: "'the host is of another machine, and not ' + self"
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		if !e.Message {
			return
		}
		for _, r := range e.AST().ReferenceMap() {
			if r.Name == "self" || r.Name == "oldSelf" {
				return
			}
		}
		f := p.ReportIn(e, 0, "messageExpression does not depend on self, so it always gives the same message: use message instead")
		if root := e.AST().Expr(); root.Kind() == ast.LiteralKind {
			message := "message: " + celtext.Literal(root.AsLiteral())
			f.Help, f.YAML = "write: "+message, []string{message}
		}
	},
}
