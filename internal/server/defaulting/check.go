package defaulting

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Check returns the errors about the defaults of a structural schema, as ValidateDefaults of
// pkg/apiserver/schema/defaulting does. With refuseUnpruned, a default with unknown fields is an error. The compiler
// compiles the CEL rules that a default must satisfy.
//
// Check skips defaults below additionalProperties: where they would be used they are forbidden, and elsewhere they are
// never applied.
func Check(t *schematree.Tree, refuseUnpruned bool, compiler *celrule.Compiler, b behaviour.Behaviour) finding.List {
	if !t.Any(func(s *schema.Schema) bool { return s.Default != nil }) {
		return nil
	}
	c := &checker{tree: t, refuseUnpruned: refuseUnpruned, compiler: compiler, behaviour: b, words: code.Wording(b), budget: validate.RuntimeBudget}
	c.node(0, place{})
	return c.found
}

type checker struct {
	tree           *schematree.Tree
	refuseUnpruned bool
	compiler       *celrule.Compiler
	behaviour      behaviour.Behaviour
	words          finding.Wording
	// budget is the remaining cost of the rules of all defaults. When it is exceeded, the server checks no other
	// default.
	budget int64
	found  finding.List
}

func (c *checker) add(found ...finding.Finding) {
	c.found = append(c.found, found...)
}

// step leads from a value to a value inside it: to a field, or to the first item of a list.
type step struct {
	field string
	item  bool
}

// place is the position of a node in its resource.
type place struct {
	resource int32 // the node of the resource: the root or an embedded resource
	steps    []step
	inMeta   bool // the steps lead into the resource's metadata
}

// node checks the defaults of a node and of its descendants.
func (c *checker) node(id int32, in place) {
	n := &c.tree.Nodes[id]
	begins := n.XEmbeddedResource || n.Role == schematree.RoleRoot
	if begins {
		in = place{resource: id}
	}
	if n.Default != nil {
		at := c.tree.Path(id).Child("default")
		if in.inMeta {
			c.metaDefault(n, at, c.tree.Nodes[in.resource].Schema, in.steps)
		} else {
			c.plainDefault(n, at, begins)
		}
	}
	for i := id + 1; i < n.End && c.budget >= 0; i = c.tree.Nodes[i].End {
		switch child := &c.tree.Nodes[i]; child.Role {
		case schematree.RoleItems:
			c.node(i, place{in.resource, append(in.steps, step{item: true}), in.inMeta})
		case schematree.RoleProperty:
			meta := in.inMeta || begins && (child.Name == "metadata" || child.Name == "apiVersion" || child.Name == "kind")
			c.node(i, place{in.resource, append(in.steps, step{field: child.Name}), meta})
		}
	}
}

func (c *checker) plainDefault(n *schematree.Node, at *finding.Path, resource bool) {
	// The server coerces the default in place, so that all errors print the coerced value, even earlier errors. Only
	// metadata is coerced.
	value := runtime.DeepCopyJSONValue(n.Default)
	if c.refuseUnpruned && !isPruned(n, resource) {
		c.add(finding.Invalid(code.DefaultUnpruned, at, value, "must not have unknown fields"))
	}
	if f := coercer().Coerce(at, value, n.Schema, resource); f != nil {
		c.add(*f)
		return
	}
	if list := c.meta(at, value, n.Schema, resource); len(list) > 0 {
		c.add(list...)
		return
	}
	c.value(n, at, value, resource)
}

// value checks a default against the keywords of its schema and, if these accept it, against the rules: as an unchanged
// value and as a new one, which differ for rules that use oldSelf.
func (c *checker) value(n *schematree.Node, at *finding.Path, value any, resource bool) {
	checker := validate.DefaultChecker(n.Schema, &c.behaviour.Formats)
	if list, _ := checker.Changed(code.DefaultInvalid, at, value, c.behaviour.Objects, nil); len(list) > 0 {
		c.add(list...)
		return
	}
	rules := validate.NewRules(c.compiler, c.tree, n.ID, resource)
	if rules == nil {
		return
	}
	list, left := c.evaluate(rules, at, value, value)
	if len(list) == 0 && c.behaviour.Checks.RulesOfDefaults && rules.UsedOldSelf() {
		var leftOfNew int64
		list, leftOfNew = c.evaluate(rules, at, value, nil)
		left = min(left, leftOfNew)
	}
	c.budget = left
	c.add(list...)
}

// metaDefault checks a default inside metadata, apiVersion or kind: an otherwise empty resource with the default must
// have valid metadata.
func (c *checker) metaDefault(n *schematree.Node, at *finding.Path, resource *schema.Schema, steps []step) {
	object := surround(runtime.DeepCopyJSONValue(n.Default), steps)
	if f := coercer().Coerce(nil, object, resource, true); f != nil {
		c.add(finding.Invalid(code.DefaultInvalid, at, n.Default, "must result in valid metadata: "+c.text(*f)))
		return
	}
	if list := c.meta(nil, object, resource, true); len(list) > 0 {
		c.add(finding.Invalid(code.DefaultInvalid, at, n.Default, "must result in valid metadata: "+c.aggregate(list)))
		return
	}
	c.value(n, at, n.Default, false)
}

func coercer() *validate.MetaCoercer { return &validate.MetaCoercer{Code: code.DefaultInvalid} }

// meta checks the metadata of all resources in a value.
func (c *checker) meta(at *finding.Path, value any, s *schema.Schema, resource bool) finding.List {
	m := validate.MetaChecker{Code: code.DefaultInvalid, Checks: c.behaviour.Checks}
	return m.Check(at, value, s, resource)
}

// enclose returns the smallest value that has the given value at the end of the steps.
func enclose(value any, steps []step) any {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].item {
			value = []any{value}
		} else {
			value = map[string]any{steps[i].field: value}
		}
	}
	return value
}

// surround returns the smallest resource that has the value at the end of the steps.
func surround(value any, steps []step) map[string]any {
	object := enclose(value, steps).(map[string]any) // the first step leads into metadata, apiVersion or kind
	if _, found := object["kind"]; !found {
		object["kind"] = "Validation"
	}
	if _, found := object["apiVersion"]; !found {
		object["apiVersion"] = "validation/v1"
	}
	return object
}

func (c *checker) text(f finding.Finding) string {
	f.WordedBy(c.words)
	return f.Path.Server() + ": " + f.ServerMessage()
}

// aggregate returns the findings as the server prints several errors in one.
func (c *checker) aggregate(list finding.List) string {
	var texts []string
	seen := map[string]bool{}
	for _, f := range list {
		if t := c.text(f); !seen[t] {
			seen[t] = true
			texts = append(texts, t)
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// Pruned reports whether no default of a structural schema has a field that the schema does not declare.
func Pruned(t *schematree.Tree) bool {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Default == nil || n.Nested {
			continue
		}
		if !isPruned(n, n.Role == schematree.RoleRoot) {
			return false
		}
	}
	return true
}

// isPruned reports whether a default has no field that its schema does not declare.
func isPruned(n *schematree.Node, resource bool) bool {
	return prune.Known(n.Default, n.Schema, resource)
}

// evaluate returns the rules that a default violates, and the remaining budget of its version. If a limit of crdtool
// ends the evaluation, the server's answer is unknown.
func (c *checker) evaluate(rules *validate.Rules, at *finding.Path, value, old any) (finding.List, int64) {
	list, left := rules.Evaluate(context.Background(), at, value, old, validate.Evaluation{Of: &c.behaviour.Objects, Budget: c.budget})
	if left >= 0 || len(list) == 0 {
		return list, left
	}
	if last := &list[len(list)-1]; last.Code == code.CELStopped {
		*last = finding.Finding{Code: code.Limits, Severity: finding.Error, Path: last.Path, Related: last.Related,
			Message: "the answer of a server to this default is not known: " + last.Detail}
	}
	return list, left
}

// CheckSchemaFor returns the errors about the defaults of a structural schema in a new CRD.
func CheckSchemaFor(v kube.Version, s *schema.Schema) finding.List {
	t := schematree.New(s, finding.Root("openAPIV3Schema"))
	b := behaviour.Of(v)
	return Check(t, true, celrule.NewCompiler(b.CEL), b)
}
