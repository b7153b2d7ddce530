package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/celsyntax"
)

// doubles reports whether the macros of a text make too much of it.
func (p *parser) doubles(text string) bool {
	return p.optional && celsyntax.Doubles(text) && celsyntax.Parts(text) > celsyntax.MostParts
}

// doublingIssues is the error of a text that doubles. Files with such a one are not read, so that
// only programs meet it that compile rules by themselves.
func doublingIssues(src common.Source) *cel.Issues {
	errs := common.NewErrors(src)
	errs.ReportErrorString(common.NewLocation(1, 0), "the macros optMap and optFlatMap have what they stand behind twice, and make more than 300,000 parts of this expression: it is not compiled, and a server may not end compiling it; take a part of it into a rule of its own")
	return cel.NewIssues(errs)
}
