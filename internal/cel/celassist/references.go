package celassist

import (
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Reference is a place in an expression at which a property is selected.
type Reference struct {
	// Node has the rule, whose index is Rule.
	Node int32
	Rule int
	// IsMessage reports that the expression is the messageExpression of the rule.
	IsMessage bool
	// Span is the place of the name. celtext.FieldName returns the text for another name.
	Span Span
}

// References returns the places in all rules of the schema that select the property of a node, in the order of the
// schema.
func (s *Schema) References(id int32) []Reference {
	if n := &s.tree.Nodes[id]; n.Role != schematree.RoleProperty || n.Nested {
		return nil
	}
	var all []Reference
	for i := range s.tree.Nodes {
		node := int32(i)
		for k, r := range s.tree.Nodes[i].XValidations() {
			optional := r.OptionalOldSelf != nil && *r.OptionalOldSelf
			for _, isMessage := range []bool{false, true} {
				text := r.Rule
				if isMessage {
					text = r.MessageExpression
				}
				for _, at := range s.selections(text, Place{Node: node, IsMessage: isMessage, OptionalOldSelf: optional}, id) {
					all = append(all, Reference{node, k, isMessage, at})
				}
			}
		}
	}
	return all
}

// selections returns the places in an expression that select the property of a node.
func (s *Schema) selections(text string, p Place, id int32) []Span {
	name := s.tree.Nodes[id].Name
	if !mentions(text, name) {
		return nil
	}
	x := s.Expression(text, p)
	var all []Span
	for i := range x.code.tokens {
		if !x.code.isName(i) || !x.code.afterDot(i) || x.code.isCalled(i) || !isNameOf(x.code.word(i), name) {
			continue
		}
		if of := x.valueOf(i); of != nil && of.origin.node == id {
			all = append(all, x.code.tokens[i].Span)
		}
	}
	return all
}

// mentions reports whether a text may contain the name of a property. It accepts all escaped names.
func mentions(text, name string) bool {
	return strings.Contains(text, name) || strings.Contains(text, "__")
}

// isNameOf reports whether a word of CEL names a property.
func isNameOf(word, name string) bool {
	if word == name || word == "`"+name+"`" {
		return true
	}
	plain, ok := apiservercel.Unescape(word)
	return ok && plain == name && strings.Contains(word, "__")
}
