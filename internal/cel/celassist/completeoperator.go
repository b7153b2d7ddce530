package celassist

import (
	"strings"

	"github.com/google/cel-go/common/types"
)

// operatorDocs documents the operators that may follow an operand. Operators for conditions are those that join them.
var operatorDocs = []struct {
	text         string
	forCondition bool
	doc          string
}{
	{"&&", true, "Reports whether both conditions hold. If one does not, an error in the other one is ignored."},
	{"||", true, "Reports whether at least one condition holds. If one holds, an error in the other one is ignored."},
	{"?", true, "Chooses a value by a condition: `condition ? value : other`."},
	{"==", false, "Reports whether two values are equal."},
	{"!=", false, "Reports whether two values are different."},
	{"in", false, inDoc},
	{"<", false, "Reports whether the left value is less."},
	{"<=", false, "Reports whether the left value is less or equal."},
	{">", false, "Reports whether the left value is greater."},
	{">=", false, "Reports whether the left value is greater or equal."},
	{"+", false, "Adds numbers and durations, and joins strings and lists."},
	{"-", false, "Subtracts numbers, durations and timestamps."},
}

const inDoc = "Reports whether a list has an item, or a map has a key."

// operators offers what may follow an operand: first operators that join conditions if it is one, and first comparisons if
// it is none.
func (c *completer) operators() {
	condition := c.afterRelation()
	if !condition {
		of := c.valueOf(c.at - 1)
		condition = of != nil && of.t.Kind() == types.BoolKind
	}
	inWord := c.inWord && isName(c.code.word(c.at))
	for i, o := range operatorDocs {
		if inWord && o.text != "in" {
			continue // the beginning of a word
		}
		kind, group := OperatorItem, "1"
		if o.text == "in" {
			kind = KeywordItem
		}
		if o.forCondition == condition {
			group = "0"
		}
		c.add(Item{Label: o.text, Kind: kind, Detail: "operator", Doc: o.doc, Sort: group + order(i)})
	}
}

func isName(word string) bool { return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" }

// afterRelation reports whether the operand before the place is the right side of a comparison.
func (c *completer) afterRelation() bool {
	open := c.code.openBefore(c.at)
	for i := c.at - 1; i > open; i-- {
		if c.code.around[i] != open {
			continue
		}
		if isComparison(c.code.word(i)) || c.code.isIn(i) {
			return true
		}
		switch c.code.word(i) {
		case "&&", "||", "?", ":", ",":
			return false
		}
	}
	return false
}
