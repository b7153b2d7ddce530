package source

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/celsyntax"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

const (
	// mostRules is how many parts the CEL rules of a CRD may have in all, which keeps the memory of
	// compiling them bounded. A CRD of the size that a server stores has fewer, unless macros
	// multiply them. The largest that is known has 5,000.
	mostRules = 10 * celsyntax.MostParts

	// fewRules is the length of a text of which no rules have that many parts, if it repeats
	// nothing by aliases and has no macros that double: a part takes a byte.
	fewRules = mostRules / 2

	// doubled is how many times as much the parts of a rule count of which macros double parts.
	doubled = 4

	// longestRule is how many characters an expression may have: cel-go refuses longer ones at
	// once.
	longestRule = 100_000
)

// mayHaveManyRules reports whether the rules of a document have to be counted. Names of macros
// can be hidden by escapes.
func mayHaveManyRules(text []byte, aliases bool) bool {
	return aliases || len(text) > fewRules || bytes.IndexByte(text, '\\') >= 0 ||
		bytes.Contains(text, []byte(celsyntax.OptMap)) || bytes.Contains(text, []byte(celsyntax.OptFlatMap))
}

// tooManyRules returns the first rule of a CRD that is one too many, nil if there is none, and what
// to say of it.
func tooManyRules(d *Document) (rule *yamlnode.Node, message string) {
	if !d.manyRules || !d.MeantAsCRD() {
		return nil, ""
	}
	var c ruleCount
	c.node(d.Root)
	switch {
	case c.last == nil:
		return nil, ""
	case c.alone:
		return c.last, fmt.Sprintf("optMap and optFlatMap have what they stand behind twice, and make more than %d parts of this CEL rule: a server may not end compiling it, and the CRD was not read; take a part of the rule into one of its own", celsyntax.MostDoubled)
	}
	return c.last, fmt.Sprintf("the CEL rules of this CRD up to here have more than %d parts once their macros are expanded, and a server may not end compiling them; the CRD was not read: take rules out of it", mostRules)
}

// ruleCount counts the parts of rules.
type ruleCount struct {
	parts float64
	// last is the rule with which they are too many, by itself if alone is set: few other texts
	// that are short enough have as many.
	last  *yamlnode.Node
	alone bool
}

func (c *ruleCount) node(n *yamlnode.Node) {
	n = Resolve(n)
	if c.last != nil || n == nil {
		return
	}
	switch n.Kind {
	case yamlnode.Sequence:
		for _, item := range n.Content {
			c.node(item)
		}
	case yamlnode.Mapping:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if k, v := Resolve(n.Content[i]), n.Content[i+1]; k.Value == "x-kubernetes-validations" {
				c.rules(Resolve(v))
			} else if v.Kind != yamlnode.Scalar {
				c.node(v)
			}
		}
	}
}

func (c *ruleCount) rules(list *yamlnode.Node) {
	if list == nil || list.Kind != yamlnode.Sequence {
		return
	}
	for _, rule := range list.Content {
		for e := range Entries(rule) {
			if e.Key == "rule" || e.Key == "messageExpression" {
				c.expression(e.Value)
			}
		}
	}
}

func (c *ruleCount) expression(n *yamlnode.Node) {
	text, ok := String(n)
	if !ok || c.last != nil || len(text) > longestRule && utf8.RuneCountInString(text) > longestRule {
		return
	}
	parts := celsyntax.Parts(text)
	if celsyntax.Doubles(text) {
		c.alone = parts > celsyntax.MostDoubled
		parts *= doubled
	}
	if c.parts += parts; c.alone || c.parts > mostRules {
		c.last = n
	}
}
