package tighter

import (
	"maps"
	"slices"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// A Conclusion is what a change adds to a place, and what the old CRD said there: whether the one
// follows from the other is to be found out.
type Conclusion struct {
	At *schemadiff.Pair
	// Parse parses the CEL rules of the place; nil if there are none that compile.
	Parse Parser
	// Rules are those of the old CRD there.
	Rules []schema.ValidationRule
}

// KeepsBranches reports whether allOf, anyOf, oneOf or not, as it is now, accepts all that the old
// schema accepts with its own, with its CEL rules and with the rest that it says.
func (j *Judge) KeepsBranches(c Conclusion, keyword string) bool {
	q, ok := j.question(c)
	if !ok {
		return false
	}
	if keyword == "oneOf" && len(c.At.Old.OneOf()) > 0 &&
		sameOnes(q.old.each(c.At.Old.OneOf(), q.of, q.self), q.new.each(c.At.New.OneOf(), q.of, q.self)) {
		return true
	}
	return q.follows(q.new.junctor(keyword, c.At.New.Schema, q.of, q.self))
}

// AcceptsAll reports whether allOf, anyOf, oneOf or not, as it is now, accepts all that the old
// schema accepts, whatever its branches and CEL rules are.
func (j *Judge) AcceptsAll(c Conclusion, keyword string) bool {
	q, ok := j.question(c)
	return ok && isLiteral(q.new.folding.simplified(q.new.junctor(keyword, c.At.New.Schema, q.of, q.self)), true)
}

// KeepsRequired reports whether all objects that the old CRD accepts have a field, as its branches
// and its CEL rules require it.
func (j *Judge) KeepsRequired(c Conclusion, name string) bool {
	q, ok := j.question(c)
	return ok && q.follows(q.new.has(q.of, q.self, name))
}

// KeepsBound reports whether the CEL rules of the old CRD, or its branches, keep values within a
// keyword of strings or numbers.
func (j *Judge) KeepsBound(c Conclusion, keyword string) bool {
	q, ok := j.question(c)
	if !ok || c.At.Old.Nullable || c.At.New.Nullable || c.At.Old.Type != c.At.New.Type {
		return false
	}
	is := c.At.New.Schema
	var only schema.Schema
	switch keyword {
	case "pattern":
		only.Pattern = is.Pattern
	case "enum":
		only.Enum = is.Enum
	case "maxLength":
		only.MaxLength = is.MaxLength
	case "minLength":
		only.MinLength = is.MinLength
	case "maximum", "exclusiveMaximum":
		only.Maximum, only.ExclusiveMaximum = is.Maximum, is.ExclusiveMaximum
	case "minimum", "exclusiveMinimum":
		only.Minimum, only.ExclusiveMinimum = is.Minimum, is.ExclusiveMinimum
	default:
		return false
	}
	return q.follows(q.new.branch(&only, q.of, q.self))
}

// question is one conclusion with the formulas that it takes.
type question struct {
	*Judge
	Conclusion
	of       both
	self     ast.Expr
	old, new *formulas
}

// question returns a question, and false where something else than the old schema says what
// values are.
func (j *Judge) question(c Conclusion) (*question, bool) {
	if !knownValues(c.At) {
		return nil, false
	}
	shared := new(written)
	return &question{
		Judge: j, Conclusion: c,
		of:   both{old: c.At.Old.Schema, new: c.At.New.Schema, resource: c.At.Parent == nil || c.At.Old.XEmbeddedResource || c.At.New.XEmbeddedResource},
		self: build.NewIdent(0, "self"),
		old:  &formulas{side: "old", shared: shared},
		new:  &formulas{side: "new", shared: shared, folding: j.folding(c.At)},
	}, true
}

// follows reports whether an expression follows from what the old CRD says.
func (q *question) follows(e ast.Expr) bool {
	e = q.new.folding.simplified(e)
	if isLiteral(e, true) {
		return true
	}
	return celfacts.Implied(e, append(q.rules(), q.facts(e)...)...)
}

// rules are the CEL rules of the old CRD at the place.
func (q *question) rules() []ast.Expr {
	if q.Parse == nil {
		return nil
	}
	var all []ast.Expr
	for i := range q.Rules {
		if was := &q.Rules[i]; !OptionalOldSelf(was) && !aboutChanges(was) {
			if premise := q.Parse(was.Rule); premise != nil {
				all = append(all, premise.Expr())
			}
		}
	}
	return all
}

// facts are what the old schema says of the values that an expression reads.
func (q *question) facts(e ast.Expr) []ast.Expr {
	read := map[string]bool{}
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.SelectKind {
			read[e.AsSelect().FieldName()] = true
		}
	}))
	var all []ast.Expr
	for _, fact := range q.old.facts(q.of, q.self, read, 3) {
		if !isLiteral(fact, true) {
			all = append(all, fact)
		}
	}
	return all
}

// facts are what a schema says of a value, and of the fields of it that are read.
func (f *formulas) facts(of both, e ast.Expr, read map[string]bool, deep int) []ast.Expr {
	if of.old == nil || of.new == nil || of.old.Nullable || of.new.Nullable {
		return nil
	}
	own := *of.old
	own.Properties, own.Items, own.AdditionalProperties, own.Default, own.Rare = nil, nil, nil, nil, nil
	own.XPreserveUnknownFields, own.XEmbeddedResource, own.XIntOrString, own.Nullable = nil, false, false, false
	own.MinItems, own.MaxItems, own.UniqueItems, own.Format = nil, nil, false, ""
	own.Required = slices.DeleteFunc(slices.Clone(own.Required), func(name string) bool { return !read[celtext.FieldName(name)] })
	if len(own.Enum) > maxEnumParts {
		own.Enum = nil
	}
	all := []ast.Expr{f.branch(&own, of, e)}
	if deep == 0 || of.resource {
		return all
	}
	for _, p := range of.old.Properties.All() {
		below := both{old: p.Schema, new: of.new.Property(p.Name)}
		if !read[celtext.FieldName(p.Name)] || !sameField(below) {
			continue
		}
		at := build.NewSelect(0, e, celtext.FieldName(p.Name))
		for _, fact := range f.facts(below, at, read, deep-1) {
			if !isLiteral(fact, true) {
				all = append(all, or(not(test(e, p.Name)), fact))
			}
		}
	}
	return all
}

// sameOnes reports whether two lists have the same expressions, each as often, but for those that
// are certainly false: oneOf counts them.
func sameOnes(some, others []ast.Expr) bool {
	count := map[string]int{}
	for _, e := range some {
		if !isLiteral(e, false) {
			count[celtext.Of(e)]++
		}
	}
	for _, e := range others {
		if !isLiteral(e, false) {
			count[celtext.Of(e)]--
		}
	}
	for n := range maps.Values(count) {
		if n != 0 {
			return false
		}
	}
	return true
}
