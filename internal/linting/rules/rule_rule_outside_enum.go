package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

var ruleOutsideEnum = Rule{
	ID: "rule-outside-enum", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "expression compares a field with a value that is not in its enum",
	Why: `The two are never equal, since the schema accepts no such value: the value is misspelt, in another case, or was
renamed in the enum only. The part of the rule that depends on the comparison is never evaluated, or always.`,
	Example: `
  route:
    type: object
    required: [kind]
    properties:
      kind:
        type: string
        enum: [Local, Remote]
      host:
        type: string
        maxLength: 253
    x-kubernetes-validations:
-   - rule: self.kind != 'remote' || has(self.host)
+   - rule: self.kind != 'Remote' || has(self.host)
      message: a remote route needs a host
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		for _, c := range outsideEnum(v, e) {
			literal := c.with.AsLiteral()
			f := p.ReportIn(e, max(0, e.Offset(c.with.ID())), "%s is compared with %s, which is not in its enum: the two are never equal", v.FieldPath(c.node), celtext.Literal(literal))
			var values []string
			for _, each := range c.node.Enum {
				if text, ok := each.(string); ok {
					values = append(values, text)
				}
			}
			if text, ok := literal.(types.String); ok {
				if near := nearest.Name(string(text), values); near != "" {
					f.Help = "did you mean '" + near + "'?"
				}
			}
		}
	},
}

// enumComparison is a comparison of a field that has an enum with a literal.
type enumComparison struct {
	node *schematree.Node
	with ast.Expr
}

// outsideEnum returns the comparisons of an expression that never hold, once for each literal.
func outsideEnum(v *Version, e *celcost.Expression) (all []enumComparison) {
	if !e.Traits().Compares {
		return nil
	}
	seen := map[int64]bool{}
	v.CEL.Compared(e, func(n *schematree.Node, with ast.Expr) {
		if with.Kind() != ast.LiteralKind || seen[with.ID()] {
			return
		}
		literal := with.AsLiteral()
		// Fields of any type are compared with null or "" to test whether they are set.
		if len(n.Enum) == 0 || literal == types.NullValue || literal == types.String("") || celtext.InEnum(n.Enum, celtext.Literal(literal)) {
			return
		}
		seen[with.ID()] = true
		all = append(all, enumComparison{n, with})
	})
	return all
}
