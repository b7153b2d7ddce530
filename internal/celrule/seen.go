package celrule

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/schema"
)

// Fields returns the fields of self and oldSelf that an expression without an error selects, sorted,
// and whether it sees nothing else of them.
func (e *Expression) Fields() (names []string, alone bool) {
	alone = true
	selected := map[int64]bool{} // identifiers of which a field is
	ast.PreOrderVisit(e.ast.Expr(), ast.NewExprVisitor(func(n ast.Expr) {
		switch n.Kind() {
		case ast.SelectKind:
			of := n.AsSelect()
			if isSelf(of.Operand()) {
				selected[of.Operand().ID()] = true
				names = append(names, of.FieldName())
				alone = alone && !strings.HasPrefix(of.FieldName(), "__") // an escaped name
			}
		case ast.IdentKind:
			alone = alone && (!isSelf(n) || selected[n.ID()])
		}
	}))
	slices.Sort(names)
	return slices.Compact(names), alone
}

func isSelf(e ast.Expr) bool {
	return e.Kind() == ast.IdentKind && (e.AsIdent() == "self" || e.AsIdent() == "oldSelf")
}

// AppendView appends what the views of a schema say of values, so that those of two schemas with
// the same text show the same of a value, or of some of its fields; nil is for all. It reports false
// where that is more than so many bytes.
func AppendView(b []byte, s *schema.Schema, fields []string, most int) ([]byte, bool) {
	if len(b) > most {
		return b, false
	}
	b = appendName(appendName(b, s.Type), s.Format)
	for _, is := range []bool{s.Nullable, s.XIntOrString, s.XEmbeddedResource, s.PreservesUnknownFields()} {
		b = strconv.AppendBool(b, is)
	}
	b = appendName(b, s.ListType())
	b = binary.AppendUvarint(b, uint64(len(s.XListMapKeys())))
	for _, k := range s.XListMapKeys() {
		b = appendName(b, k)
	}
	ok := true
	if items := s.ItemSchema(); items != nil {
		b, ok = AppendView(append(b, 'i'), items, nil, most)
	}
	if values := s.AdditionalProperties; ok && values != nil {
		b = strconv.AppendBool(append(b, 'v'), values.Allows)
		if values.Schema != nil {
			b, ok = AppendView(append(b, 's'), values.Schema, nil, most)
		}
	}
	if s.Properties.Len() > 0 {
		b = append(b, 'p')
	}
	for _, p := range s.Properties.All() {
		if fields != nil && !slices.Contains(fields, p.Name) {
			continue
		}
		if !ok {
			return b, false
		}
		b, ok = AppendView(appendName(append(b, ','), p.Name), p.Schema, nil, most)
	}
	return append(b, ';'), ok
}

func appendName(b []byte, name string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(name))), name...)
}
