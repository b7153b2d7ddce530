package celassist

import (
	"sort"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// code holds the tokens of a text without its comments, and the brackets in it.
type code struct {
	text   string
	tokens []celsyntax.Token
	// around maps each token to the opening bracket around it, or -1. pair maps a bracket to its other one, or -1.
	around, pair []int
	// dots maps a name after a dot to the dot, others to -1. ends is set for tokens with which an operand may end.
	dots     []int
	ends     []bool
	comments []celsyntax.Token
}

func newCode(text string) *code {
	c := &code{text: text}
	for _, t := range celsyntax.Lex(text) {
		if t.Kind == celsyntax.Comment {
			c.comments = append(c.comments, t)
		} else {
			c.tokens = append(c.tokens, t)
		}
	}
	c.match()
	c.classify()
	return c
}

// match finds the pairs of brackets. A closing bracket closes the nearest open one of its kind; brackets that are open in
// between were not closed.
func (c *code) match() {
	c.around, c.pair = make([]int, len(c.tokens)), make([]int, len(c.tokens))
	var open []int
	for i := range c.tokens {
		c.pair[i], c.around[i] = -1, -1
		of := c.is(i)
		if n := strings.IndexByte(")]}", of); n >= 0 {
			for k := len(open) - 1; k >= 0; k-- {
				if c.is(open[k]) == "([{"[n] {
					c.pair[i], c.pair[open[k]] = open[k], i
					open = open[:k]
					break
				}
			}
		}
		if len(open) > 0 {
			c.around[i] = open[len(open)-1]
		}
		if c.opens(i) {
			open = append(open, i)
		}
	}
}

// classify finds the names that follow a dot, and the ends of operands.
func (c *code) classify() {
	c.dots, c.ends = make([]int, len(c.tokens)), make([]bool, len(c.tokens))
	for i, t := range c.tokens {
		c.dots[i] = -1
		switch t.Kind {
		case celsyntax.Numeral, celsyntax.String:
			c.ends[i] = true
		case celsyntax.Symbol:
			of := c.is(i)
			c.ends[i] = of == ')' || of == ']' || of == '}'
		default:
			c.dots[i] = c.dotEnding(i - 1)
			c.ends[i] = c.isName(i)
		}
	}
}

// is returns the character of a token of one character that is no name, or 0.
func (c *code) is(i int) byte {
	if i < 0 || i >= len(c.tokens) || c.tokens[i].Kind != celsyntax.Symbol || c.tokens[i].End != c.tokens[i].Start+1 {
		return 0
	}
	return c.text[c.tokens[i].Start]
}

// word returns the text of a token, or "" outside of the text.
func (c *code) word(i int) string {
	if i < 0 || i >= len(c.tokens) {
		return ""
	}
	return c.text[c.tokens[i].Start:c.tokens[i].End]
}

// isName reports whether a token is a name of a variable, field or function, in or outside of backticks.
func (c *code) isName(i int) bool {
	if i < 0 || i >= len(c.tokens) {
		return false
	}
	k := c.tokens[i].Kind
	return k == celsyntax.QuotedName || k == celsyntax.Name && (c.word(i) != "in" || c.afterDot(i))
}

// afterDot reports whether a name is that of a field or method.
func (c *code) afterDot(i int) bool { return c.dotBefore(i) >= 0 }

// dotBefore returns the dot of a.b or a.?b before the name at i, or -1.
func (c *code) dotBefore(i int) int {
	if i < 0 || i >= len(c.dots) {
		return -1
	}
	return c.dots[i]
}

// isCalled reports whether a parenthesis follows the name at i.
func (c *code) isCalled(i int) bool { return c.is(i+1) == '(' }

// endsOperand reports whether an operand may end with a token.
func (c *code) endsOperand(i int) bool { return i >= 0 && i < len(c.ends) && c.ends[i] }

// operand returns the first token of the operand that ends with the token at end: of a.b[0].c(d) all of it. It returns
// -1 if there is no operand.
func (c *code) operand(end int) int {
	i := end
	for c.endsOperand(i) {
		switch of := c.is(i); {
		case of == ')' || of == ']' || of == '}':
			open := c.pair[i]
			if open < 0 {
				return -1
			}
			if of == ')' && c.isName(open-1) || of == ']' && c.endsOperand(open-1) {
				i = open - 1
				continue
			}
			return open
		case c.isName(i) && c.afterDot(i):
			i = c.dotBefore(i) - 1
		case c.isName(i) && c.is(i-1) == '.':
			return i - 1 // a name of the root: .a
		default:
			return i
		}
	}
	return -1
}

// part returns the text from a token to another.
func (c *code) part(first, last int) string {
	return c.text[c.tokens[first].Start:c.tokens[last].End]
}

// before returns the number of tokens that begin before an offset.
func (c *code) before(offset int) int {
	return sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].Start >= offset })
}

// inComment reports whether an offset is inside of a comment, or at its end.
func (c *code) inComment(offset int) bool {
	for _, t := range c.comments {
		if t.Start < offset && offset <= t.End {
			return true
		}
	}
	return false
}

// wordAt returns the token of the name or keyword around an offset, or at its ends; -1 if there is none.
func (c *code) wordAt(offset int) int {
	for i := c.before(offset+1) - 1; i >= 0 && c.tokens[i].End >= offset; i-- {
		if k := c.tokens[i].Kind; k == celsyntax.Name || k == celsyntax.QuotedName {
			return i
		}
	}
	return -1
}

// dotEnding returns the dot after an operand, as in a.b or a.?b, that ends with a token, or -1.
func (c *code) dotEnding(i int) int {
	if c.is(i) == '?' {
		i--
	}
	if c.is(i) == '.' && c.endsOperand(i-1) {
		return i
	}
	return -1
}
