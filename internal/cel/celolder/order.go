package celolder

import (
	"cmp"
	"slices"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// order is that of the types of an argument by which overloads of the standard library
// were tried. It makes a difference to arguments of a type that nobody knows: they get
// that of the first overload. Those of today are tried by their names.
var order = []types.Kind{
	types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind, types.ListKind, types.MapKind,
	types.TimestampKind, types.DurationKind,
}

// ordered are the functions of which some overload comes before another one now that came
// after it. Of conversions, the one that converts nothing has always come first, and
// what the first one takes no other does.
var ordered = map[string]bool{
	operators.Add: true, operators.Subtract: true, operators.Multiply: true, operators.Divide: true, operators.Negate: true,
	overloads.Size: true,
}

// Ordered returns a function with its overloads in the order that they had.
func Ordered(f *decls.FunctionDecl) (*decls.FunctionDecl, error) {
	if !ordered[f.Name()] {
		return f, nil
	}
	all := slices.Clone(f.OverloadDecls())
	slices.SortStableFunc(all, func(a, b *decls.OverloadDecl) int {
		return slices.CompareFunc(a.ArgTypes(), b.ArgTypes(), func(a, b *types.Type) int {
			return cmp.Compare(slices.Index(order, a.Kind()), slices.Index(order, b.Kind()))
		})
	})
	return decls.NewFunction(f.Name(), func(f *decls.FunctionDecl) (*decls.FunctionDecl, error) {
		for _, o := range all {
			if err := f.AddOverload(o); err != nil {
				return nil, err
			}
		}
		return f, nil
	})
}
