package celassist

import (
	"strings"

	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// start offers what an operand begins with.
func (c *completer) start() {
	if c.isDeclaration() {
		c.declaration()
		return
	}
	expected := c.expected(c.at)
	if expected != nil {
		c.values(expected, "")
		c.oldValue()
	}
	c.variables()
	if c.inHas() {
		return
	}
	c.globals(expected)
	for i, literal := range []string{"true", "false", "null"} {
		item := Item{Label: literal, Kind: KeywordItem, Detail: literalType(literal), Sort: "7" + literal}
		if expected != nil && expected.t.Kind() == types.BoolKind && literal != "null" {
			item.Sort = "0" + literal
		}
		if expected == nil && c.isBranch() && literal != "null" {
			item.Sort = "26" + order(i) // condition ? other : true
		}
		c.add(item)
	}
}

// isBranch reports whether the place is a branch of a conditional expression.
func (c *completer) isBranch() bool {
	if c.code.is(c.at-1) != ':' && c.code.is(c.at-1) != '?' {
		return false
	}
	open := c.code.openBefore(c.at)
	return c.code.is(open) != '{' && c.code.is(open) != '['
}

func literalType(literal string) string {
	if literal == "null" {
		return "null"
	}
	return "bool"
}

// oldValue offers the old value of a field that is compared: oldSelf.a for self.a.
func (c *completer) oldValue() {
	last := c.at - 2
	first := c.code.operand(last)
	if !isComparison(c.code.word(c.at-1)) || first < 0 || first == last || c.code.word(first) != "self" || c.place.OptionalOldSelf || !c.mayUseOldSelf() {
		return
	}
	for i := first + 1; i <= last; i++ {
		if c.code.is(i) != '.' && !c.code.isName(i) {
			return
		}
	}
	old := "oldSelf" + strings.TrimPrefix(c.code.part(first, last), "self")
	c.add(Item{Label: old, Kind: ValueItem, Detail: "value before an update", Sort: "0z"})
}

// inHas reports whether the place is the argument of has.
func (c *completer) inHas() bool {
	open := c.code.openBefore(c.at)
	return c.code.is(open) == '(' && c.code.word(open-1) == "has" && !c.code.afterDot(open-1)
}

// variables offers the variables of the macros around, self, and oldSelf where the server accepts it.
func (c *completer) variables() {
	seen := map[string]bool{}
	scopes := c.code.scopes(c.at)
	for depth := range scopes {
		for i, v := range scopes[depth].variables {
			if seen[v.name] {
				continue
			}
			seen[v.name] = true
			item := Item{Label: v.name, Kind: VariableItem, Sort: "1" + string(rune('0'+min(depth, 9))) + string(rune('0'+i))}
			if of := c.variable(v, scopes[depth:]); of != nil {
				item.Detail = TypeName(of.t)
			}
			item.Doc = "A variable of `" + c.code.word(v.macro) + "`."
			c.add(item)
		}
	}
	t := c.selfType()
	c.add(Item{Label: "self", Kind: VariableItem, Detail: t, Doc: selfDoc(c.place), Sort: "2"})
	if !c.mayUseOldSelf() {
		return
	}
	if c.place.OptionalOldSelf {
		t = "optional_type(" + t + ")"
	}
	sort := "3"
	if isComparison(c.code.word(c.at-1)) && c.code.operand(c.at-2) == c.at-2 && c.code.word(c.at-2) == "self" {
		sort = "0z" // self == oldSelf
	}
	c.add(Item{Label: "oldSelf", Kind: VariableItem, Detail: t, Doc: oldSelfDoc(c.place), Sort: sort})
}

// globals offers the global functions and macros, first those with a result of the expected type.
func (c *completer) globals(expected *value) {
	l := c.assistant.library()
	for _, name := range l.names {
		if item, ok := c.functionItem(name, nil); ok {
			item.Sort = "5" + name
			if expected != nil && l.returns(name, expected.t) {
				item.Sort = "4" + name
			}
			c.add(item)
		}
	}
	for _, name := range l.macroList {
		if len(macros[name].receivers) == 0 {
			c.macroItem(name, "25", types.DynType, -1)
		}
	}
}

// declaration offers a name for a variable that a macro declares.
func (c *completer) declaration() {
	in := c.code.calls(c.at)[0]
	name := itemName(c.code, c.code.dotBefore(in.name)-1, "x")
	c.add(Item{Label: name, Kind: VariableItem, Doc: "A new variable of `" + c.code.word(in.name) + "`.", Sort: "0"})
}

// isDeclaration reports whether the place is the first argument of a macro with a variable.
func (c *completer) isDeclaration() bool {
	calls := c.code.calls(c.at)
	if len(calls) == 0 || calls[0].argument > 0 || c.code.openBefore(c.at) != calls[0].open {
		return false
	}
	m := macros[c.code.word(calls[0].name)]
	return m != nil && len(m.receivers) > 0 && c.code.afterDot(calls[0].name) && c.code.is(c.at-1) == '('
}

// itemName returns a name for an item of the list or map that ends with a token: port for self.ports.
func itemName(c *code, last int, otherwise string) string {
	if last < 0 || c.tokens[last].Kind != celsyntax.Name {
		return otherwise
	}
	plural := c.word(last)
	var name string
	switch {
	case strings.HasSuffix(plural, "ies") && len(plural) > 4:
		name = strings.TrimSuffix(plural, "ies") + "y"
	case strings.HasSuffix(plural, "sses"):
		name = strings.TrimSuffix(plural, "es")
	case strings.HasSuffix(plural, "s") && !strings.HasSuffix(plural, "ss") && len(plural) > 3:
		name = strings.TrimSuffix(plural, "s")
	}
	if i := strings.LastIndexAny(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); i > 0 {
		name = strings.ToLower(name[i:]) // reference for parentReferences
	}
	if len(name) < 2 || isReserved(name) || strings.Contains(name, "__") {
		return otherwise
	}
	return name
}

// isReserved reports whether CEL does not accept a name as a variable, or it would hide another one.
func isReserved(name string) bool {
	switch name {
	case "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
		"package", "namespace", "null", "return", "self", "true", "var", "void", "while":
		return true
	}
	return false
}
