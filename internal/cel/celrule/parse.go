package celrule

import (
	"strconv"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// parser makes the same syntax trees as cel-go's parser, with the same numbers and places of nodes and the same macros,
// but faster: cel-go's interprets the tables of a grammar, which is most of the time of compiling a short rule. It
// leaves unknown syntax and every error to cel-go's parser.
//
// https://github.com/google/cel-spec/blob/master/doc/langdef.md has the grammar.
type parser struct {
	macros   map[macroKey]cel.Macro
	optional bool // supports a.?b, a[?b], [?a] and {?a: b}
}

type macroKey struct {
	function string
	args     int // -1 for any number
	receiver bool
}

func newParser(env *cel.Env) *parser {
	p := &parser{macros: map[macroKey]cel.Macro{}, optional: env.HasLibrary("cel.lib.optional")}
	for _, m := range env.Macros() {
		key := macroKey{m.Function(), m.ArgCount(), m.IsReceiverStyle()}
		if m.MacroKey() == m.Function()+":*:"+strconv.FormatBool(m.IsReceiverStyle()) {
			key.args = -1
		}
		p.macros[key] = m
	}
	return p
}

// The limits of cel-go's parser. It counts characters where this one counts bytes, so that it accepts every text that
// this one accepts.
const (
	longestText   = 100_000
	deepestNested = 250
)

// parse returns the syntax tree of a text, or false if cel-go's parser must parse it.
func (p *parser) parse(text string, src common.Source) (*parsed, bool) {
	if len(text) > longestText {
		return nil, false
	}
	tokens, ok := lex(text, make([]token, 0, len(text)/3+4))
	if !ok {
		return nil, false
	}
	r := &reader{
		parser: p, text: text, tokens: tokens, ok: true,
		helper: &helper{info: ast.NewSourceInfo(src), places: append(make(places, 0, len(tokens)+1), nowhere)},
	}
	e := r.expr()
	if !r.ok || r.peek() != tokenEOF {
		return nil, false
	}
	return &parsed{tree: ast.NewAST(e, r.helper.info), places: r.helper.places}, true
}

var exprFactory = ast.NewExprFactory()

// reader parses one text. If ok is false, its results are meaningless.
type reader struct {
	*parser
	text   string
	tokens []token
	at     int
	ok     bool
	helper *helper
	// depth is the nesting of the grammar's rules. In a chain such as a.b.c, each link counts.
	depth int
}

func (r *reader) peek() tokenKind { return r.tokens[r.at].kind }

func (r *reader) take() token {
	t := r.tokens[r.at]
	if t.kind != tokenEOF {
		r.at++
	}
	return t
}

// accept consumes a token of a kind, if it is next.
func (r *reader) accept(k tokenKind) bool {
	if r.peek() != k {
		return false
	}
	r.at++
	return true
}

func (r *reader) expect(k tokenKind) token {
	if r.peek() != k {
		r.ok = false
	}
	return r.take()
}

func (r *reader) textOf(t token) string { return r.text[t.start:t.end] }

// fail gives up the text. It returns a placeholder.
func (r *reader) fail() ast.Expr {
	r.ok = false
	return exprFactory.NewUnspecifiedExpr(0)
}

// deeper counts a level of nesting, which the caller subtracts afterwards.
func (r *reader) deeper() {
	r.depth++
	if r.depth > deepestNested {
		r.ok = false
	}
}

func (r *reader) expr() ast.Expr {
	r.deeper()
	defer func() { r.depth-- }()
	if !r.ok {
		return r.fail()
	}
	condition := r.logic(tokenOr, operators.LogicalOr)
	if r.peek() != '?' {
		return condition
	}
	id := r.helper.token(r.take())
	then := r.logic(tokenOr, operators.LogicalOr)
	r.expect(':')
	if !r.ok {
		return r.fail()
	}
	return exprFactory.NewCall(id, operators.Conditional, condition, then, r.expr())
}

// logic parses a chain of || or && into a balanced tree, as cel-go does.
func (r *reader) logic(op tokenKind, function string) ast.Expr {
	term := func() ast.Expr {
		if op == tokenOr {
			return r.logic(tokenAnd, operators.LogicalAnd)
		}
		return r.relation()
	}
	first := term()
	if r.peek() != op {
		return first
	}
	terms, ids := []ast.Expr{first}, []int64(nil)
	for r.ok && r.peek() == op {
		t := r.take()
		terms = append(terms, term())
		ids = append(ids, r.helper.token(t))
	}
	return balanced(function, terms, ids)
}

// balanced joins terms with the operators between them.
func balanced(function string, terms []ast.Expr, ids []int64) ast.Expr {
	if len(ids) == 0 {
		return terms[0]
	}
	mid := len(ids) / 2
	return exprFactory.NewCall(ids[mid], function,
		balanced(function, terms[:mid+1], ids[:mid]), balanced(function, terms[mid+1:], ids[mid+1:]))
}

// binary parses a chain of left-associative operators of one precedence.
func (r *reader) binary(operand func() ast.Expr, is func(tokenKind) bool) ast.Expr {
	left := operand()
	links := 0
	for r.ok && is(r.peek()) {
		r.deeper()
		links++
		t := r.take()
		function, found := operators.Find(r.textOf(t))
		if !found {
			return r.fail()
		}
		id := r.helper.token(t)
		left = exprFactory.NewCall(id, function, left, operand())
	}
	r.depth -= links
	return left
}

func (r *reader) relation() ast.Expr { return r.binary(r.sum, tokenKind.relation) }

func (r *reader) sum() ast.Expr {
	return r.binary(r.product, func(k tokenKind) bool { return k == '+' || k == '-' })
}

func (r *reader) product() ast.Expr {
	return r.binary(r.unary, func(k tokenKind) bool { return k == '*' || k == '/' || k == '%' })
}

// unary parses a member after any number of ! or of -. A minus before a number is part of the number.
func (r *reader) unary() ast.Expr {
	op := r.peek()
	if op != '!' && op != '-' || op == '-' && r.negativeNumber() {
		return r.member()
	}
	first, n := r.tokens[r.at], 0
	for r.accept(op) {
		n++
	}
	if op == '-' && (n > 1 || r.peek() == '-') {
		return r.fail() // the grammar is ambiguous there
	}
	if n%2 == 0 {
		return r.member()
	}
	id := r.helper.token(first)
	function := operators.LogicalNot
	if op == '-' {
		function = operators.Negate
	}
	return exprFactory.NewCall(id, function, r.member())
}

func (r *reader) negativeNumber() bool {
	next := r.tokens[r.at+1].kind // the last token is tokenEOF
	return r.peek() == '-' && (next == tokenInt || next == tokenFloat)
}

// member parses a primary with selections, calls and indexes.
func (r *reader) member() ast.Expr {
	e := r.primary()
	links := 0
	for r.ok {
		switch r.peek() {
		case '.':
			e = r.selection(e)
		case '[':
			r.deeper() // in cel-go's parser, an index is nested in two members
			e = r.index(e)
			r.depth--
		default:
			r.depth -= links
			return e
		}
		r.deeper()
		links++
	}
	return r.fail()
}

func (r *reader) selection(operand ast.Expr) ast.Expr {
	dot := r.take()
	optional := r.accept('?')
	name := r.expect(tokenIdent)
	switch {
	case !r.ok || optional && !r.optional:
		return r.fail()
	case optional:
		field := r.helper.literal(name, types.String(r.textOf(name)))
		return exprFactory.NewCall(r.helper.token(dot), operators.OptSelect, operand, field)
	case r.peek() == '(':
		id := r.helper.token(r.take())
		return r.call(id, r.textOf(name), operand, r.args())
	}
	return exprFactory.NewSelect(r.helper.token(dot), operand, r.textOf(name))
}

func (r *reader) index(operand ast.Expr) ast.Expr {
	id := r.helper.token(r.take())
	function := operators.Index
	if r.accept('?') {
		function = operators.OptIndex
		r.ok = r.ok && r.optional
	}
	i := r.expr()
	r.expect(']')
	return exprFactory.NewCall(id, function, operand, i)
}

// args parses arguments up to the closing parenthesis.
func (r *reader) args() []ast.Expr {
	args := []ast.Expr{}
	if r.accept(')') {
		return args
	}
	for r.ok {
		args = append(args, r.expr())
		if !r.accept(',') {
			r.expect(')')
			break
		}
	}
	return args
}

func (r *reader) primary() ast.Expr {
	switch t := r.take(); t.kind {
	case '(':
		e := r.expr()
		r.expect(')')
		return e
	case '[':
		return r.list(t)
	case '{':
		return r.mapping(t)
	case '.':
		return r.name(r.expect(tokenIdent), ".")
	case tokenIdent:
		return r.name(t, "")
	case '-':
		number := r.take()
		if number.kind != tokenInt && number.kind != tokenFloat {
			return r.fail()
		}
		return r.number(t, number)
	case tokenInt, tokenFloat, tokenUint:
		return r.number(t, t)
	case tokenString, tokenRawString:
		return r.helper.literal(t, types.String(stringValue(r.textOf(t), t.kind)))
	case tokenTrue:
		return r.helper.literal(t, types.True)
	case tokenFalse:
		return r.helper.literal(t, types.False)
	case tokenNull:
		return r.helper.literal(t, types.NullValue)
	}
	return r.fail()
}

// name parses a variable or a call of a global function.
func (r *reader) name(t token, prefix string) ast.Expr {
	name := r.textOf(t)
	if !r.ok || reserved(name) {
		return r.fail()
	}
	if r.peek() == '(' {
		id := r.helper.token(r.take())
		return r.call(id, prefix+name, nil, r.args())
	}
	return exprFactory.NewIdent(r.helper.token(t), prefix+name)
}

// reserved reports whether a name is reserved, and cannot be a variable or a function.
func reserved(name string) bool {
	switch name {
	case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
		"package", "namespace", "return", "var", "void", "while":
		return true
	}
	return false
}

// number parses a number. It begins at first, which may be its sign.
func (r *reader) number(first, digits token) ast.Expr {
	var value ref.Val
	var err error
	text := r.textOf(digits)
	if first != digits {
		text = "-" + text
	}
	switch digits.kind {
	case tokenInt:
		var i int64
		i, err = strconv.ParseInt(text, 10, 64)
		value = types.Int(i)
	case tokenUint:
		var u uint64
		u, err = strconv.ParseUint(text[:len(text)-1], 10, 64)
		value = types.Uint(u)
	default:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		value = types.Double(f)
	}
	if err != nil {
		return r.fail()
	}
	// A literal ends as if no space followed the sign.
	first.end = first.start + int32(len(text))
	return r.helper.literal(first, value)
}

func (r *reader) list(open token) ast.Expr {
	id := r.helper.token(open)
	elems, optionals := []ast.Expr{}, []int32{}
	for r.ok && !r.accept(']') {
		if r.accept('?') {
			r.ok = r.ok && r.optional
			optionals = append(optionals, int32(len(elems)))
		}
		elems = append(elems, r.expr())
		if !r.accept(',') {
			r.expect(']')
			break
		}
	}
	return exprFactory.NewList(id, elems, optionals)
}

// mapping parses a map. An entry is numbered before its key, but placed at the colon.
func (r *reader) mapping(open token) ast.Expr {
	id := r.helper.token(open)
	entries := []ast.EntryExpr{}
	for r.ok && !r.accept('}') {
		optional := r.accept('?')
		r.ok = r.ok && (r.optional || !optional)
		entry := r.helper.reserve()
		key := r.expr()
		r.helper.place(entry, r.expect(':'))
		value := r.expr()
		entries = append(entries, exprFactory.NewMapEntry(entry, key, value, optional))
		if !r.accept(',') {
			r.expect('}')
			break
		}
	}
	return exprFactory.NewMap(id, entries)
}

// call returns a call, or the expansion of the macro with its name.
func (r *reader) call(id int64, function string, target ast.Expr, args []ast.Expr) ast.Expr {
	if !r.ok {
		return r.fail()
	}
	m, found := r.macros[macroKey{function, len(args), target != nil}]
	if !found {
		m, found = r.macros[macroKey{function, -1, target != nil}]
	}
	if found {
		r.helper.macro = id
		e, err := m.Expander()(r.helper, target, args)
		if err != nil {
			return r.fail()
		}
		if e != nil {
			r.helper.forget(id)
			return e
		}
	}
	if target != nil {
		return exprFactory.NewMemberCall(id, function, target, args...)
	}
	return exprFactory.NewCall(id, function, args...)
}
