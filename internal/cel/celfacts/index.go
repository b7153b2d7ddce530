package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// index evaluates a read of an item of a list, which is assumed to exist, or of a value of a map.
func (ev *evaluator) index(e ast.Expr, args []ast.Expr) value {
	a, b := ev.eval(args[0]), ev.eval(args[1])
	v := ev.strict("[]", a, b)
	switch {
	case v.failed() || a.place == nil:
		return v
	case a.place.Node != nil && a.place.Node.AdditionalProperties != nil:
		if key, ok := celtext.String(args[1]); ok {
			return ev.read(ev.rules.fieldAt(a.place, key), e)
		}
	}
	p := ev.rules.itemAt(a.place, b.text)
	return value{text: p.text, place: p}
}
