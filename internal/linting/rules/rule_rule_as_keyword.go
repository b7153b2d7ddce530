package rules

import (
	"math"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var ruleAsKeyword = Rule{
	ID: "rule-as-keyword", Severity: finding.Warning, Profile: Strict, Topic: CEL, Narrows: true,
	Title: "CEL rule could be a keyword of the schema",
	Why: `A keyword such as ` + "`pattern`, `enum` or `maxItems`" + ` does not count against the cost budget of CEL rules, is understood
by editors and generators, and lowers the estimated cost of other rules. A rule has an advantage only if its message
matters.`,
	Example: `
  name:
    type: string
    maxLength: 63
-   x-kubernetes-validations:
-   - rule: self.matches('^[a-z]+$')
-     message: lower-case letters only
+   pattern: ^[a-z]+$
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		n := &v.Tree.Nodes[e.Node]
		if e.Message || n.XIntOrString || e.AST().Expr().Kind() != ast.CallKind {
			return
		}
		if keyword, value := keywordFor(n, e.AST().Expr().AsCall()); keyword != "" {
			f := p.ReportIn(e, 0, "the rule checks the same as the keyword %s of %s would, which costs nothing and which editors understand", keyword, v.Called(n))
			f.Help = "write " + keyword + ": " + value + " instead, unless the message of the rule matters"
			f.Keywords, f.YAML = []string{keyword}, []string{keyword + ": " + value}
		}
	},
}

// keywordFor returns the keyword equal to a call about self, and its value in YAML; "" if there is none, or if
// the schema has it.
func keywordFor(n *schematree.Node, c ast.CallExpr) (keyword, value string) {
	args := c.Args()
	isSelf := func(e ast.Expr) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == "self" }
	switch {
	case c.FunctionName() == "matches" && c.IsMemberFunction() && len(args) == 1 && isSelf(c.Target()):
		if pattern, ok := celtext.String(args[0]); ok && pattern != "" && n.Pattern == "" && n.Type == "string" && n.Format == "" {
			return "pattern", "'" + strings.ReplaceAll(pattern, "'", "''") + "'"
		}
		return "", ""
	case len(args) != 2:
		return "", ""
	case c.FunctionName() == operators.In && isSelf(args[0]) && args[1].Kind() == ast.ListKind && len(n.Enum) == 0:
		var values []string
		for _, value := range args[1].AsList().Elements() {
			if value.Kind() != ast.LiteralKind {
				return "", ""
			}
			values = append(values, prose.JSON(value.AsLiteral().Value()))
		}
		if len(values) > 0 {
			return "enum", "[" + strings.Join(values, ", ") + "]"
		}
		return "", ""
	}
	operator, left, right := c.FunctionName(), args[0], args[1]
	if left.Kind() == ast.LiteralKind {
		operator, left, right = mirrored(operator), right, left
	}
	if right.Kind() != ast.LiteralKind || celtext.Number(right) == nil {
		return "", ""
	}
	upper := operator == operators.Less || operator == operators.LessEquals
	if !upper && operator != operators.Greater && operator != operators.GreaterEquals {
		return "", ""
	}
	strict := operator == operators.Less || operator == operators.Greater
	bound := *celtext.Number(right)
	if isSelf(left) {
		switch {
		case n.Type != "integer" && n.Type != "number":
			return "", ""
		case n.Type == "number" && bound != math.Trunc(bound):
			return "", "" // the server truncates the bound for values that are integers
		case upper && n.Maximum == nil:
			keyword = "maximum"
		case !upper && n.Minimum == nil:
			keyword = "minimum"
		default:
			return "", ""
		}
		if strict && n.Type == "number" {
			return keyword, prose.JSON(bound) + " with exclusive" + strings.ToUpper(keyword[:1]) + keyword[1:] + ": true"
		}
		return keyword, prose.JSON(inclusive(bound, upper, strict))
	}
	if left.Kind() != ast.CallKind || left.AsCall().FunctionName() != "size" {
		return "", ""
	}
	size := left.AsCall()
	if !(size.IsMemberFunction() && isSelf(size.Target()) || len(size.Args()) == 1 && isSelf(size.Args()[0])) {
		return "", ""
	}
	most := inclusive(bound, upper, strict)
	if keyword = sizeKeyword(n, upper); keyword == "" || most < 0 {
		return "", ""
	}
	return keyword, prose.JSON(most)
}

// inclusive returns the inclusive integer bound equal to a bound that is strict or has a fraction.
func inclusive(bound float64, upper, strict bool) float64 {
	switch {
	case upper && strict:
		return math.Ceil(bound) - 1
	case upper:
		return math.Floor(bound)
	case strict:
		return math.Floor(bound) + 1
	}
	return math.Ceil(bound)
}

// sizeKeyword returns the keyword that bounds a size, unless the schema has it.
func sizeKeyword(n *schematree.Node, upper bool) string {
	switch {
	case n.Type == "string" && n.Format == "" && upper && n.MaxLength == nil:
		return "maxLength"
	case n.Type == "string" && n.Format == "" && !upper && n.MinLength == nil:
		return "minLength"
	case n.Type == "array" && upper && n.MaxItems == nil:
		return "maxItems"
	case n.Type == "array" && !upper && n.MinItems == nil:
		return "minItems"
	case n.Type == "object" && upper && n.MaxProperties() == nil:
		return "maxProperties"
	case n.Type == "object" && !upper && n.MinProperties() == nil:
		return "minProperties"
	}
	return ""
}

// mirrored returns the operator for exchanged operands.
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
