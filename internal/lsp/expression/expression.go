// Package expression finds the CEL expression that stands at a place of a CRD, and the schema that it is about.
package expression

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// An Expression is at a place of a CRD.
type Expression struct {
	*celassist.Expression
	// Scalar is the text of the CRD that holds it.
	Scalar *cursor.Scalar
	Tree   *schematree.Tree
}

// Is reports whether the text at a place is an expression.
func Is(p *cursor.Place) bool { return p.Scalar != nil && isPlace(p) }

// isPlace reports whether an expression can be at a place.
func isPlace(p *cursor.Place) bool {
	n := len(p.Path)
	if n < 3 || p.Kind != source.CRDKind || !strings.HasPrefix(p.APIVersion, source.CRDGroup+"/") {
		return false
	}
	last := p.Path[n-1].Name
	return (last == "rule" || last == "messageExpression") && p.Path[n-2].IsIndex && p.Path[n-3].Name == "x-kubernetes-validations"
}

// At returns the expression at a place of a CRD, which may be unfinished, and so may be the CRD; nil if there is none.
// An expression may be typed behind the key, and goes on behind a space.
func At(a *celassist.Assistant, p *cursor.Place) *Expression {
	if !isPlace(p) {
		return nil
	}
	scalar := p.ScalarHere()
	if scalar == nil {
		return nil
	}
	at := slices.IndexFunc(p.Path, func(s finding.Segment) bool { return s.Name == "openAPIV3Schema" })
	if at < 0 {
		return nil
	}
	tree := schemaAt(p, p.Path[:at+1])
	if tree == nil {
		return nil
	}
	id, rest := tree.Find(p.Path[at+1:])
	if len(rest) != 3 || rest[0].Name != "x-kubernetes-validations" {
		return nil
	}
	place := celassist.Place{Node: id, IsMessage: rest[2].Name == "messageExpression"}
	if rules := tree.Nodes[id].XValidations(); rest[1].Index < len(rules) {
		optional := rules[rest[1].Index].OptionalOldSelf
		place.OptionalOldSelf, place.Message = optional != nil && *optional, rules[rest[1].Index].Message
	}
	return &Expression{a.Schema(tree).Expression(scalar.Value, place), scalar, tree}
}

// schemaAt decodes the schema at a path of the object at a place, as far as it can be read.
func schemaAt(p *cursor.Place, path []finding.Segment) *schematree.Tree {
	value, _ := p.ValueAt(path)
	s := shape.Decode(value)
	if s == nil {
		return nil
	}
	return schematree.New(s, nil)
}
