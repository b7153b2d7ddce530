package mutation

import "strings"

// exprKind is what an expression of CEL is, as far as there is something in it to damage.
type exprKind uint8

const (
	other exprKind = iota // with what is in it in parts
	or
	and
	relation // parts are its two sides
	not
	choice // parts are the condition and both values
	number
	group // in parentheses
	call  // parts are its target, if it has one, and its arguments
)

// expr is an expression, by its place in the text.
type expr struct {
	kind       exprKind
	start, end int
	parts      []*expr
	// opStart and opEnd are the operator's place, or that of the name of a call; of chains
	// that of the first.
	opStart, opEnd int
	// member says that a call has a target.
	member bool
}

// parser reads the text of a CEL expression, which the server has accepted. It gives up on
// what it does not know.
type parser struct {
	text       string
	start, end int // of the token that comes next
	before     int // the end of the one before
	failed     bool
	depth      int
}

// mostDepth is that of expressions that are taken apart.
const mostDepth = 200

// parse returns nil for a text that it does not understand.
func parse(text string) *expr {
	p := &parser{text: text}
	p.next()
	e := p.expr()
	if p.failed || p.start < len(text) {
		return nil
	}
	return e
}

func (p *parser) token() string { return p.text[p.start:p.end] }

// next goes to the next token.
func (p *parser) next() {
	p.before = p.end
	i := p.end
	for i < len(p.text) {
		if strings.IndexByte(" \t\r\n\f", p.text[i]) >= 0 {
			i++
		} else if strings.HasPrefix(p.text[i:], "//") {
			for i < len(p.text) && p.text[i] != '\n' {
				i++
			}
		} else {
			break
		}
	}
	p.start, p.end = i, i
	if i == len(p.text) {
		return
	}
	rest := p.text[i:]
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		p.end = endOfString(p.text, i, false)
	case isLetter(c) || c == '`':
		n := 1
		if c == '`' {
			n += strings.IndexByte(rest[1:], '`') + 1
		}
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
		p.end = i + n
		if n <= 2 && n < len(rest) && (rest[n] == '"' || rest[n] == '\'') && strings.Trim(strings.ToLower(rest[:n]), "rb") == "" {
			p.end = endOfString(p.text, i+n, strings.ContainsAny(rest[:n], "rR"))
		}
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		n := 1
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '.' || (rest[n] == '-' || rest[n] == '+') && (rest[n-1] == 'e' || rest[n-1] == 'E') && !strings.HasPrefix(rest, "0x")) {
			n++
		}
		p.end = i + n
	default:
		p.end = i + 1
		for _, two := range [...]string{"&&", "||", "==", "!=", "<=", ">="} {
			if strings.HasPrefix(rest, two) {
				p.end = i + 2
			}
		}
	}
}

// endOfString is where the string ends that begins with the quote at i.
func endOfString(text string, i int, raw bool) int {
	quote := text[i : i+1]
	if strings.HasPrefix(text[i:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for i += len(quote); i < len(text); i++ {
		if text[i] == '\\' && !raw {
			i++
		} else if strings.HasPrefix(text[i:], quote) {
			return i + len(quote)
		}
	}
	return len(text)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (p *parser) accept(token string) bool {
	if p.start == len(p.text) || p.token() != token {
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

func (p *parser) expr() *expr {
	if p.depth++; p.depth > mostDepth {
		p.failed = true
	}
	defer func() { p.depth-- }()
	if p.failed {
		return &expr{}
	}
	e := p.chain("||", or, func() *expr { return p.chain("&&", and, p.relation) })
	if p.accept("?") {
		a := p.expr()
		p.expect(":")
		b := p.expr()
		e = &expr{kind: choice, start: e.start, end: p.before, parts: []*expr{e, a, b}}
	}
	return e
}

// chain reads operands of a connective.
func (p *parser) chain(op string, kind exprKind, operand func() *expr) *expr {
	e := operand()
	var chain *expr
	for !p.failed && p.start < len(p.text) && p.token() == op {
		if chain == nil {
			chain = &expr{kind: kind, start: e.start, parts: []*expr{e}, opStart: p.start, opEnd: p.end}
		}
		p.next()
		chain.parts = append(chain.parts, operand())
		chain.end = p.before
	}
	if chain != nil {
		return chain
	}
	return e
}

func (p *parser) relation() *expr {
	e := p.arithmetic()
	for !p.failed {
		switch p.token() {
		case "<", "<=", ">", ">=", "==", "!=", "in":
		default:
			return e
		}
		r := &expr{kind: relation, start: e.start, opStart: p.start, opEnd: p.end}
		p.next()
		r.parts = []*expr{e, p.arithmetic()}
		r.end = p.before
		e = r
	}
	return e
}

// arithmetic reads operands of all operators that bind more tightly: nothing of those is
// damaged.
func (p *parser) arithmetic() *expr {
	e := p.unary()
	for !p.failed && p.start < len(p.text) && strings.Contains("+-*/%", p.token()) {
		p.next()
		right := p.unary()
		e = &expr{start: e.start, end: p.before, parts: []*expr{e, right}}
	}
	return e
}

func (p *parser) unary() *expr {
	start, end := p.start, p.end
	switch {
	case p.accept("!"):
		e := &expr{kind: not, start: start, opStart: start, opEnd: end, parts: []*expr{p.unary()}}
		e.end = p.before
		return e
	case p.accept("-"):
		e := p.unary()
		return &expr{start: start, end: p.before, parts: []*expr{e}}
	}
	return p.member()
}

func (p *parser) member() *expr {
	e := p.primary()
	for !p.failed {
		switch {
		case p.accept("."):
			p.accept("?")
			start, end := p.start, p.end
			p.next()
			e = &expr{start: e.start, end: p.before, parts: []*expr{e}}
			if p.accept("(") {
				e.kind, e.member, e.opStart, e.opEnd = call, true, start, end
				e.parts = append(e.parts, p.list(")")...)
				e.end = p.before
			}
		case p.accept("["):
			p.accept("?")
			inside := p.expr()
			p.expect("]")
			e = &expr{start: e.start, end: p.before, parts: []*expr{e, inside}}
		default:
			return e
		}
	}
	return e
}

func (p *parser) primary() *expr {
	if p.start == len(p.text) {
		p.failed = true
		return &expr{}
	}
	e := &expr{start: p.start, end: p.end}
	switch c := p.text[p.start]; {
	case c == '(':
		p.next()
		e.kind, e.parts = group, []*expr{p.expr()}
		p.expect(")")
	case c == '[':
		p.next()
		e.parts = p.list("]")
	case c == '{':
		p.next()
		e.parts = p.entries()
	case c == '.' && !isDigit(p.text[min(p.start+1, len(p.text)-1)]):
		p.next()
		p.next()
	case isDigit(c) || c == '.':
		e.kind = number
		p.next()
	case isLetter(c) || c == '`' || c == '"' || c == '\'':
		e.opStart, e.opEnd = p.start, p.end
		p.next()
		switch {
		case p.start < len(p.text) && p.text[p.start] == '(' && isLetter(c):
			p.next()
			e.kind, e.parts = call, p.list(")")
		case p.start < len(p.text) && p.text[p.start] == '{' && isLetter(c):
			p.next()
			e.parts = p.entries()
		}
	default:
		p.failed = true
	}
	e.end = p.before
	return e
}

// list reads expressions up to a bracket.
func (p *parser) list(closing string) []*expr {
	var all []*expr
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

func (p *parser) entries() []*expr {
	var all []*expr
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
