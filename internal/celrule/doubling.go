package celrule

import (
	"errors"

	"github.com/crdtool/crdtool/internal/celsyntax"
)

// doubles reports whether the macros of a text make too much of it.
func (p *parser) doubles(text string) bool {
	return p.optional && celsyntax.Doubles(text) && celsyntax.Parts(text) > celsyntax.MostDoubled
}

// errDoubles is the error of a text that doubles. Files with such a one are not read, so that only
// programs meet it that compile rules by themselves.
var errDoubles = errors.New("the macros optMap and optFlatMap have what they stand behind twice, and make more than 50,000 parts of this expression: it is not compiled, and a server may not end compiling it; take a part of it into a rule of its own")
