package validate

import (
	"context"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Rules are the CEL rules of a schema, ready to be evaluated against values. A
// nil Rules has none. It is safe for concurrent use.
//
// It mirrors Validator of pkg/apiserver/schema/cel.
type Rules struct {
	schema   *schema.Schema
	resource bool
	compiler *celrule.Compiler
	// decl is the type of the values, tree and id where the schema stands.
	decl *apiservercel.DeclType
	tree *schema.Tree
	id   int32
	// compiling makes rules, of which most objects reach few.
	compiling sync.Once
	rules     []*rule
	view      common.Schema // of the values
	// usesOldSelf says that any of the rules speaks of oldSelf.
	usesOldSelf bool
	// broken is why the server cannot compile any of the rules.
	broken string

	items, values *Rules
	properties    map[string]*Rules
}

// rule is one rule and its message expression.
type rule struct {
	*schema.ValidationRule
	at         *finding.Path // of the rule in the CRD
	fieldPath  string        // as it is printed; "" if there is none
	fields     []string      // the names on that path
	expression *celrule.Expression
	message    *celrule.Expression // nil if there is none, or none that compiles

	evaluator        kube.Evaluator
	once, onceWorded sync.Once
	program, worded  *celrule.Program
}

// NewRules returns the rules of the schema at a node and below. The node is a
// resource if resource says so. Expressions are compiled like those that are
// stored in a cluster, with all that the server knows.
func NewRules(c *celrule.Compiler, t *schema.Tree, id int32, resource bool) *Rules {
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

func newRules(c *celrule.Compiler, t *schema.Tree, id int32, decl *apiservercel.DeclType) *Rules {
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
		case schema.RoleItems:
			r.items = newRules(c, t, i, element)
		case schema.RoleAdditionalProperties:
			r.values = newRules(c, t, i, element)
		case schema.RoleProperty:
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

// fieldType finds the type of a property in that of its object. Fields of which
// CEL knows nothing have none, and their rules are left out; those whose names
// cannot be escaped have one of their own.
func fieldType(object *apiservercel.DeclType, n *schema.Node) (*apiservercel.DeclType, bool) {
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

// own returns the rules of the schema itself, not of those within.
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
		names, _, _ := schema.FollowPath(v.FieldPath, r.schema, true) // none if that is not possible
		compiled.fieldPath = strings.TrimPrefix(strings.Join(names, ""), ".")
		for _, name := range names { // .name or [name]
			if name[0] == '[' {
				name = name[:len(name)-1]
			}
			compiled.fields = append(compiled.fields, name[1:])
		}
	}
}

// plan returns the program, which is made when it is first needed: most rules of a CRD are
// never reached by the objects of a run.
func (r *rule) plan() *celrule.Program {
	r.once.Do(func() { r.program, _ = celrun.Program(r.expression, r.evaluator) }) // what cannot be planned has been refused by the compiler
	return r.program
}

// wording is the program of the messageExpression, which fewer objects reach still; nil if
// there is none.
func (r *rule) wording() *celrule.Program {
	r.onceWorded.Do(func() {
		if r.message != nil {
			r.worded, _ = celrun.Program(r.message, r.evaluator)
		}
	})
	return r.worded
}

// Evaluation says how rules are evaluated.
type Evaluation struct {
	// Of is what the server does with objects; nil for the newest one.
	Of *kube.Objects
	// Budget is what the rules may cost together; RuntimeBudget for an object.
	Budget int64
	// Correlated matches the value with the old one, for ratcheting. It is nil
	// if nothing is forgiven.
	Correlated *common.CorrelatedObject
	// Warn takes what is forgiven; it may be nil.
	Warn func(finding.Finding)
	// Observe is told what each evaluation of a rule or messageExpression cost,
	// by the place of that in the CRD; it may be nil.
	Observe func(expression *finding.Path, cost uint64)
	// Watcher is told what comes of each rule; it may be nil.
	Watcher Watcher
	// First ends the evaluation at the first rule that is failed.
	First bool
}

// RuntimeBudget is what the rules of an object may cost together.
const RuntimeBudget = celconfig.RuntimeCELCostBudget

// Evaluate returns the rules that the value at a path fails, in the server's
// words, and what is left of the budget, which is negative if it ran out or if
// the server went no further. Old is the value that it replaces, or nil.
func (r *Rules) Evaluate(ctx context.Context, at *finding.Path, value, old any, e Evaluation) (finding.List, int64) {
	if e.Of == nil {
		e.Of = &newest().Objects
	}
	v := &evaluator{ctx: ctx, of: e.Of, budget: e.Budget, warn: e.Warn, observe: e.Observe, watcher: e.Watcher, first: e.First}
	v.value(r, at, value, old, correlation{current: e.Correlated})
	return v.found, v.budget
}

// UsedOldSelf reports whether any of the rules that were reached so far speaks of oldSelf.
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

var newest = sync.OnceValue(func() *kube.Behaviour { b := kube.Latest.Behaviour(); return &b })

// evaluator is one evaluation under way.
type evaluator struct {
	ctx     context.Context
	of      *kube.Objects
	budget  int64
	warn    func(finding.Finding)
	observe func(*finding.Path, uint64)
	watcher Watcher
	found   finding.List

	// first says that the first failure is enough.
	first bool
}

// value evaluates the rules of a value and of those within.
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

// enough reports whether what was found is all that is asked for.
func (v *evaluator) enough() bool { return v.first && len(v.found) > 0 }

// fields evaluates the rules of the values of an object, in the order of their
// names; the server's is random.
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

// correlation is what a value is held against for ratcheting: the same value in
// the old object or, below lists whose items cannot be matched, the nearest value
// above that can be.
type correlation struct {
	current, above *common.CorrelatedObject
}

// unchanged reports whether what is wrong here was so before.
func (c correlation) unchanged() bool {
	if c.current != nil {
		return c.current.CachedDeepEqual()
	}
	return c.above.CachedDeepEqual() // false if there is none
}

func (c correlation) key(name string) correlation {
	switch {
	case c.current == nil:
		return c
	case c.above == nil && (name == "apiVersion" || name == "kind"):
		return correlation{} // both objects have been converted to the same
	}
	return correlation{c.current.Key(name), c.current}
}

func (c correlation) index(i int) correlation {
	if c.current == nil {
		return c
	}
	return correlation{c.current.Index(i), c.current}
}
