package celassist

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
	"github.com/crdtool/crdtool/schema"
)

// ItemKind is the kind of what may stand at a place.
type ItemKind uint8

// The kinds of items.
const (
	FieldItem ItemKind = iota
	MethodItem
	FunctionItem
	MacroItem
	VariableItem
	ValueItem
	KeywordItem
	OperatorItem
)

// Item is something that may stand at a place.
type Item struct {
	Label string
	Kind  ItemKind
	// Detail is a type, or the signature of a function.
	Detail string
	// Doc is our documentation in Markdown.
	Doc string
	// Schema is that of a field; nil if it has none. Property is its name in the schema if that is another one.
	Schema   *schema.Schema
	Property string
	// Insert is the text to insert. Snippet is the same with placeholders in the syntax of LSP; empty if it has none.
	Insert, Snippet string
	// Sort is the key by which items are sorted.
	Sort string
	// Required reports a required field, Deprecated a field whose description says so.
	Required, Deprecated bool
}

// Completion is what may stand at a place.
type Completion struct {
	// Span is the word at the place, which an item replaces. An editor may replace only its part before the place.
	Span Span
	// Items are sorted.
	Items []Item
}

// Complete returns what may stand at an offset, of which a part may be written already.
func (x *Expression) Complete(offset int) Completion {
	offset = max(0, min(offset, len(x.text)))
	if x.code.inComment(offset) {
		return Completion{Span: Span{Start: offset, End: offset}}
	}
	at, span := x.wordAt(offset)
	c := &completer{Expression: x, at: at, called: x.code.is(at) == '('}
	if span.Start < span.End {
		c.called, c.inWord = x.code.isCalled(at), true
	}
	switch token := x.stringAt(offset); {
	case token >= 0:
		c.at, span = token, x.stringSpan(token, offset)
		c.quoted()
	case x.inNumber(offset):
	case x.code.dotEnding(at-1) >= 0:
		c.member(x.code.dotEnding(at - 1))
	case x.code.endsOperand(at-1) && !c.isDeclaration():
		c.operators()
	default:
		c.start()
	}
	slices.SortStableFunc(c.items, func(a, b Item) int { return strings.Compare(a.Sort, b.Sort) })
	return Completion{span, c.items}
}

// completer collects the items for a place before a token.
type completer struct {
	*Expression
	at     int // the token of the word, or the one after the place
	called bool
	inWord bool // the token is a word that is being typed
	items  []Item
}

func (c *completer) add(i Item) {
	if i.Insert == "" {
		i.Insert = i.Label
	}
	c.items = append(c.items, i)
}

// wordAt returns the token of the name around an offset with its place, or the first token after the offset with an empty
// place.
func (x *Expression) wordAt(offset int) (token int, at Span) {
	if i := x.code.wordAt(offset); i >= 0 {
		return i, x.code.tokens[i].Span
	}
	return x.code.before(offset), Span{Start: offset, End: offset}
}

// stringAt returns the token of the string around an offset, or -1.
func (x *Expression) stringAt(offset int) int {
	i := x.code.before(offset) - 1
	if i < 0 || x.code.tokens[i].Kind != celsyntax.String {
		return -1
	}
	if offset < x.code.tokens[i].End || !isClosed(x.code.word(i)) && offset == x.code.tokens[i].End {
		return i
	}
	return -1
}

// stringSpan returns the part of a string that an item replaces: all of it, or the part before an offset if its quote is
// missing. It then goes on to the next quote, or to the end, through the code behind it.
func (x *Expression) stringSpan(token, offset int) Span {
	at := x.code.tokens[token].Span
	if !isClosed(x.code.word(token)) || strings.ContainsAny(x.text[offset:at.End], "()&|=?\n") {
		at.End = offset
	}
	return at
}

// isClosed reports whether a string has its closing quote.
func isClosed(token string) bool {
	text := strings.TrimLeft(token, "rRbB")
	if text == "" {
		return true
	}
	quote := text[:1]
	if three := strings.Repeat(quote, 3); strings.HasPrefix(text, three) {
		quote = three
	}
	rest := text[len(quote):]
	raw := strings.ContainsAny(token[:len(token)-len(text)], "rR")
	return celsyntax.StringEnd(text, 0, raw) == len(text) && strings.HasSuffix(rest, quote) && (raw || !endsEscaped(strings.TrimSuffix(rest, quote)))
}

// endsEscaped reports whether a text ends with a backslash that escapes the next character.
func endsEscaped(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

func (x *Expression) inNumber(offset int) bool {
	i := x.code.before(offset) - 1
	return i >= 0 && x.code.tokens[i].Kind == celsyntax.Numeral && offset <= x.code.tokens[i].End
}
