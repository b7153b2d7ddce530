package celassist

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// expected returns the value with which the operand at a token is compared; nil if it is not compared.
func (c *completer) expected(at int) *value {
	switch {
	case isComparison(c.code.word(at - 1)):
		return c.compared(at - 2)
	case c.code.is(at-1) == '[' || c.code.is(at-1) == ',':
		if open := c.code.openBefore(at); c.code.is(open) == '[' && c.code.isIn(open-1) {
			return c.compared(open - 2)
		}
	case c.code.is(at-1) == '(' && c.code.isName(at-2):
		return c.argument(at - 2)
	}
	return nil
}

func isComparison(word string) bool {
	switch word {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// isIn reports whether a token is the operator in.
func (c *code) isIn(i int) bool { return c.word(i) == "in" && !c.isName(i) }

// compared returns the value of the operand that ends with a token.
func (c *completer) compared(last int) *value {
	if of := c.typeCall(last); of {
		return &value{types.TypeType, noOrigin, nil}
	}
	return c.valueOf(last)
}

// typeCall reports whether the operand that ends with a token is a call of type.
func (c *completer) typeCall(last int) bool {
	if c.code.is(last) != ')' || c.code.pair[last] < 1 {
		return false
	}
	name := c.code.pair[last] - 1
	return c.code.word(name) == "type" && !c.code.afterDot(name)
}

// argument returns the value that the first argument of a method stands for.
func (c *completer) argument(name int) *value {
	dot := c.code.dotBefore(name)
	if dot < 0 {
		return nil
	}
	of := (*value)(nil)
	switch c.code.word(name) {
	case "orValue":
		if of = c.valueOf(dot - 1); of != nil {
			of.t = valueType(of.t)
		}
	case "includes", "indexOf", "lastIndexOf":
		if of = c.valueOf(dot - 1); of == nil || of.t.Kind() != types.ListKind {
			return nil
		}
		of.t = of.t.Parameters()[0]
		item := of.origin.item
		if of.origin.node >= 0 {
			item = childOf(c.tree, of.origin.node, schematree.RoleItems)
		}
		of.origin = origin{item, -1}
	}
	return of
}

// values offers the values that the schema names for a value: its enum, or its default. Strings are written with a
// quote.
func (c *completer) values(of *value, quote string) {
	if of.t == types.TypeType {
		c.typeNames()
		return
	}
	if of.origin.node >= 0 {
		n := &c.tree.Nodes[of.origin.node]
		for i, v := range n.Enum {
			c.literal(v, "value of the enum", "0"+order(i), quote)
		}
		if n.Default != nil && !slices.ContainsFunc(n.Enum, func(v any) bool { return celtext.JSONLiteral(v) == celtext.JSONLiteral(n.Default) }) {
			c.literal(n.Default, "default", "0", quote)
		}
		if len(n.Enum) > 0 {
			return
		}
	}
	if of.t.Kind() == types.StringKind {
		words := slices.Concat(quotedIn(c.place.Message), prose.ValuesIn(c.place.Message), compoundsIn(c.place.Message))
		if of.origin.node >= 0 {
			words = append(words, prose.ValuesIn(c.tree.Nodes[of.origin.node].Description)...)
		}
		for i, text := range words {
			if slices.Index(words, text) == i {
				c.literal(text, "named in the message or the description", "01"+order(i), quote)
			}
		}
	}
}

// quotedIn returns the words in quotes of a message, as in: only `icu` is supported.
func quotedIn(message string) []string {
	var words []string
	for message != "" {
		i := strings.IndexAny(message, "'\"`")
		if i < 0 {
			break
		}
		word, rest, found := strings.Cut(message[i+1:], message[i:i+1])
		if !found {
			break
		}
		if message = rest; word != "" && !strings.ContainsAny(word, " \n") && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// compoundsIn returns the words of a message that are written in camel case, as in: only ImageCatalog is supported.
func compoundsIn(message string) []string {
	var words []string
	for word := range strings.FieldsFuncSeq(message, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if prose.IsConstant(word) && strings.ToUpper(word) != word && strings.ContainsFunc(word[1:], unicode.IsUpper) {
			words = append(words, word)
		}
	}
	return words
}

// order returns a text that sorts as a number does.
func order(i int) string {
	s := strconv.Itoa(min(i, 9999))
	return strings.Repeat("0", 4-len(s)) + s
}

// literal offers a value of the schema.
func (c *completer) literal(v any, detail, sort, quote string) {
	text := celtext.JSONLiteral(v)
	if s, ok := v.(string); ok {
		if quote == "" {
			quote = c.quote()
		}
		text = quoted(s, quote)
	} else if quote != "" {
		return // a number does not stand in quotes
	}
	if text != "" {
		c.add(Item{Label: text, Kind: ValueItem, Detail: detail, Sort: sort})
	}
}

// quote returns the quote that the expression uses for strings: single ones, unless it only has double ones.
func (c *completer) quote() string {
	if strings.Contains(c.text, `"`) && !strings.Contains(c.text, "'") {
		return `"`
	}
	return "'"
}

// quoted returns a string as CEL writes it.
func quoted(s, quote string) string {
	in := strconv.Quote(s)
	in = in[1 : len(in)-1]
	if quote == "'" {
		in = strings.ReplaceAll(strings.ReplaceAll(in, `\"`, `"`), "'", `\'`)
	}
	return quote + in + quote
}

// quoted offers the values that may stand for a string.
func (c *completer) quoted() {
	word := c.code.word(c.at)
	if strings.IndexByte(`"'`, word[0]) < 0 {
		return // raw strings and bytes
	}
	quote := word[:1]
	if of := c.expected(c.at); of != nil {
		c.values(of, quote)
		return
	}
	if c.code.is(c.at-1) == '(' && c.code.word(c.at-2) == "named" && c.code.word(c.at-4) == "format" {
		for _, name := range c.assistant.library().names {
			if f, ok := strings.CutPrefix(name, "format."); ok && f != "named" {
				c.add(Item{Label: quoted(f, quote), Kind: ValueItem, Detail: "format", Sort: "0" + f})
			}
		}
	}
}

// typeNames offers the names of types, for comparing them with a result of type.
func (c *completer) typeNames() {
	for i, name := range []string{"string", "int", "double", "bool", "bytes", "list", "map", "uint", "null_type", "type"} {
		c.add(Item{Label: name, Kind: KeywordItem, Detail: "type", Sort: "0" + order(i)})
	}
}
