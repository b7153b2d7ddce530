package tighter

import (
	"regexp"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// value returns the JSON value that an expression has for every object that the old schema
// accepts: a field that is new has its default in all of them, and so has what is in that.
func (f *folding) value(e ast.Expr) (any, bool) {
	if e.Kind() != ast.SelectKind || e.AsSelect().IsTestOnly() {
		return nil, false
	}
	s := e.AsSelect()
	if now, is := f.unknown(s.Operand(), s.FieldName()); is {
		if now.Default == nil || now.Nullable || !plainlyRead(now) {
			return nil, false
		}
		return withDefaults(now), true
	}
	of, known := f.value(s.Operand())
	o, is := of.(map[string]any)
	if !known || !is {
		return nil, false
	}
	v, there := o[plainName(s.FieldName())]
	return v, there && v != nil
}

// plainlyRead reports whether CEL reads the values of a schema, and those in them, as they are
// written: strings of some formats are times, durations or bytes.
func plainlyRead(s *schema.Schema) bool {
	return !schematree.New(s, nil).Any(func(s *schema.Schema) bool { return s.Format != "" && s.Type == "string" && textless[s.Format] })
}

// withDefaults is the default of a schema with the defaults inside of it.
func withDefaults(s *schema.Schema) any {
	const name = "value"
	o := map[string]any{name: runtime.DeepCopyJSONValue(s.Default)}
	defaulting.Apply(o, &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: name, Schema: s}})})
	return o[name]
}

// sameLiteral compares a value with a literal of CEL.
func sameLiteral(v any, literal ref.Val) constant {
	switch v := v.(type) {
	case string:
		text, is := literal.(types.String)
		return truthOf(v == string(text), is)
	case bool:
		b, is := literal.(types.Bool)
		return truthOf(v == bool(b), is)
	case int64:
		n, is := literal.(types.Int)
		return truthOf(v == int64(n), is)
	}
	return unsure
}

// truthOf is a boolean that is known, or not.
func truthOf(b, known bool) constant {
	if !known {
		return unsure
	}
	return certain(b)
}

// ofText knows matches, startsWith, endsWith and contains with a literal: of a value that is known,
// and of strings whose pattern says so.
func (f *folding) ofText(c ast.CallExpr) constant {
	args := c.Args()
	of := c.Target()
	if !c.IsMemberFunction() {
		if len(args) != 2 {
			return unsure
		}
		of, args = args[0], args[1:]
	}
	text, is := celtext.String(args[0])
	if !is || len(args) != 1 {
		return unsure
	}
	pattern := text
	switch c.FunctionName() {
	case "startsWith":
		pattern = "^" + regexp.QuoteMeta(text)
	case "endsWith":
		pattern = regexp.QuoteMeta(text) + "$"
	case "contains":
		pattern = regexp.QuoteMeta(text)
	}
	if v, known := f.value(of); known {
		s, is := v.(string)
		re, err := regexp.Compile(pattern)
		if !is || err != nil {
			return unsure
		}
		return certain(re.MatchString(s))
	}
	s, there := f.place(of)
	if !there || s.old == nil || s.new == nil || s.old.Type != "string" || s.new.Type != "string" || s.old.Nullable || s.new.Nullable ||
		textless[s.old.Format] || textless[s.new.Format] {
		return unsure
	}
	if len(s.old.Enum) > 0 {
		return f.eachMatches(s.old.Enum, pattern)
	}
	if s.old.Pattern == "" {
		return unsure
	}
	if s.old.Pattern == pattern {
		_, err := regexp.Compile(pattern)
		return truthOf(true, err == nil)
	}
	if _, found, sure := regexshape.Beyond(s.old.Pattern, pattern); sure && !found {
		return always
	}
	return unsure
}

// eachMatches reports whether all values match a pattern, or none does.
func (f *folding) eachMatches(values []any, pattern string) constant {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return unsure
	}
	matched, other := false, false
	for _, v := range values {
		s, is := v.(string)
		if !is {
			return unsure
		}
		if re.MatchString(s) {
			matched = true
		} else {
			other = true
		}
	}
	if matched && other {
		return unsure
	}
	return certain(matched)
}

// ofNone is what all() and exists() come to over nothing.
func ofNone(c ast.ComprehensionExpr) constant {
	step := c.LoopStep()
	if step.Kind() != ast.CallKind || c.Result().Kind() != ast.IdentKind || c.Result().AsIdent() != c.AccuVar() {
		return unsure
	}
	switch step.AsCall().FunctionName() {
	case operators.LogicalAnd:
		return always
	case operators.LogicalOr:
		return never
	}
	return unsure
}

// optionalField returns the value and the field that self.?field reads.
func optionalField(e ast.Expr) (of ast.Expr, field string, is bool) {
	if e == nil || e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.OptSelect || len(e.AsCall().Args()) != 2 {
		return nil, "", false
	}
	field, is = celtext.String(e.AsCall().Args()[1])
	return e.AsCall().Args()[0], field, is
}

// neverHolds reports whether an optional field that is there cannot be a literal.
func (f *folding) neverHolds(e ast.Expr, literal ref.Val) bool {
	of, field, is := optionalField(e)
	if !is {
		return false
	}
	if now, is := f.unknown(of, field); is {
		return now.Default == nil
	}
	in, there := f.place(of)
	if !there || in.old == nil || in.new == nil {
		return false
	}
	name := plainName(field)
	return f.refuses(in.old.Property(name), in.new.Property(name), literal)
}
