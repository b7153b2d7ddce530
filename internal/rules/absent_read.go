package rules

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/celfacts"
	"github.com/crdtool/crdtool/internal/celtext"
	"github.com/crdtool/crdtool/schema"
)

// reportAbsent reports the reading of an absent field where it is read. The
// format takes the field and its name.
func (p *Pass) reportAbsent(v *Version, r celfacts.AbsentRead, format string) {
	offset := celtext.Offset(r.Expression.AST(), r.Expression.Text, r.At.ID())
	text := celtext.Of(r.At)
	f := p.ReportIn(r.Expression, max(offset, 0), format, text, r.Place.Name)
	test := "has(" + text + ")"
	if r.At.Kind() == ast.CallKind { // a map is asked for a key
		test = "'" + r.Place.Name + "' in " + celtext.Of(r.At.AsCall().Args()[0])
	}
	f.Help = "test " + test + " before it"
	if r.Place.Node != nil && r.Place.Node.Role == schema.RoleProperty {
		f.Help += ", or list " + r.Place.Name + " in required"
	}
}
