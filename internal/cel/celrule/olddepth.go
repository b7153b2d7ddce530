package celrule

import (
	"unicode/utf8"

	"github.com/google/cel-go/common"
)

// oldDepth is the limit for the depth of the syntax tree, and for nested rules of the grammar, in cel-go's parser
// before 0.16, which servers have up to Kubernetes 1.27. That parser refuses texts with less nesting than the current
// one does: it counts each step down the tree, and parentheses take six.
const oldDepth = 250

// The errors of the old parser.
const (
	oldTooManyRules = "expression recursion limit exceeded: 250"
	oldTooDeep      = "max recursion depth exceeded"
)

// tooDeepBefore returns the errors of the old parser about a text with too much nesting; nil for other texts.
func tooDeepBefore(text string, src common.Source) *common.Errors {
	if len(text) < oldDepth/6 || utf8.RuneCountInString(text) > longestText {
		return nil
	}
	tokens, ok := lex(text, make([]token, 0, len(text)/3+4))
	if !ok {
		return nil
	}
	o := oldReader{tokens: tokens}
	height := 1 + o.expr()
	message := ""
	switch {
	case o.tooMany:
		message = oldTooManyRules
	case o.failed || o.peek() != tokenEOF || height <= oldDepth:
		return nil
	default:
		message = oldTooDeep
	}
	errs := common.NewErrors(src)
	errs.ReportError(common.NoLocation, "%s", message)
	return errs
}

// grammarRule is a recursive rule of the grammar.
type grammarRule int

const (
	exprRule grammarRule = iota
	orRule
	andRule
	relationRule
	calcRule
	unaryRule
	memberRule
	primaryRule
	exprListRule
	grammarRules
)

// oldReader parses tokens by the grammar of the old parser. Its methods return the height of the syntax tree that they
// parse, in steps of that parser.
type oldReader struct {
	tokens  []token
	at      int
	open    [grammarRules]int // how many of each rule are nested
	tooMany bool              // nested rules
	failed  bool
}

func (o *oldReader) peek() tokenKind { return o.tokens[o.at].kind }

func (o *oldReader) accept(k tokenKind) bool {
	if o.failed || o.peek() != k {
		return false
	}
	o.at++
	return true
}

func (o *oldReader) expect(k tokenKind) {
	if !o.accept(k) {
		o.failed = true
	}
}

func (o *oldReader) enter(r grammarRule) {
	if o.open[r]++; o.open[r] >= oldDepth && !o.failed {
		o.tooMany, o.failed = true, true
	}
}

func (o *oldReader) leave(r grammarRule) { o.open[r]-- }

// chain parses operands with operators between them. Each operation contains those before it.
func (o *oldReader) chain(r grammarRule, operand func() int, isOperator func(tokenKind) bool) int {
	heights := []int{operand()}
	for !o.failed && isOperator(o.peek()) {
		o.at++
		o.enter(r)
		heights = append(heights, operand())
		o.leave(r)
	}
	links := len(heights) - 1
	height := links + heights[0]
	for i, h := range heights[1:] {
		height = max(height, links-i+h)
	}
	return height
}

func (o *oldReader) expr() int {
	o.enter(exprRule)
	defer o.leave(exprRule)
	if o.failed {
		return 0
	}
	height := o.or()
	if o.accept('?') {
		height = max(height, o.or())
		o.expect(':')
		height = max(height, o.expr())
	}
	return 1 + height
}

func (o *oldReader) or() int { return o.logic(orRule, tokenOr, o.and) }

func (o *oldReader) and() int { return o.logic(andRule, tokenAnd, o.relation) }

func (o *oldReader) logic(r grammarRule, operator tokenKind, operand func() int) int {
	o.enter(r)
	defer o.leave(r)
	height := operand()
	for o.accept(operator) {
		height = max(height, operand())
	}
	return 1 + height
}

func (o *oldReader) relation() int {
	o.enter(relationRule)
	defer o.leave(relationRule)
	return o.chain(relationRule, func() int { return 1 + o.calc() }, tokenKind.relation)
}

func (o *oldReader) calc() int {
	o.enter(calcRule)
	defer o.leave(calcRule)
	product := func() int {
		return o.chain(calcRule, func() int { return 1 + o.unary() }, func(k tokenKind) bool { return k == '*' || k == '/' || k == '%' })
	}
	return o.chain(calcRule, product, func(k tokenKind) bool { return k == '+' || k == '-' })
}

func (o *oldReader) unary() int {
	o.enter(unaryRule)
	defer o.leave(unaryRule)
	height := 1
	if sign := o.peek(); sign == '!' || sign == '-' && !o.negativeNumber() {
		for o.accept(sign) {
			height = 2
		}
	}
	return height + o.member()
}

func (o *oldReader) negativeNumber() bool {
	next := o.tokens[o.at+1].kind
	return next == tokenInt || next == tokenFloat
}

// member returns the height of the parts of a member, without the member itself.
func (o *oldReader) member() int {
	o.enter(memberRule)
	defer o.leave(memberRule)
	height := o.primary()
	for !o.failed {
		switch {
		case o.accept('.'):
			o.expect(tokenIdent)
			height = max(1+height, o.arguments())
		case o.accept('['):
			height = max(1+height, o.expr())
			o.expect(']')
		default:
			return height
		}
	}
	return height
}

// arguments parses the arguments of a call, if it is one.
func (o *oldReader) arguments() int {
	if !o.accept('(') || o.accept(')') {
		return 0
	}
	height := o.list()
	o.expect(')')
	return height
}

func (o *oldReader) list() int {
	o.enter(exprListRule)
	defer o.leave(exprListRule)
	height := o.expr()
	for o.accept(',') {
		if o.peek() == ']' { // a trailing comma
			break
		}
		height = max(height, o.expr())
	}
	return height
}

func (o *oldReader) primary() (height int) {
	o.enter(primaryRule)
	defer o.leave(primaryRule)
	if o.failed {
		return 0
	}
	kind := o.peek()
	o.at = min(o.at+1, len(o.tokens)-1)
	switch kind {
	case '(':
		height = o.expr()
		o.expect(')')
	case '[':
		if !o.accept(']') {
			height = o.list()
			o.expect(']')
		}
	case '{':
		return o.entries()
	case '.':
		o.expect(tokenIdent)
		return o.arguments()
	case tokenIdent:
		return o.arguments()
	case '-':
		o.failed = o.failed || !o.accept(tokenInt) && !o.accept(tokenFloat)
	case tokenInt, tokenUint, tokenFloat, tokenString, tokenRawString, tokenTrue, tokenFalse, tokenNull:
	default:
		o.failed = true
	}
	return height
}

// entries parses the entries of a map, whose keys and values have the same depth.
func (o *oldReader) entries() int {
	height := 0
	for !o.accept('}') {
		height = max(height, 1+o.expr())
		o.expect(':')
		height = max(height, 1+o.expr())
		if !o.accept(',') {
			o.expect('}')
			break
		}
		if o.failed {
			break
		}
	}
	return height
}
