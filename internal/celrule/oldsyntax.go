package celrule

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/code"
)

// What the parser expected where it has a question mark today that makes something
// optional.
const (
	afterDot     = "IDENTIFIER"
	anExpression = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
	anItem       = "{'[', ']', '{', '(', '.', ',', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
	anEntry      = "{'[', '{', '}', '(', '.', ',', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
)

// withoutOptionals returns the errors of a parser that has never heard of optionals. It
// stumbled over the question mark, and left it out.
func withoutOptionals(text string, src common.Source, issues *cel.Issues) *cel.Issues {
	all := common.NewErrors(src)
	for _, e := range issues.Errors() {
		operator, found := code.UnsupportedSyntax(e.Message)
		if !found {
			all.ReportErrorAtID(e.ExprID, e.Location, "%s", e.Message)
			continue
		}
		at, expected := e.Location.Column(), anExpression
		switch {
		case operator == ".?":
			at, expected = at+1, afterDot
		case operator == "[?":
			at++
		default:
			offset, ok := src.LocationOffset(e.Location)
			before := strings.TrimRight(string([]rune(text)[:max(int(offset), 0)]), " \t\r\n\f")
			switch {
			case ok && strings.HasSuffix(before, "["):
				expected = anItem
			case ok && strings.HasSuffix(before, "{"):
				expected = anEntry
			}
		}
		all.ReportErrorAtID(e.ExprID, common.NewLocation(e.Location.Line(), at), "Syntax error: extraneous input '?' expecting %s", expected)
	}
	return cel.NewIssues(all)
}
