package rules

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celtext"
)

var messageExpressionConstant = Rule{
	ID: "message-expression-constant", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "messageExpression is always the same text",
	Why: `A ` + "`messageExpression`" + ` is there to put values into a message, and costs time and budget. A text that does not
depend on them is a ` + "`message`" + `.`,
	Bad: `
host:
  type: string
  maxLength: 253
  x-kubernetes-validations:
  - rule: self != 'localhost'
    messageExpression: "'the host is of another machine'"
`,
	Good: `
host:
  type: string
  maxLength: 253
  x-kubernetes-validations:
  - rule: self != 'localhost'
    messageExpression: "'the host is of another machine, and not ' + self"
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
		f := p.ReportIn(e, 0, "messageExpression does not depend on self, so it is always the same text: write it as message")
		if root := e.AST().Expr(); root.Kind() == ast.LiteralKind {
			f.Help = "message: " + celtext.Literal(root.AsLiteral())
		}
	},
}
