package rules

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleTypeError = Rule{
	ID: "rule-type-error", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "CEL rule ends in an error for the integers or the strings of an int-or-string",
	Why: `A field with ` + "`x-kubernetes-int-or-string`" + ` accepts integers and strings, and most operators and functions of CEL
take one of the two: ` + "`self.port > 0`" + ` ends in the error "no such overload" for "http", and ` + "`self.size.endsWith('%')`" + ` for 5.
The server refuses an object whose rule ends in an error, and shows the error in the place of the rule's message. Test the
type first, as in ` + "`type(self.port) == string || self.port > 0`" + `; or declare ` + "`type: integer`" + ` or ` + "`type: string`" + `, if
nothing else is meant. The rule is reported if it gives a verdict for values of one type, and no value of the other type
that was tried gets one.`,
	Example: `
  route:
    type: object
    required: [port]
    properties:
      port:
        x-kubernetes-int-or-string: true
    x-kubernetes-validations:
-   - rule: self.port > 0
+   - rule: type(self.port) == string || self.port > 0
      message: port must be positive
`,
	Version: func(p *Pass, v *Version) {
		var either []*schematree.Node // int-or-strings
		for i := range v.Tree.Nodes {
			if n := &v.Tree.Nodes[i]; n.XIntOrString && len(n.Enum) == 0 {
				either = append(either, n)
			}
		}
		if len(either) == 0 {
			return
		}
		for i := range v.Expressions {
			e := &v.Expressions[i]
			n := &v.Tree.Nodes[e.Node]
			if e.Message || optionalOldSelf(n, e) {
				continue
			}
			for _, field := range either {
				if n == field || n.ID < field.ID && field.ID < n.End && v.mayRead(e, field) {
					p.reportTypeError(v, e, field)
				}
			}
		}
	},
}

// optionalOldSelf reports whether a CEL rule has optionalOldSelf: true.
func optionalOldSelf(n *schematree.Node, e *celcost.Expression) bool {
	o := n.XValidations()[e.Rule].OptionalOldSelf
	return o != nil && *o
}

// reportTypeError reports a CEL rule that ends in an error for the integers or the strings of a field.
func (p *Pass) reportTypeError(v *Version, e *celcost.Expression, field *schematree.Node) {
	program, err := celrun.Program(e.Compile(e.Text), v.Server.CEL.Evaluator)
	if err != nil {
		return
	}
	asInt, asString := p.typeErrors(v, e, program, typedSampler(v, e, field, false)), p.typeErrors(v, e, program, typedSampler(v, e, field, true))
	var refused, accepted string
	switch {
	case asString.always && asInt.never:
		refused, accepted = "a string", "int"
	case asInt.always && asString.never:
		refused, accepted = "an integer", "string"
	default:
		return
	}
	text, at := readOf(e, &v.Tree.Nodes[e.Node], field)
	f := p.ReportIn(e, at, "%s may be %s, for which this rule ends in the error \"%s\": the server refuses such an object", v.FieldPath(field), refused, noOverload)
	f.Cause = p.CRD.Metadata.Name + " type of " + v.FieldPath(field)
	f.Help = "test type(" + text + ") == " + accepted + " first, or change the type of the field if nothing else is meant"
	f.Related = append(f.Related, finding.Related{Message: v.FieldPath(field) + ": int or string", Path: v.Tree.Path(field.ID).Child("x-kubernetes-int-or-string")})
}

// mayRead reports whether an expression in a CEL rule may read a field, by the names in its path.
func (v *Version) mayRead(e *celcost.Expression, field *schematree.Node) bool {
	for field.Role != schematree.RoleProperty {
		if field.ID <= e.Node {
			return true // an item or value of the node with the rule
		}
		field = v.Parent(field)
	}
	reads := false
	ast.PreOrderVisit(e.AST().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		reads = reads || x.Kind() == ast.SelectKind && v.mayBe(e, x, field)
	}))
	return reads
}

// mayBe reports whether a chain of selected fields ends like the path from the rule's node to a field. A
// variable other than self may be any value.
func (v *Version) mayBe(e *celcost.Expression, x ast.Expr, field *schematree.Node) bool {
	for x.Kind() == ast.SelectKind {
		s := x.AsSelect()
		if field.ID <= e.Node || field.Role != schematree.RoleProperty || s.IsTestOnly() || s.FieldName() != celtext.FieldName(field.Name) {
			return false
		}
		field, x = v.Parent(field), s.Operand()
	}
	isSelf := x.Kind() == ast.IdentKind && (x.AsIdent() == "self" || x.AsIdent() == "oldSelf")
	return !isSelf || field.ID == e.Node
}

// readOf returns the text of the first expression that reads a field, and its offset in the rule of node n.
func readOf(e *celcost.Expression, n, field *schematree.Node) (text string, offset int) {
	text = "self"
	if field != n {
		text = field.Name
	}
	found := false
	ast.PreOrderVisit(e.AST().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if !found && x.Kind() == ast.SelectKind && !x.AsSelect().IsTestOnly() && x.AsSelect().FieldName() == field.Name {
			found, text, offset = true, celtext.Of(x), max(e.Offset(x.ID()), 0)
		}
	}))
	return text, offset
}

// noOverload is the error about an operator or function that does not accept the type of a value.
const noOverload = "no such overload"

// typeErrorCount tells whether a CEL rule always or never has a type error for samples with one type of a
// field.
type typeErrorCount struct{ always, never bool }

// typeErrors runs a CEL rule on samples. Samples with another error do not count.
func (p *Pass) typeErrors(v *Version, e *celcost.Expression, program *celrule.Program, s *sampler) typeErrorCount {
	n := &v.Tree.Nodes[e.Node]
	run := evaluation{rule: e, view: viewOf(n)}
	verdicts, errors := 0, 0
	for range samplesOfRule {
		var old any
		if e.UsesOldSelf() {
			old = s.sample(n)
		}
		result, err := run.of(program, s.sample(n), old)
		switch {
		case err == nil && (result == types.True || result == types.False):
			verdicts++
		case err != nil && strings.HasPrefix(err.Error(), noOverload):
			errors++
		}
	}
	return typeErrorCount{always: errors > 0 && verdicts == 0, never: errors == 0 && verdicts > 0}
}
