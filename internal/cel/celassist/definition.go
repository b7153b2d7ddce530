package celassist

// Definition is the declaration of a name.
type Definition struct {
	// Span is the place of the name.
	Span Span
	// Node is the node of the schema that declares the value, or -1.
	Node int32
	// Variable is the place at which a macro declares the variable; nil for other names.
	Variable *Span
}

// Definition returns the declaration of the field or variable at an offset; nil if there is none.
func (x *Expression) Definition(offset int) *Definition {
	i := x.code.wordAt(offset)
	if i < 0 || x.code.isCalled(i) || x.code.inComment(offset) {
		return nil
	}
	d := &Definition{Span: x.code.tokens[i].Span, Node: -1}
	of := x.valueOf(i)
	if !x.code.afterDot(i) {
		if at, _ := x.declaration(i); at >= 0 {
			d.Variable = &x.code.tokens[at].Span
			if at == i {
				of = x.valueOfDeclared(i)
			}
		}
	}
	if of != nil {
		d.Node = of.origin.node
	}
	if d.Node < 0 && d.Variable == nil {
		return nil
	}
	return d
}

// declaration returns the token at which a macro declares the variable of a name, and the macro; -1 if it is no variable of
// a macro.
func (x *Expression) declaration(name int) (token int, of string) {
	if open := x.code.openBefore(name); open >= 0 { // the name may be the declaration itself
		for _, s := range x.code.scopes(x.code.endOfArguments(open)) {
			for _, v := range s.variables {
				if v.token == name {
					return name, x.code.word(v.macro)
				}
			}
		}
	}
	word := x.code.word(name)
	for _, s := range x.code.scopes(name) {
		for _, v := range s.variables {
			if v.name == word {
				return v.token, x.code.word(v.macro)
			}
		}
	}
	return -1, ""
}

// endOfArguments returns the token after the last argument of a call.
func (c *code) endOfArguments(open int) int {
	if c.pair[open] >= 0 {
		return c.pair[open]
	}
	return len(c.tokens)
}

// valueOfDeclared returns the value of a variable, given the token that declares it.
func (x *Expression) valueOfDeclared(token int) *value {
	return x.valueIn(x.code.word(token), x.code.scopes(x.code.endOfArguments(x.code.openBefore(token))))
}
