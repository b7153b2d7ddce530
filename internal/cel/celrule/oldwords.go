package celrule

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	celparser "github.com/google/cel-go/parser"

	"github.com/crdtool/crdtool/internal/cel/celolder"
	"github.com/crdtool/crdtool/internal/text/code"
)

// The tokens that the old parser expected where the current one also accepts the question mark of an optional.
const (
	afterDot     = "IDENTIFIER"
	anExpression = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
	anItem       = "{'[', ']', '{', '(', '.', ',', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
	aField       = "{'}', ',', IDENTIFIER}"
	anEntry      = "{'[', '{', '}', '(', '.', ',', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
)

// older returns errors in the words of the server, at the server's places. The errors are about tree; it is nil if the
// text cannot be parsed.
func (b *base) older(text string, src common.Source, tree *ast.AST, issues *cel.Issues) *cel.Issues {
	of := &b.of.Checker
	if of.LineStarts {
		return issues // no older difference applies either
	}
	all := common.NewErrors(src)
	for _, e := range issues.Errors() {
		at, message := e.Location, e.Message
		operator, unsupported := code.UnsupportedSyntax(message)
		switch {
		case unsupported && !of.OptionalSyntax:
			at, message = stumbled(text, src, at, operator)
		case code.MacroArgument(message) && !of.StopsAtErrors:
			at = callBefore(text, src, at)
		}
		if !of.OptionalSyntax {
			message = strings.Replace(message, "'!', '?', ", "'!', ", 1)
			message = strings.Replace(message, "',', '?', IDENTIFIER, ESC_IDENTIFIER", "',', IDENTIFIER", 1)
		}
		if !of.OptionalType {
			message = strings.ReplaceAll(message, types.OptionalType.TypeName()+"(", "optional(")
		}
		message = code.OfTwoTypes(message, func() string { return b.printed(tree, e.ExprID) })
		if line, ok := src.Snippet(at.Line() - 1); ok && e.ExprID != 0 && at.Column() == 0 {
			at = common.NewLocation(at.Line()-1, len([]rune(line))+1)
		}
		all.ReportErrorAtID(e.ExprID, at, "%s", message)
	}
	return cel.NewIssues(all)
}

// printed returns an expression of a tree as the server prints it: as a Go value in memory. Its address differs in each
// answer.
func (b *base) printed(tree *ast.AST, id int64) string {
	if b.of.Checker.OwnTrees {
		return fmt.Sprintf("&{%d 0xN}", id)
	}
	text := ""
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.ID() == id {
			text = celolder.Text(e)
		}
	}))
	return text
}

// stumbled returns the place and the error of a parser without optionals about a question mark that it skips.
func stumbled(text string, src common.Source, at common.Location, operator string) (common.Location, string) {
	column, expected := at.Column(), anExpression
	switch {
	case operator == ".?":
		column, expected = column+1, afterDot
	case operator == "[?":
		column++
	default:
		switch before := strings.TrimRight(textBefore(text, src, at), " \t\r\n\f"); {
		case strings.HasSuffix(before, "["):
			expected = anItem
		case strings.HasSuffix(before, "{"):
			expected = anEntry
			if before = strings.TrimRight(before[:len(before)-1], " \t\r\n\f"); before != "" && inName(before[len(before)-1]) {
				expected = aField
			}
		}
	}
	return common.NewLocation(at.Line(), column), "Syntax error: extraneous input '?' expecting " + expected
}

func inName(c byte) bool { return isLetter(c) || isDigit(c) }

// withoutOptionalItems returns the errors of a parser that expects an item, an entry, a field or an argument after each
// comma. Before an optional one, it inserts the closing bracket in place of the comma, and parses the question mark as
// a conditional.
func (b *base) withoutOptionalItems(text string) []*common.Error {
	var found []*common.Error
	for now := []rune(text); ; {
		_, issues := b.env.Parse(string(now))
		errs := issues.Errors()
		comma, end, e := commaBefore(now, errs)
		if e == nil {
			return append(found, errs...)
		}
		missing := &common.Error{Location: e.Location, Message: "Syntax error: missing '" + string(end) + "' at '?'"}
		if end == ')' {
			at, _ := common.NewTextSource(text).OffsetLocation(int32(comma))
			missing = &common.Error{Location: at, Message: "Syntax error: mismatched input ',' expecting ')'"}
		}
		found = append(found, missing)
		now[comma] = end
	}
}

// commaBefore returns the index of the comma before the first optional item that is an error, and the bracket that
// closes its list. The error is nil if no optional item has one.
func commaBefore(text []rune, errs []*common.Error) (comma int, end rune, e *common.Error) {
	src := common.NewTextSource(string(text))
	for _, e := range errs {
		operator, unsupported := code.UnsupportedSyntax(e.Message)
		isArgument := code.ExtraQuestionMark(e.Message)
		if !isArgument && (!unsupported || operator != "?") {
			continue
		}
		offset, ok := src.LocationOffset(e.Location)
		if !ok {
			continue
		}
		before := strings.TrimRight(string(text[:offset]), " \t\r\n\f")
		list, isItem := strings.CutSuffix(before, ",")
		open, _ := read(list)
		open = strings.TrimRight(open, "?")
		if !isItem || open == "" {
			continue
		}
		if end, ok := closing[open[len(open)-1]]; ok && isArgument == (end == ')') {
			return len([]rune(list)), rune(end), e
		}
	}
	return 0, 0, nil
}

// callBefore returns the place of the call of a macro around one of its arguments.
func callBefore(text string, src common.Source, at common.Location) common.Location {
	before := textBefore(text, src, at)
	for end := len(before); ; {
		open := strings.LastIndexByte(before[:end], '(')
		if open < 0 {
			return at
		}
		if name := strings.TrimRight(before[:open], " \t\r\n\f"); strings.HasSuffix(name, "has") || strings.HasSuffix(name, "map") || strings.HasSuffix(name, "filter") {
			if place, ok := src.OffsetLocation(int32(len([]rune(before[:open])))); ok {
				return place
			}
			return at
		}
		end = open
	}
}

func textBefore(text string, src common.Source, at common.Location) string {
	offset, ok := src.LocationOffset(at)
	if !ok || offset < 0 {
		return ""
	}
	return string([]rune(text)[:offset])
}

// unquoted returns the errors of a parser without quoted names, if there are any. The oldest parsers skip the unknown
// quote.
func (b *base) unquoted(text string, src common.Source) *cel.Issues {
	if b.of.Checker.QuotedNames || !strings.Contains(text, "`") {
		return nil
	}
	p, err := celparser.NewParser(celparser.Macros(b.env.Macros()...), celparser.EnableOptionalSyntax(b.has.Optionals),
		celparser.EnableIdentEscapeSyntax(false))
	if err != nil {
		return nil
	}
	_, errs := p.Parse(src)
	if len(errs.GetErrors()) == 0 {
		return nil // the quotes are in strings
	}
	if b.of.Checker.QuoteSyntax {
		return cel.NewIssues(errs)
	}
	all := common.NewErrors(src)
	without := []rune(text)
	for i, r := range without {
		if r == '`' && !inString(string(without[:i])) {
			without[i] = nothing
			at, _ := src.OffsetLocation(int32(i))
			all.ReportError(at, "Syntax error: token recognition error at: '`'")
		}
	}
	for _, e := range b.named(string(without), func(text string) []*common.Error {
		_, errs := p.Parse(common.NewTextSource(text))
		return errs.GetErrors()
	}) {
		all.ReportErrorAtID(e.ExprID, e.Location, "%s", withoutNothing(e.Message))
	}
	return b.older(text, src, nil, cel.NewIssues(all))
}

// inString reports whether a text ends inside of a string or a comment.
func inString(text string) bool {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '/':
			if strings.HasPrefix(text[i:], "//") {
				end := strings.IndexByte(text[i:], '\n')
				if end < 0 {
					return true
				}
				i += end
			}
		case '\'', '"':
			kind := tokenString
			if i > 0 && (text[i-1] == 'r' || text[i-1] == 'R') {
				kind = tokenRawString
			}
			_, end, ok := lexString(text, i, kind)
			if !ok {
				return true
			}
			i = end - 1
		}
	}
	return false
}
