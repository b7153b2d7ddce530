package celrule

import (
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/text/code"
)

// parse returns the errors of a text.
type parse func(text string) []*common.Error

// renamed returns the errors of a parser that continues after a missing name.
func (b *base) renamed(text string, src common.Source, issues *cel.Issues) *cel.Issues {
	if b.of.Checker.OptionalSyntax {
		return issues
	}
	all := common.NewErrors(src)
	for _, e := range b.named(text, b.withoutOptionalItems) {
		all.ReportErrorAtID(e.ExprID, e.Location, "%s", withoutNothing(e.Message))
	}
	return cel.NewIssues(all)
}

// named returns the errors of a text. The old parser expected a name after each dot, and no question mark. It inserted
// a missing name or skipped an unexpected token, and continued.
func (b *base) named(text string, errorsOf parse) []*common.Error {
	if b.of.Checker.OptionalSyntax {
		return errorsOf(text)
	}
	src := common.NewTextSource(text)
	var found []*common.Error
	var added []int // offsets of inserted names, in the text at that time
	place := func(offset int) common.Location {
		for _, at := range slices.Backward(added) {
			if offset > at {
				offset = max(at, offset-len(madeUp))
			}
		}
		at, _ := src.OffsetLocation(int32(offset))
		return at
	}
	report := func(offset int, message string) {
		found = append(found, &common.Error{Location: place(offset), Message: "Syntax error: " + message})
	}
	for now := text; ; {
		errs := errorsOf(now)
		s := nextStumble(now, errs)
		if s == nil {
			source, tokens := common.NewTextSource(now), readable(now, errs)
			for _, e := range errs {
				if s := stumbleAt(tokens, e); s != nil {
					e.Message = "Syntax error: mismatched input '" + s.token + "' expecting IDENTIFIER"
				}
				if offset, ok := source.LocationOffset(e.Location); ok {
					e.Location = place(int(offset))
				}
			}
			return append(found, errs...)
		}
		characters := []rune(now)
		if s.extra {
			report(s.at, "extraneous input '"+s.token+"' expecting IDENTIFIER")
			for i := range []rune(s.token) {
				characters[s.at+i] = nothing
			}
			now = string(characters)
			continue
		}
		report(s.at, "missing IDENTIFIER at '"+s.token+"'")
		now = string(characters[:s.dot]) + madeUp + string(characters[s.dot:])
		added = append(added, s.dot)
	}
}

const (
	// madeUp is inserted for a missing name.
	madeUp = "_ "
	// nothing is white space that nobody writes. It replaces skipped characters, and is removed from quotes in
	// messages.
	nothing = '\f'
)

// stumble is a token after a dot that is no name.
type stumble struct {
	dot, at int // the end of the dot and the start of the token, in characters
	token   string
	extra   bool // a name follows the token
	behind  bool // the token may follow a name
}

// nextStumble returns the first stumble after which an old parser continued, or nil.
func nextStumble(text string, errs []*common.Error) *stumble {
	src := readable(text, errs)
	for _, e := range errs {
		if s := stumbleAt(src, e); s != nil && (s.extra || s.behind) {
			return s
		}
	}
	return nil
}

// readable returns a text in which spaces replace characters that are no token according to errors.
func readable(text string, errs []*common.Error) common.Source {
	src := common.NewTextSource(text)
	characters := []rune(text)
	for _, e := range errs {
		offset, ok := src.LocationOffset(e.Location)
		if !ok {
			continue
		}
		for i, r := range []rune(code.NoToken(e.Message)) {
			if r != '\n' {
				characters[int(offset)+i] = ' '
			}
		}
	}
	return common.NewTextSource(string(characters))
}

// stumbleAt returns the stumble of an error; nil if the error is another one.
func stumbleAt(src common.Source, e *common.Error) *stumble {
	if !code.NoName(e.Message) {
		return nil
	}
	offset, ok := src.LocationOffset(e.Location)
	if !ok {
		return nil
	}
	text := []rune(src.Content())
	before, after := string(text[:offset]), string(text[offset:])
	open, end := read(before)
	s := &stumble{dot: len([]rune(before[:end])), at: int(offset), token: "<EOF>", behind: open == ""}
	if after == "" {
		return s
	}
	kind, end, ok := lexOne(after, 0)
	if !ok {
		return nil
	}
	s.token, s.behind = after[:end], behindName(kind, open)
	if next := skipBlank(after, end); next < len(after) {
		kind, _, ok := lexOne(after, next)
		s.extra = ok && kind == tokenIdent
	}
	return s
}

// behindName reports whether a token may follow a name inside the open brackets.
func behindName(kind tokenKind, open string) bool {
	switch {
	case kind == tokenAnd || kind == tokenOr || kind.relation():
		return true
	case kind == ':' && strings.HasSuffix(open, "{"):
		return true
	case open != "" && kind == tokenKind(closing[open[len(open)-1]]):
		return true
	case kind == ',':
		return open != "" && !strings.HasSuffix(open, "?")
	}
	return strings.IndexByte(".[(?+-*/%", byte(kind)) >= 0
}

// closing maps opening tokens to their closing ones.
var closing = map[byte]byte{'(': ')', '[': ']', '{': '}', '?': ':'}

// read returns the opening tokens of a text that are not closed, and the end of the last token.
func read(text string) (open string, end int) {
	for i := skipBlank(text, 0); i < len(text); i = skipBlank(text, i) {
		kind, next, ok := lexOne(text, i)
		if !ok {
			i++
			continue
		}
		i, end = next, next
		switch c := byte(kind); c {
		case '(', '[', '{', '?':
			open += string(rune(c))
		case ':':
			open = strings.TrimSuffix(open, "?")
		case ')', ']', '}':
			if open = strings.TrimRight(open, "?"); open != "" {
				open = open[:len(open)-1]
			}
		}
	}
	return open, end
}

// withoutNothing removes nothing from a message. The rest may be a name for which cel-go has a message about keywords.
func withoutNothing(message string) string {
	if !strings.ContainsRune(message, nothing) {
		return message
	}
	return code.NameIsKeyword(strings.ReplaceAll(message, string(nothing), ""))
}
