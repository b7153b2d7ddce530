package tighter

import (
	"maps"
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// Vacuous reports whether a CEL rule of a changed place passes for all values that the old
// schema accepts, because it speaks of what is new: fields that were not declared, and
// values that the schema refused. It folds the expression with what is certain of those
// values, and gives up on the rest.
func (j *Judge) Vacuous(parse Parser, rule *schema.ValidationRule, at *schemadiff.Pair) bool {
	if OptionalOldSelf(rule) || !knownValues(at) {
		return false
	}
	tree := parse(rule.Rule)
	if tree == nil {
		return false
	}
	f := j.folding(at)
	if aboutChanges(rule) {
		f.names["oldSelf"] = f.names["self"] // the old CRD accepted both
	}
	return unique(tree.Expr(), at.Old.Schema) || f.fold(tree.Expr()) == always
}

func (j *Judge) folding(at *schemadiff.Pair) *folding {
	left := maxFoldings
	return &folding{server: j.Server, names: map[string]both{"self": {at.Old.Schema, at.New.Schema, at.Parent == nil}}, left: &left}
}

// knownValues reports whether nothing but the old schema says what values are: a new default
// may bring in what is new.
func knownValues(at *schemadiff.Pair) bool {
	for p := at; p != nil; p = p.Parent {
		if !schema.SameValue(p.Old.Default, p.New.Default) || p.Crossed {
			return false
		}
	}
	return true
}

// both are the schemas of a value, before and after.
type both struct {
	old, new *schema.Schema
	// resource says that apiVersion, kind and metadata are there, whatever they say.
	resource bool
}

// constant is what a boolean expression certainly comes to.
type constant uint8

const (
	unsure constant = iota
	always
	never
)

func (c constant) not() constant {
	switch c {
	case always:
		return never
	case never:
		return always
	}
	return unsure
}

type folding struct {
	server *behaviour.Behaviour
	names  map[string]both
	// holds are conditions that are known to hold, by how they are noted.
	holds map[string]bool
	left  *int // parts that may still be folded
}

// maxFoldings is how many parts of an expression are folded. Parts under a condition are folded
// again where it holds, so that nested conditions take exponential time.
const maxFoldings = 20_000

func (f *folding) fold(e ast.Expr) constant {
	if *f.left--; *f.left < 0 {
		return unsure
	}
	switch e.Kind() {
	case ast.LiteralKind:
		if b, ok := e.AsLiteral().(types.Bool); ok {
			return certain(bool(b))
		}
	case ast.SelectKind:
		s := e.AsSelect()
		if s.IsTestOnly() {
			return f.has(s.Operand(), s.FieldName())
		}
		if v, known := f.value(e); known {
			b, is := v.(bool)
			return truthOf(b, is)
		}
	case ast.ComprehensionKind:
		return f.comprehension(e.AsComprehension())
	case ast.CallKind:
		return f.call(e.AsCall())
	}
	return unsure
}

func (f *folding) call(c ast.CallExpr) constant {
	args := c.Args()
	switch c.FunctionName() {
	case operators.LogicalNot:
		return f.fold(args[0]).not()
	case operators.LogicalAnd, operators.LogicalOr:
		return f.junction(c.FunctionName(), args)
	case operators.Conditional:
		switch f.fold(args[0]) {
		case always:
			return f.fold(args[1])
		case never:
			return f.fold(args[2])
		}
	case operators.Equals:
		return f.equal(args[0], args[1])
	case operators.NotEquals:
		return f.equal(args[0], args[1]).not()
	case operators.In:
		return f.in(args[0], args[1])
	case "matches", "startsWith", "endsWith", "contains":
		return f.ofText(c)
	case "hasValue":
		if of, name, is := optionalField(c.Target()); is {
			return f.has(of, name)
		}
	case operators.LessEquals, operators.Less, operators.GreaterEquals, operators.Greater:
		return f.ordered(c)
	}
	return unsure
}

// junction folds the operator && or ||. One side decides both: && is false if one side is false, || is true if one side
// is true, even if the other side is an error.
func (f *folding) junction(name string, args []ast.Expr) constant {
	isOr := name == operators.LogicalOr
	decides := certain(isOr)
	all := decides.not()
	for _, a := range args {
		switch f.fold(a) {
		case decides:
			return decides
		case unsure:
			all = unsure
		}
	}
	if all != unsure {
		return all
	}
	if isOr && f.namesAll(args) {
		return always
	}
	// A part may decide once the field of a has() among the parts is present.
	if inside, parts := f.where(args, name, isOr); inside != nil && slices.ContainsFunc(parts, func(p ast.Expr) bool { return inside.fold(p) == decides }) {
		return decides
	}
	return unsure
}

// where returns the parts of a chain of && or ||, and the folding in which each field is present that a part has(x) of &&
// or !has(x) of || asks for; the folding is nil without such a part.
func (f *folding) where(args []ast.Expr, of string, negated bool) (*folding, []ast.Expr) {
	var parts []ast.Expr
	for todo := slices.Clone(args); len(todo) > 0; {
		e := todo[0]
		todo = todo[1:]
		if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == of {
			todo = append(slices.Clone(e.AsCall().Args()), todo...)
			continue
		}
		parts = append(parts, e)
	}
	var inside *folding
	for _, e := range parts {
		if negated {
			if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.LogicalNot {
				continue
			}
			e = e.AsCall().Args()[0]
		}
		from := f
		if inside != nil {
			from = inside
		}
		if e.Kind() == ast.SelectKind && from.safe(e) && !from.holds[celtext.Of(e)] {
			inside = from.given(e)
		}
	}
	return inside, parts
}

// equal compares a value that is there with a literal that its enum lacks, a new field with
// its default, and what is certain with one another.
func (f *folding) equal(a, b ast.Expr) constant {
	if a.Kind() == ast.LiteralKind {
		a, b = b, a
	}
	if b.Kind() == ast.LiteralKind {
		literal := b.AsLiteral()
		if f.lacks(a, literal) {
			return never
		}
		if v, known := f.value(a); known {
			return sameLiteral(v, literal)
		}
		if f.namesAll([]ast.Expr{build.NewCall(0, operators.Equals, a, b)}) {
			return always
		}
	}
	if is, isToo := f.fold(a), f.fold(b); is != unsure && isToo != unsure {
		return certain(is == isToo)
	}
	return f.sameNumber(a, b)
}

func certain(b bool) constant {
	if b {
		return always
	}
	return never
}

// namesAll reports whether what is compared in the parts of a disjunction are all values of
// the enum of a field that is there.
func (f *folding) namesAll(parts []ast.Expr) bool {
	named := map[string][]string{}
	of := map[string]*schema.Schema{}
	add := func(e, value ast.Expr) {
		text, ok := celtext.String(value)
		if s, there := f.place(e); ok && there && s.old != nil && s.new != nil && s.old.Type == "string" && !s.old.Nullable && !s.new.Nullable {
			key := celtext.Of(e)
			named[key], of[key] = append(named[key], text), s.old
		}
	}
	for parts := slices.Clone(parts); len(parts) > 0; {
		last := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		if last.Kind() != ast.CallKind {
			continue
		}
		args := last.AsCall().Args()
		switch last.AsCall().FunctionName() {
		case operators.LogicalOr:
			parts = append(parts, args...)
		case operators.Equals:
			add(args[0], args[1])
			add(args[1], args[0])
		case operators.In:
			if args[1].Kind() == ast.ListKind {
				for _, v := range args[1].AsList().Elements() {
					add(args[0], v)
				}
			}
		}
	}
	for key, s := range of {
		if len(s.Enum) > 0 && len(s.Enum) <= len(named[key]) && !slices.ContainsFunc(s.Enum, func(v any) bool {
			text, isString := v.(string)
			return !isString || !slices.Contains(named[key], text)
		}) {
			return true
		}
	}
	return false
}

func (f *folding) in(a, list ast.Expr) constant {
	if a.Kind() == ast.LiteralKind {
		if s, there := f.place(list); there && s.old != nil && f.refuses(s.old.ItemSchema(), s.new.ItemSchema(), a.AsLiteral()) {
			return never
		}
	}
	if list.Kind() != ast.ListKind || len(list.AsList().OptionalIndices()) > 0 {
		return unsure
	}
	if f.namesAll([]ast.Expr{build.NewCall(0, operators.In, a, list)}) {
		return always
	}
	all := never
	for _, e := range list.AsList().Elements() {
		if e.Kind() != ast.LiteralKind {
			return unsure
		}
		switch f.equal(a, e) {
		case always:
			return always
		case unsure:
			all = unsure
		}
	}
	return all
}

// lacks reports whether a value is there, and cannot be a literal.
func (f *folding) lacks(e ast.Expr, literal ref.Val) bool {
	if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == "orValue" && len(e.AsCall().Args()) == 1 {
		instead := e.AsCall().Args()[0]
		return instead.Kind() == ast.LiteralKind && instead.AsLiteral().Equal(literal) == types.False && f.neverHolds(e.AsCall().Target(), literal)
	}
	s, there := f.place(e)
	return there && f.refuses(s.old, s.new, literal)
}

// refuses reports whether no value of a string was a literal. One that is set by a default
// may be.
func (f *folding) refuses(old, new *schema.Schema, literal ref.Val) bool {
	text, isString := literal.(types.String)
	return isString && old != nil && new != nil && old.Type == "string" && !old.Nullable && schema.SameValue(old.Default, new.Default) &&
		!validate.Takes(f.server, old, string(text))
}

// comprehension knows all() and exists() over a list that is there.
func (f *folding) comprehension(c ast.ComprehensionExpr) constant {
	if v, known := f.value(c.IterRange()); known {
		if items, is := v.([]any); is && len(items) == 0 {
			return ofNone(c)
		}
		return unsure
	}
	inside, call := f.loop(c)
	if inside == nil {
		return unsure
	}
	switch body := inside.fold(call.Args()[1]); {
	case call.FunctionName() == operators.LogicalAnd && body == always:
		return always
	case call.FunctionName() == operators.LogicalOr && body == never:
		return never
	}
	return unsure
}

// loop returns what folds the body of all() or exists() over a list that is there, and the
// step with the body; nil for another comprehension.
func (f *folding) loop(c ast.ComprehensionExpr) (*folding, ast.CallExpr) {
	over, there := f.place(c.IterRange())
	if !there || c.HasIterVar2() || over.old == nil || over.new == nil {
		return nil, nil
	}
	step := c.LoopStep()
	if c.Result().Kind() != ast.IdentKind || c.Result().AsIdent() != c.AccuVar() || step.Kind() != ast.CallKind {
		return nil, nil
	}
	call := step.AsCall()
	if len(call.Args()) != 2 || call.Args()[0].Kind() != ast.IdentKind || call.Args()[0].AsIdent() != c.AccuVar() {
		return nil, nil
	}
	// None for the keys of a map.
	return f.with(c.IterVar(), both{old: over.old.ItemSchema(), new: over.new.ItemSchema()}), call
}

// has knows fields that no object had, those that every object had to have, and those with a
// default.
func (f *folding) has(operand ast.Expr, field string) constant {
	if now, is := f.unknown(operand, field); is {
		return certain(now.Default != nil)
	}
	name := plainName(field)
	if v, known := f.value(operand); known {
		o, is := v.(map[string]any)
		v, there := o[name]
		return truthOf(there && v != nil, is)
	}
	of, there := f.place(operand)
	if !there || of.old == nil || of.new == nil || of.resource {
		return unsure
	}
	was, is := of.old.Property(name), of.new.Property(name)
	switch {
	case was == nil || is == nil || was.Nullable || is.Nullable:
		return unsure
	case is.Default != nil, was.Default == nil && slices.Contains(of.old.Required, name):
		return always
	}
	return unsure
}

// unknown returns the schema of a field that objects did not have, as it was not declared and
// pruned; false for another.
func (f *folding) unknown(operand ast.Expr, field string) (*schema.Schema, bool) {
	of, there := f.place(operand)
	if !there || of.old == nil || of.new == nil {
		return nil, false
	}
	name := plainName(field)
	now := of.new.Property(name)
	if now == nil || of.old.Property(name) != nil || of.old.ValueSchema() != nil || of.old.PreservesUnknownFields() ||
		of.old.AdditionalProperties != nil || of.old.Type != "object" {
		return nil, false
	}
	if of.resource || of.old.XEmbeddedResource || of.new.XEmbeddedResource {
		return nil, false
	}
	return now, true
}

// with is the folding of what stands in a loop, where one more name is known.
func (f *folding) with(name string, is both) *folding {
	inside := &folding{server: f.server, names: maps.Clone(f.names), left: f.left} // holds may be of another of the name
	inside.names[name] = is
	return inside
}

// place returns the schemas of what an expression reads, and whether that is there
// whenever self is.
func (f *folding) place(e ast.Expr) (both, bool) {
	switch e.Kind() {
	case ast.IdentKind:
		s, known := f.names[e.AsIdent()]
		return s, known
	case ast.SelectKind:
		sel := e.AsSelect()
		of, there := f.place(sel.Operand())
		if sel.IsTestOnly() || !there || of.old == nil || of.new == nil {
			return both{}, false
		}
		name := plainName(sel.FieldName())
		was, is := of.old.Property(name), of.new.Property(name)
		if was == nil || is == nil || !schema.SameValue(was.Default, is.Default) {
			return both{}, false
		}
		return both{old: was, new: is}, slices.Contains(of.old.Required, name) || was.Default != nil ||
			!was.Nullable && !is.Nullable && f.holds["has("+celtext.Of(e)+")"]
	case ast.CallKind:
		c := e.AsCall()
		if c.FunctionName() != operators.Index || celtext.Number(c.Args()[1]) == nil {
			return both{}, false
		}
		list, there := f.place(c.Args()[0])
		if !there || list.old == nil || list.new == nil || !f.holds[longer(c.Args()[0], c.Args()[1])] {
			return both{}, false
		}
		return both{old: list.old.ItemSchema(), new: list.new.ItemSchema()}, true
	}
	return both{}, false
}

// plainName is the name of a field that CEL may escape.
func plainName(name string) string {
	if plain, ok := apiservercel.Unescape(name); ok {
		return plain
	}
	return name
}
