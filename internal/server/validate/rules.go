package validate

import (
	"context"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/fieldpath"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Rules are the CEL rules of a schema, ready to be evaluated on values. A nil Rules has no rules. It is safe for
// concurrent use.
//
// It mirrors Validator of pkg/apiserver/schema/cel.
type Rules struct {
	schema   *schema.Schema
	resource bool
	compiler *celrule.Compiler
	// decl is the type of the values; tree and id identify the schema.
	decl *apiservercel.DeclType
	tree *schematree.Tree
	id   int32
	// compiling compiles rules at their first use, as most objects reach few.
	compiling sync.Once
	rules     []*rule
	view      common.Schema // of the schema, for values
	// usesOldSelf reports whether any rule uses oldSelf.
	usesOldSelf bool
	// broken is the error for which the server cannot compile any rule.
	broken string

	items, values *Rules
	properties    map[string]*Rules
}

// rule is one rule and its message expression.
type rule struct {
	*schema.ValidationRule
	at         *finding.Path // the rule's path in the CRD
	fieldPath  string        // as it is printed; may be ""
	fields     []string      // the names of fieldPath
	expression *celrule.Expression
	message    *celrule.Expression // nil if there is none, or if it does not compile

	evaluator        behaviour.Evaluator
	once, onceWorded sync.Once
	program, worded  *celrule.Program
}

// NewRules returns the rules of the schema at a node and of its descendants. resource reports that the node is a
// resource. Expressions are compiled like stored ones, with all functions that the server knows.
func NewRules(c *celrule.Compiler, t *schematree.Tree, id int32, resource bool) *Rules {
	n := &t.Nodes[id]
	found := false
	for i := id; i < n.End; i++ {
		found = found || len(t.Nodes[i].XValidations()) > 0 && !t.Nodes[i].Nested
	}
	if !found {
		return nil
	}
	r := newRules(c, t, id, celrule.Decl(n.Schema, resource))
	if r != nil {
		r.resource = resource
	}
	return r
}

func newRules(c *celrule.Compiler, t *schematree.Tree, id int32, decl *apiservercel.DeclType) *Rules {
	n := &t.Nodes[id]
	r := &Rules{schema: n.Schema, compiler: c, tree: t, id: id}
	switch {
	case len(n.XValidations()) == 0:
	case decl != nil:
		r.decl = decl
	case !c.PassesOver(celrule.ErrNoDecl):
		r.broken = celrule.ErrNoDecl.Error()
	}
	var element *apiservercel.DeclType
	if decl != nil {
		element = decl.ElemType
	}
	for i := id + 1; i < n.End; i = t.Nodes[i].End {
		child := &t.Nodes[i]
		switch child.Role {
		case schematree.RoleItems:
			r.items = newRules(c, t, i, element)
		case schematree.RoleAdditionalProperties:
			r.values = newRules(c, t, i, element)
		case schematree.RoleProperty:
			field, known := fieldType(decl, child)
			if !known {
				continue
			}
			if sub := newRules(c, t, i, field); sub != nil {
				if r.properties == nil {
					r.properties = map[string]*Rules{}
				}
				r.properties[child.Name] = sub
			}
		}
	}
	if r.decl == nil && r.broken == "" && r.items == nil && r.values == nil && r.properties == nil {
		return nil
	}
	return r
}

// fieldType returns the type of a property in the type of its object. A field that CEL does not know has no type, and
// its rules are skipped. A field whose name cannot be escaped gets its own type.
func fieldType(object *apiservercel.DeclType, n *schematree.Node) (*apiservercel.DeclType, bool) {
	name, ok := apiservercel.Escape(n.Name)
	if !ok {
		decl := celrule.Decl(n.Schema, n.XEmbeddedResource)
		return decl, decl != nil
	}
	if object == nil {
		return nil, false
	}
	f, ok := object.Fields[name]
	if !ok {
		return nil, false
	}
	return f.Type, true
}

// own returns the rules of the schema itself, without its descendants.
func (r *Rules) own() []*rule {
	if r.decl != nil {
		r.compiling.Do(r.compile)
	}
	return r.rules
}

func (r *Rules) compile() {
	c := r.compiler
	r.view = c.ViewOf(r.schema, r.resource)
	self, at := c.SelfOf(r.decl), r.tree.Path(r.id).Child("x-kubernetes-validations")
	r.rules = make([]*rule, 0, len(r.schema.XValidations()))
	for i := range r.schema.XValidations() {
		v := &r.schema.XValidations()[i]
		compiled := &rule{ValidationRule: v, evaluator: c.Evaluator(), at: at.Index(i)}
		r.rules = append(r.rules, compiled)
		if strings.TrimSpace(v.Rule) == "" {
			continue
		}
		optional := v.OptionalOldSelf != nil && *v.OptionalOldSelf
		compiled.expression = c.Rule(v.Rule, self, celrule.Stored, optional)
		r.usesOldSelf = r.usesOldSelf || compiled.expression.UsesOldSelf
		if v.MessageExpression != "" {
			if m := c.Message(v.MessageExpression, self, celrule.Stored, optional); m.Error == nil {
				compiled.message = m
			}
		}
		names, _, _ := fieldpath.Follow(v.FieldPath, r.schema, true) // none if the path is invalid
		compiled.fieldPath = strings.TrimPrefix(strings.Join(names, ""), ".")
		for _, name := range names { // .name or [name]
			if name[0] == '[' {
				name = name[:len(name)-1]
			}
			compiled.fields = append(compiled.fields, name[1:])
		}
	}
}

// plan returns the program, which is made at its first use: the objects of a run never reach most rules of a CRD.
func (r *rule) plan() *celrule.Program {
	// The compiler has refused expressions that cannot be planned.
	r.once.Do(func() { r.program, _ = celrun.Program(r.expression, r.evaluator) })
	return r.program
}

// messageProgram returns the program of the messageExpression, also made at its first use; nil if there is none.
func (r *rule) messageProgram() *celrule.Program {
	r.onceWorded.Do(func() {
		if r.message != nil {
			r.worded, _ = celrun.Program(r.message, r.evaluator)
		}
	})
	return r.worded
}

// Evaluation holds the options of an evaluation.
type Evaluation struct {
	// Of is the server's behaviour for objects; nil means the newest server.
	Of *behaviour.Objects
	// Budget is the cost limit of all rules together; RuntimeBudget for an object.
	Budget int64
	// Correlated pairs the value with the old one, for ratcheting. It is nil if errors are not forgiven.
	Correlated *common.CorrelatedObject
	// Warn receives the forgiven errors; it may be nil.
	Warn func(finding.Finding)
	// Observe receives the cost of each evaluation of a rule or messageExpression, with its path in the CRD; it may be
	// nil.
	Observe func(expression *finding.Path, cost uint64)
	// Watcher receives the outcome of each rule; it may be nil.
	Watcher Watcher
	// First stops the evaluation at the first rule that fails.
	First bool
}

// RuntimeBudget is the server's cost limit of all rules for one object.
const RuntimeBudget = celconfig.RuntimeCELCostBudget

// Evaluate returns the errors about the rules that the value at a path violates, and the remaining budget. The budget
// is negative if it was exceeded or if the server stopped earlier. Old is the value that is replaced, or nil.
func (r *Rules) Evaluate(ctx context.Context, at *finding.Path, value, old any, e Evaluation) (finding.List, int64) {
	if e.Of == nil {
		e.Of = &newest().Objects
	}
	v := &evaluator{ctx: ctx, of: e.Of, budget: e.Budget, warn: e.Warn, observe: e.Observe, watcher: e.Watcher, first: e.First}
	v.value(r, at, value, old, correlation{current: e.Correlated})
	return v.found, v.budget
}

// UsedOldSelf reports whether any of the rules that were compiled so far uses oldSelf.
func (r *Rules) UsedOldSelf() bool {
	if r == nil {
		return false
	}
	if r.usesOldSelf || r.items.UsedOldSelf() || r.values.UsedOldSelf() {
		return true
	}
	for _, p := range r.properties {
		if p.UsedOldSelf() {
			return true
		}
	}
	return false
}

var newest = sync.OnceValue(func() *behaviour.Behaviour { b := behaviour.Of(kube.Latest); return &b })

// evaluator holds the state of one evaluation.
type evaluator struct {
	ctx     context.Context
	of      *behaviour.Objects
	budget  int64
	warn    func(finding.Finding)
	observe func(*finding.Path, uint64)
	watcher Watcher
	found   finding.List

	// first stops the evaluation at the first finding.
	first bool
}

// value evaluates the rules of a value and of the values inside it.
func (v *evaluator) value(r *Rules, at *finding.Path, value, old any, c correlation) {
	if r == nil || value == nil || v.budget < 0 || v.enough() {
		return
	}
	if v.ctx.Err() != nil {
		v.stop(finding.Finding{Code: code.CELStopped, Type: field.ErrorTypeInternal, Path: at,
			Detail: "the evaluation of the rules was stopped: the run was cancelled"})
		return
	}
	v.rules(r, at, value, old, c)
	switch value := value.(type) {
	case []any:
		if r.items == nil {
			return
		}
		olds, _ := old.([]any)
		matches := common.MakeMapList(celrule.View(r.schema, false), olds)
		for i, item := range value {
			v.value(r.items, at.Index(i), item, matches.Get(item), c.index(i))
		}
	case map[string]any:
		v.fields(r, at, value, old, c)
	}
}

// enough reports whether a first finding ends the evaluation.
func (v *evaluator) enough() bool { return v.first && len(v.found) > 0 }

// fields evaluates the rules of an object's values, sorted by name; the server's order is random.
func (v *evaluator) fields(r *Rules, at *finding.Path, value map[string]any, old any, c correlation) {
	var olds map[string]any
	if m := r.schema.XMapType(); m == nil || *m == "granular" || *m == "atomic" {
		olds, _ = old.(map[string]any)
	}
	if len(r.properties) == 0 && r.values == nil {
		return
	}
	for _, name := range sortedKeys(value) {
		if r.values != nil {
			v.value(r.values, at.Key(name), value[name], olds[name], c.key(name))
		}
		if sub := r.properties[name]; sub != nil {
			v.value(sub, at.Child(name), value[name], olds[name], c.key(name))
		}
	}
}

// correlation holds the old values for ratcheting: the old value at the same place or, below lists whose items cannot
// be matched, the nearest old value above.
type correlation struct {
	current, above *common.CorrelatedObject
}

// unchanged reports whether the value has not changed, so that its errors are forgiven.
func (c correlation) unchanged() bool {
	if c.current != nil {
		return c.current.CachedDeepEqual()
	}
	return c.above.CachedDeepEqual() // false if it is nil
}

func (c correlation) key(name string) correlation {
	switch {
	case c.current == nil:
		return c
	case c.above == nil && (name == "apiVersion" || name == "kind"):
		return correlation{} // both objects were converted to the same version
	}
	return correlation{c.current.Key(name), c.current}
}

func (c correlation) index(i int) correlation {
	if c.current == nil {
		return c
	}
	return correlation{c.current.Index(i), c.current}
}
