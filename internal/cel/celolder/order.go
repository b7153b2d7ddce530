package celolder

import (
	"cmp"
	"slices"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// order is the order by argument type in which old versions tried overloads of the standard library. Arguments of
// unknown type get the type of the first overload. Current versions try them by name.
var order = []types.Kind{
	types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind, types.ListKind, types.MapKind,
	types.TimestampKind, types.DurationKind,
}

// ordered are the functions whose overloads had another order. Conversions are not among them: the identity has always
// been first, and no other overload accepts its argument.
var ordered = map[string]bool{
	operators.Add: true, operators.Subtract: true, operators.Multiply: true, operators.Divide: true, operators.Negate: true,
	overloads.Size: true,
}

// Ordered returns a function with its overloads in the old order.
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
