package tighter

import (
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/schema"
)

// unique reports whether a rule says of a list that no item is in it twice, which its list
// type says as well: self.all(x, self.exists_one(y, x == y)), or
// size(self.filter(x, size(self.filter(y, x == y)) > 1)) == 0, of a set; and with x.key == y.key
// for each key of a map.
func unique(e ast.Expr, list *schema.Schema) bool {
	if list.Type != "array" || list.ListType() != "set" && list.ListType() != "map" || !plainKeys(list) {
		return false
	}
	var outer, inner ast.ComprehensionExpr
	var same ast.Expr
	switch {
	case e.Kind() == ast.ComprehensionKind:
		outer = e.AsComprehension()
		step := outer.LoopStep()
		if step.Kind() != ast.CallKind || step.AsCall().FunctionName() != operators.LogicalAnd || len(step.AsCall().Args()) != 2 || step.AsCall().Args()[1].Kind() != ast.ComprehensionKind {
			return false
		}
		inner = step.AsCall().Args()[1].AsComprehension()
		if inner.Result().Kind() != ast.CallKind || inner.Result().AsCall().FunctionName() != operators.Equals {
			return false // exists_one compares how many there are with 1
		}
		same = condition(inner)
	case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Equals:
		var ok bool
		if outer, ok = filterOf(e.AsCall(), 0); !ok {
			return false
		}
		more := condition(outer)
		if more == nil || more.Kind() != ast.CallKind || more.AsCall().FunctionName() != operators.Greater {
			return false
		}
		if inner, ok = filterOf(more.AsCall(), 1); !ok {
			return false
		}
		same = condition(inner)
	default:
		return false
	}
	if same == nil || outer.HasIterVar2() || inner.HasIterVar2() || celtext.Of(outer.IterRange()) != "self" || celtext.Of(inner.IterRange()) != "self" {
		return false
	}
	return comparesKeys(same, outer.IterVar(), inner.IterVar(), list)
}

// plainKeys reports whether what may not be in a list twice are texts: to CEL 1 and 1.0 are the
// same, which they are not to the list type.
func plainKeys(list *schema.Schema) bool {
	items := list.ItemSchema()
	if items == nil {
		return false
	}
	if list.ListType() == "set" {
		return items.Type == "string"
	}
	return !slices.ContainsFunc(list.XListMapKeys(), func(key string) bool {
		p := items.Property(key)
		return p == nil || p.Type != "string"
	})
}

// condition is that of a comprehension which takes items, nil for another.
func condition(c ast.ComprehensionExpr) ast.Expr {
	step := c.LoopStep()
	if step.Kind() != ast.CallKind || step.AsCall().FunctionName() != operators.Conditional {
		return nil
	}
	return step.AsCall().Args()[0]
}

// filterOf is that of size(list.filter(x, ...)) compared with a number.
func filterOf(c ast.CallExpr, with float64) (ast.ComprehensionExpr, bool) {
	n, of := celtext.Number(c.Args()[1]), sized(c.Args()[0])
	if n == nil || *n != with || of == nil {
		return nil, false
	}
	if of.Kind() != ast.ComprehensionKind || of.AsComprehension().Result().Kind() != ast.IdentKind {
		return nil, false
	}
	return of.AsComprehension(), true
}

// comparesKeys reports whether an expression compares two items by just what may not be
// there twice.
func comparesKeys(e ast.Expr, x, y string, list *schema.Schema) bool {
	wanted := []string{""}
	if list.ListType() == "map" {
		wanted = nil
		for _, key := range list.XListMapKeys() {
			wanted = append(wanted, "."+key)
		}
	}
	var compared []string
	for all := []ast.Expr{e}; len(all) > 0; {
		last := all[len(all)-1]
		all = all[:len(all)-1]
		if last.Kind() != ast.CallKind {
			return false
		}
		c := last.AsCall()
		switch c.FunctionName() {
		case operators.LogicalAnd:
			all = append(all, c.Args()...)
		case operators.Equals:
			s, t := celtext.Of(c.Args()[0]), celtext.Of(c.Args()[1])
			i := slices.IndexFunc(wanted, func(key string) bool { return s == x+key && t == y+key || s == y+key && t == x+key })
			if i < 0 {
				return false
			}
			compared = append(compared, wanted[i])
		default:
			return false
		}
	}
	return !slices.ContainsFunc(wanted, func(key string) bool { return !slices.Contains(compared, key) })
}
