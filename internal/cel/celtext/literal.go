package celtext

import (
	"math"
	"slices"
	"strconv"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// Literal returns the text of a literal, the same for equal numbers of two types.
func Literal(v ref.Val) string {
	switch v := v.(type) {
	case types.String:
		return strconv.Quote(string(v))
	case types.Int:
		return strconv.FormatInt(int64(v), 10)
	case types.Uint:
		return strconv.FormatUint(uint64(v), 10)
	case types.Double:
		return floatText(float64(v))
	case types.Bool:
		return strconv.FormatBool(bool(v))
	case types.Bytes:
		return "b" + strconv.Quote(string(v))
	}
	return "null"
}

func floatText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// JSONLiteral returns the text of a value of the schema, as Literal returns it for the same value of CEL; "" if it is
// no scalar.
func JSONLiteral(value any) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return floatText(value)
	case bool:
		return strconv.FormatBool(value)
	case nil:
		return "null"
	}
	return ""
}

// String returns the value of a literal string, and whether an expression is one.
func String(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

// Number returns the value of a literal number, or nil.
func Number(e ast.Expr) *float64 {
	var f float64
	switch n := e.AsLiteral().(type) {
	case types.Int:
		f = float64(n)
	case types.Uint:
		f = float64(n)
	case types.Double:
		f = float64(n)
	default:
		return nil
	}
	if math.Abs(f) > 1<<53 {
		return nil // a float cannot represent every such integer
	}
	return &f
}

// InEnum reports whether an enum has the value of a literal's text.
func InEnum(enum []any, literal string) bool {
	return slices.ContainsFunc(enum, func(value any) bool { return JSONLiteral(value) == literal })
}
