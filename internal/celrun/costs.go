package celrun

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/celrule"
)

// costs is the server's estimator in one evaluation after the other. What is added to
// expressions costs nothing. It sees all calls with their arguments, and counts what those look
// at whose cost does not say how much that is: to find out how long a string is costs 1, and takes
// as long as the string.
type costs struct {
	library.CostEstimator
	used *Used
}

func newCosts() celrule.Costs { return new(costs) }

// Of implements celrule.Costs.
func (c *costs) Of(variables cel.Activation) {
	used, _ := variables.ResolveName(UsedName)
	c.used, _ = used.(*Used)
}

var nothing uint64

// bytesOfCall is what a call of a function counts as that takes much longer than what it costs,
// however little it looks at: a byte for every other nanosecond.
func bytesOfCall(function string) int {
	switch function {
	case "isQuantity":
		return 768
	case "isSemver":
		return 448
	case "replace", "strings.quote", "isURL", "isCIDR", "isIP", "indexOf", "lastIndexOf", "charAt", "optional.of", overloads.TypeConvertString:
		return 256
	}
	return 0
}

// CallCost implements interpreter.ActualCostEstimator.
func (c *costs) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	switch function {
	case stepEnd:
		return &nothing
	case rangeStart:
		c.used.looksAt(product(sizeOf(args[0]), bytesOfItem))
		return &nothing
	case "first", "last": // all items are converted
		c.used.looksAt(product(sizeOf(args[0]), bytesOfItem))
	case overloads.TypeConvertDouble:
		c.used.looksAt(product(sizeOf(args[0]), 2)) // to read a number takes longer
	case operators.Add:
		_, grows := result.(traits.MutableLister) // of a macro
		if _, ok := result.(traits.Lister); ok && !grows {
			c.used.looksAt(product(sizeOf(result), bytesOfItem))
		}
	default:
		if bytes := bytesOfCall(function); bytes > 0 {
			c.used.looksAt(bytes)
		}
	}
	for _, a := range args {
		switch a := a.(type) {
		case types.String:
			if len(a) > longText {
				c.used.looksAt(len(a))
			}
		case types.Bytes:
			if len(a) > longText {
				c.used.looksAt(len(a))
			}
		}
	}
	return c.CostEstimator.CallCost(function, overload, args, result)
}

func sizeOf(v ref.Val) int {
	if s, ok := v.(traits.Sizer); ok {
		return length(s)
	}
	return 0
}
