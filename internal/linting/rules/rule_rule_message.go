package rules

import (
	"strings"
	"unicode"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleMessage = Rule{
	ID: "rule-message", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "CEL rule has no message, or its message repeats the rule",
	Why: `Without a message the server answers "failed rule:" and the text of the rule, and a message that repeats the rule
tells users no more. Say in ` + "`message`" + ` what is required, in terms of the object that users write.`,
	Example: `
  replicas:
    type: integer
    x-kubernetes-validations:
    - rule: self % 2 == 1
+     message: the number of replicas is odd
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		if e.Message {
			return
		}
		r := &v.Tree.Nodes[e.Node].XValidations()[e.Rule]
		switch {
		case r.Message == "" && r.MessageExpression == "":
			p.ReportIn(e, 0, "the rule of %s has no message, so users who break it see its CEL text: say in message what is required", v.Called(&v.Tree.Nodes[e.Node]))
		case r.Message != "" && strings.TrimPrefix(withoutSpace(r.Message), "failedrule:") == withoutSpace(r.Rule):
			p.Report(e.Path.Parent().Child("message"), "message repeats the text of the rule: say what is required")
		}
	},
}

// withoutSpace returns a text without white space.
func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
