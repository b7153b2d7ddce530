package rules

import (
	"strconv"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var matchesUnanchored = Rule{
	ID: "matches-unanchored", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "regular expression of matches() is not anchored, so it accepts any text around what it matches",
	Why:   "`matches()` is true if the regular expression matches anywhere in the string. If it is meant to match the whole string, begin it with `^` and end it with `$`.",
	Example: `
  name:
    type: string
    maxLength: 63
    x-kubernetes-validations:
-   - rule: self == 'none' || self.matches('[a-z]+-[0-9]+')
+   - rule: self == 'none' || self.matches('^[a-z]+-[0-9]+$')
      message: a name is letters, a dash and digits
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		ast.PreOrderVisit(e.AST().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
			if x.Kind() != ast.CallKind || x.AsCall().FunctionName() != "matches" || len(x.AsCall().Args()) == 0 {
				return
			}
			args := x.AsCall().Args()
			last := args[len(args)-1]
			pattern, ok := celtext.String(last)
			if !ok || pattern == "" {
				return
			}
			where, text := regexshape.Unanchored(pattern, regexshape.Parse(pattern))
			if text == "" {
				return
			}
			p.ReportIn(e, max(0, e.Offset(last.ID())), "the regular expression is not anchored %s: it also matches %s", where, strconv.Quote(text)).Help =
				"anchor it with ^ and $; where any text is allowed, write .*"
		}))
	},
}
