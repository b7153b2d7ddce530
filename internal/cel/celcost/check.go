// Package celcost compiles the rules of a schema and estimates their highest costs from the bounds in the schema, as
// kube-apiserver does before any object exists. It finds bounds with which the rules stay within the limits.
package celcost

import (
	"cmp"
	"errors"
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Checker checks the rules of schemas for one Kubernetes version. It compiles equal expressions of several schemas
// once, so that a run of the program should use one Checker. It is safe for concurrent use.
type Checker struct {
	compiler *celrule.Compiler
	server   *server
}

// NewChecker returns a checker that estimates costs as a version of Kubernetes does. The call is cheap.
func NewChecker(b behaviour.Behaviour) *Checker { return newChecker(b, celrule.NewCompiler(b.CEL)) }

func newChecker(b behaviour.Behaviour, compiler *celrule.Compiler) *Checker {
	return &Checker{compiler: compiler, server: &server{b.Cost, b.CEL.Sizes}}
}

// NewCheckers returns a checker for each of several versions of Kubernetes. They share work: most expressions are
// compiled once for all versions.
func NewCheckers(all []behaviour.Behaviour) []*Checker {
	shared := celrule.NewShared()
	checkers := make([]*Checker, len(all))
	for i, b := range all {
		checkers[i] = newChecker(b, shared.Compiler(b.CEL))
	}
	return checkers
}

// Options are the server's options for an update. The zero Options are for a create.
type Options struct {
	// StoredRule and StoredMessage report whether the CRD that is replaced has a rule or a messageExpression with
	// exactly this text. It may then use functions that new expressions may use only in later versions. Nil means that
	// it has none.
	StoredRule, StoredMessage func(text string) bool
	// AnyExpressionCost is set for a version whose schema did not change: no expression is then refused for its own
	// cost, but only for the total.
	AnyExpressionCost bool
}

// Result holds the findings about the rules of a schema, and their costs.
type Result struct {
	// Findings are the server's errors about the rules.
	Findings finding.List
	// Offsets are byte offsets into the text of an expression, by the index in Findings. An error about the whole
	// expression has none.
	Offsets map[int]int
	// Failed are the expressions that do not compile and have a finding, in the order of the schema.
	Failed []Failed
	// Expressions are the expressions that compile, in the order of the schema.
	Expressions []Expression
	// Total is the cost of all Expressions together.
	Total uint64
	// Panic is the path of the rules, or of the expression, on which the server's code panics; nil if it panics on none.
	Panic *finding.Path
}

// Failed is a rule or messageExpression that does not compile.
type Failed struct {
	Path *finding.Path // ends in .rule or .messageExpression
	Text string
	Node int32
	// Detail is the compiler's error.
	Detail string

	compile func(text string) *celrule.Expression
}

// Compile compiles another text in place of the expression. It returns the compiler's error, or "".
func (f *Failed) Compile(text string) string {
	if x := f.compile(text); x.Error != nil {
		return x.Error.Detail
	}
	return ""
}

// Functions returns the names of the functions and macros that new expressions may use.
func (c *Checker) Functions() []string { return c.compiler.Names() }

// Expression is a rule or messageExpression and its cost.
type Expression struct {
	Path *finding.Path // ends in .rule or .messageExpression
	Text string
	Node int32
	Rule int // the index in the node's x-kubernetes-validations
	// Message reports that it is a messageExpression.
	Message bool
	// Cost is the highest cost of one execution.
	Cost uint64
	// Executions is how often it is executed at most. The server counts one execution of a messageExpression.
	Executions Cardinality
	// Total is Cost times Executions.
	Total uint64

	compiled  *celrule.Expression
	self      celrule.Self
	server    *server
	recompile func(text string) *celrule.Expression
}

// Check compiles all rules of a structural schema with valid defaults and estimates their costs; the server checks no
// rules of other schemas. Clean reports whether the other checks of schemas found nothing at a node and its
// descendants. It is called for nodes with rules, and the rules of other nodes are skipped.
func (c *Checker) Check(t *schematree.Tree, clean func(id int32) bool, o Options) *Result {
	k := &check{checker: c, tree: t, types: c.compiler.Types(t), options: o, bounds: bounds(t), result: &Result{}}
	c.compiler.ExpectAll(t)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if len(n.XValidations()) == 0 || n.Nested || n.Unwalked || !clean(n.ID) {
			continue
		}
		k.node(n)
	}
	k.total()
	return k.result
}

type check struct {
	checker *Checker
	tree    *schematree.Tree
	types   *celrule.Types
	options Options
	bounds  []Cardinality
	result  *Result
}

func (k *check) add(f finding.Finding) { k.result.Findings = append(k.result.Findings, f) }

// addAt adds a finding about a byte of the expression's text; a negative offset means none.
func (k *check) addAt(offset int, f finding.Finding) {
	if offset >= 0 {
		if k.result.Offsets == nil {
			k.result.Offsets = map[int]int{}
		}
		k.result.Offsets[len(k.result.Findings)] = offset
	}
	k.add(f)
}

func (k *check) node(n *schematree.Node) {
	self, err := k.types.Self(n.ID)
	switch {
	case errors.Is(err, celrule.ErrPanics):
		k.result.Panic = k.rules(n)
		return
	case k.checker.compiler.PassesOver(err):
		return
	case err != nil:
		k.add(internal(k.rules(n), err))
		return
	}
	executions := executionsOf(k.bounds[n.ID], self)
	for i := range n.XValidations() {
		k.rule(n, i, self, executions)
	}
}

func (k *check) rules(n *schematree.Node) *finding.Path {
	return k.tree.Path(n.ID).Child("x-kubernetes-validations")
}

func (k *check) rule(n *schematree.Node, i int, self celrule.Self, executions Cardinality) {
	r := &n.XValidations()[i]
	at := func(field string) *finding.Path { return k.rules(n).Index(i).Child(field) }
	optional := r.OptionalOldSelf != nil && *r.OptionalOldSelf

	compileRule := func(text string) *celrule.Expression {
		return k.checker.compiler.Rule(text, self, environment(k.options.StoredRule, text), optional)
	}
	rule := compileRule(r.Rule)
	good := k.expression(rule, compileRule, self, r, Expression{Path: at("rule"), Text: r.Rule, Node: n.ID, Rule: i, Executions: executions})
	if good && r.MessageExpression != "" {
		compileMessage := func(text string) *celrule.Expression {
			return k.checker.compiler.Message(text, self, environment(k.options.StoredMessage, text), optional)
		}
		k.expression(compileMessage(r.MessageExpression), compileMessage, self, r, Expression{
			Path: at("messageExpression"), Text: r.MessageExpression, Node: n.ID, Rule: i, Message: true,
			Executions: Cardinality{1, true},
		})
	}
	if rule.UsesOldSelf {
		if culprit := Uncorrelatable(k.tree, n.ID); culprit >= 0 {
			k.add(finding.Invalid(code.CELOldSelfUncorrelatable, at("rule"), r.Rule,
				"oldSelf cannot be used on the uncorrelatable portion of the schema within "+k.tree.Path(culprit).Server()).
				With(finding.Facts{Where: k.tree.Path(culprit).Server()}))
		}
	} else if r.OptionalOldSelf != nil {
		k.add(finding.Invalid(code.CELOptionalOldSelfUnused, at("optionalOldSelf"), *r.OptionalOldSelf,
			"may not be set if oldSelf is not used in rule"))
	}
}

// expression reports the error of an expression or adds its cost. It returns whether there was no error.
func (k *check) expression(x *celrule.Expression, recompile func(string) *celrule.Expression, self celrule.Self, r *schema.ValidationRule, e Expression) bool {
	compile, result, subject := code.CELRuleCompile, code.CELRuleResult, "estimated rule cost"
	if e.Message {
		compile, result, subject = code.CELMessageCompile, code.CELMessageResult, "estimated messageExpression cost"
	}
	if x.Error != nil && x.Error.Panics {
		k.result.Panic = cmp.Or(k.result.Panic, e.Path)
		return false
	}
	if x.Error != nil {
		c := compile
		if x.Error.Result {
			c = result
		}
		detail := x.Error.Detail
		k.result.Failed = append(k.result.Failed, Failed{Path: e.Path, Text: e.Text, Node: e.Node, Detail: detail, compile: recompile})
		k.addAt(x.Error.Offset, finding.Invalid(c, e.Path, internaltype.OfRule(*r), detail).With(finding.Facts{Issues: code.Issues(detail)}))
		return false
	}
	e.Cost = k.checker.server.estimate(x, sizes{self.Decl})
	e.compiled, e.self, e.server, e.recompile = x, self, k.checker.server, recompile
	e.Total = Multiply(e.Cost, e.Executions.Max)
	k.result.Expressions = append(k.result.Expressions, e)
	k.result.Total = add(k.result.Total, e.Total)
	if e.Total > ExpressionLimit && !k.options.AnyExpressionCost {
		k.add(finding.Forbidden(code.CELCost, e.Path, exceeds(subject, e.Total, ExpressionLimit)).
			With(finding.Facts{Times: times(e.Total, ExpressionLimit)}))
	}
	return true
}

// total reports a schema whose rules cost too much together, and the most expensive rules. The server lists these in
// random order, and chooses randomly among equal costs; total prefers the first in the schema.
func (k *check) total() {
	if k.result.Total <= CRDLimit {
		return
	}
	var most []Expression
	for _, e := range k.result.Expressions {
		if e.Total >= CRDLimit/100 {
			most = append(most, e)
		}
	}
	slices.SortStableFunc(most, func(a, b Expression) int { return cmp.Compare(b.Total, a.Total) })
	for _, e := range most[:min(len(most), listed)] {
		k.add(finding.Forbidden(code.CELCostContributes, e.Path, contributed))
	}
	k.add(finding.Forbidden(code.CELCostTotal, k.tree.Path(0),
		exceeds("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema", k.result.Total, CRDLimit)).
		With(finding.Facts{Times: times(k.result.Total, CRDLimit)}))
}

// Uncorrelatable returns the highest node above id at which values of an old and a new object cannot be matched, so
// that there is no oldSelf below: a list that is not of type map, or an object of an unknown map type. It returns -1 if
// there is none.
func Uncorrelatable(t *schematree.Tree, id int32) int32 {
	culprit := int32(-1)
	for {
		n := &t.Nodes[id]
		if n.Parent < 0 {
			return culprit
		}
		switch parent := t.Nodes[n.Parent].Schema; n.Role {
		case schematree.RoleItems:
			if parent.ListType() != "map" {
				culprit = n.Parent
			}
		case schematree.RoleProperty:
			if m := parent.XMapType(); m != nil && *m != "granular" && *m != "atomic" {
				culprit = n.Parent
			}
		}
		id = n.Parent
	}
}

func environment(stored func(string) bool, text string) celrule.Environment {
	return celrule.Environment(stored != nil && stored(text))
}
