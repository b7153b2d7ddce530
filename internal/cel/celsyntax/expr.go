// Package celsyntax parses the text of CEL expressions into expressions with places, for changing a part of a text or
// pointing at it. It accepts the texts that cel-go's parser accepts, and has no types, functions or macros.
package celsyntax

// Kind is the kind of an expression, as far as callers need it.
type Kind uint8

const (
	Other Kind = iota // with its subexpressions in Parts
	Or
	And
	Relation // Parts are its two sides
	Not
	Choice // Parts are the condition and both values
	Number
	Group // parentheses
	Call  // Parts are its target, if it has one, and its arguments
)

// Span is a part of a text: the bytes from Start up to End.
type Span struct{ Start, End int }

// Expr is an expression with its place in the text.
type Expr struct {
	Kind Kind
	Span
	Parts []*Expr
	// Op is the place of the operator, of the first operator of a chain, or of the name in a call.
	Op Span
	// Member reports that a call has a target.
	Member bool
}

// Parse parses the text of an expression. It returns nil for invalid text, and for text with more nesting than cel-go's
// parser accepts.
func Parse(text string) *Expr {
	p := &parser{tokens: tokens{text: text}}
	p.next()
	e := p.expr()
	if p.failed || p.token.Start < len(text) {
		return nil
	}
	return e
}

// mostDepth is twice the 250 of cel-go, since both expressions and their operands count.
const mostDepth = 500

type parser struct {
	tokens
	failed bool
	depth  int
}

func (p *parser) accept(token string) bool {
	if p.token.Start == len(p.text) || !p.is(token) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.failed = true
	}
}

// from returns the span from a byte to the end of the last token.
func (p *parser) from(start int) Span { return Span{start, p.before} }

func (p *parser) expr() *Expr {
	if p.depth++; p.depth > mostDepth {
		p.failed = true
	}
	defer func() { p.depth-- }()
	if p.failed {
		return &Expr{}
	}
	e := p.chain("||", Or, func() *Expr { return p.chain("&&", And, p.relation) })
	if p.accept("?") {
		a := p.expr()
		p.expect(":")
		b := p.expr()
		e = &Expr{Kind: Choice, Span: p.from(e.Start), Parts: []*Expr{e, a, b}}
	}
	return e
}

// chain parses operands of && or ||.
func (p *parser) chain(op string, kind Kind, operand func() *Expr) *Expr {
	e := operand()
	if p.failed || !p.is(op) {
		return e
	}
	chain := &Expr{Kind: kind, Parts: []*Expr{e}, Op: p.token}
	for !p.failed && p.accept(op) {
		chain.Parts = append(chain.Parts, operand())
	}
	chain.Span = p.from(e.Start)
	return chain
}

func (p *parser) relation() *Expr {
	e := p.arithmetic()
	for !p.failed {
		op := p.token
		switch p.text[op.Start:op.End] {
		case "<", "<=", ">", ">=", "==", "!=", "in":
		default:
			return e
		}
		p.next()
		right := p.arithmetic()
		e = &Expr{Kind: Relation, Span: p.from(e.Start), Parts: []*Expr{e, right}, Op: op}
	}
	return e
}

// arithmetic parses the operators that bind more tightly than relations.
func (p *parser) arithmetic() *Expr {
	e := p.unary()
	for !p.failed && p.begins("+-*/%") {
		p.next()
		right := p.unary()
		e = &Expr{Span: p.from(e.Start), Parts: []*Expr{e, right}}
	}
	return e
}

func (p *parser) unary() *Expr {
	if p.depth++; p.depth > mostDepth {
		p.failed = true
		return &Expr{}
	}
	defer func() { p.depth-- }()
	op := p.token
	switch {
	case p.accept("!"):
		e := p.unary()
		return &Expr{Kind: Not, Span: p.from(op.Start), Parts: []*Expr{e}, Op: op}
	case p.accept("-"):
		e := p.unary()
		return &Expr{Span: p.from(op.Start), Parts: []*Expr{e}}
	}
	return p.member()
}

func (p *parser) member() *Expr {
	e := p.primary()
	for !p.failed {
		switch {
		case p.accept("."):
			p.accept("?")
			name := p.token
			p.next()
			field := &Expr{Parts: []*Expr{e}}
			if p.accept("(") {
				field.Kind, field.Member, field.Op = Call, true, name
				field.Parts = append(field.Parts, p.list(")")...)
			}
			field.Span = p.from(e.Start)
			e = field
		case p.accept("["):
			p.accept("?")
			inside := p.expr()
			p.expect("]")
			e = &Expr{Span: p.from(e.Start), Parts: []*Expr{e, inside}}
		default:
			return e
		}
	}
	return e
}

func (p *parser) primary() *Expr {
	if p.token.Start == len(p.text) {
		p.failed = true
		return &Expr{}
	}
	at := p.token
	e := &Expr{}
	switch c := p.text[at.Start]; {
	case p.accept("("):
		e.Kind, e.Parts = Group, []*Expr{p.expr()}
		p.expect(")")
	case p.accept("["):
		e.Parts = p.list("]")
	case p.accept("{"):
		e.Parts = p.entries()
	case p.accept("."):
		p.next()
	case IsDigit(c) || c == '.':
		e.Kind = Number
		p.next()
	case IsLetter(c):
		e.Op = at
		p.next()
		switch {
		case p.accept("("):
			e.Kind, e.Parts = Call, p.list(")")
		case p.accept("{"):
			e.Parts = p.entries()
		}
	case c == '`' || c == '"' || c == '\'':
		p.next()
	default:
		p.failed = true
	}
	e.Span = p.from(at.Start)
	return e
}

// list parses expressions up to a closing bracket.
func (p *parser) list(closing string) []*Expr {
	var all []*Expr
	for !p.failed && !p.accept(closing) {
		p.accept("?")
		all = append(all, p.expr())
		if !p.accept(",") {
			p.expect(closing)
			break
		}
	}
	return all
}

func (p *parser) entries() []*Expr {
	var all []*Expr
	for !p.failed && !p.accept("}") {
		p.accept("?")
		all = append(all, p.expr())
		p.expect(":")
		all = append(all, p.expr())
		if !p.accept(",") {
			p.expect("}")
			break
		}
	}
	return all
}
