package celrule

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
)

// Bounds of what is kept of texts that do not parse.
const (
	mostAlike    = 64
	longestAlike = 1 << 10
)

// alike has the errors of texts that do not parse, for texts that are the same but for
// their numbers and strings. cel-go's parser takes a hundred times as long for a text
// with an error as the parser of this package takes to give it up, and generated rules
// have one error many times.
type alike struct {
	mu     sync.Mutex
	errors map[string][]*common.Error
}

// parseAll parses a text that the parser gave up by cel-go's.
func (b *base) parseAll(text string, src common.Source) (*ast.AST, common.Source, *cel.Issues) {
	key, literals := blanked(text)
	if key != "" {
		b.alike.mu.Lock()
		known := b.alike.errors[key]
		b.alike.mu.Unlock()
		if known != nil {
			errs := common.NewErrors(src)
			for _, e := range known {
				errs.ReportErrorAtID(e.ExprID, e.Location, "%s", e.Message)
			}
			return nil, nil, cel.NewIssues(errs)
		}
	}
	a, issues := b.env.Parse(text)
	if len(issues.Errors()) == 0 {
		return a.NativeRep(), a.Source(), nil
	}
	sortErrors(issues)
	if key != "" && speakNotOf(issues.Errors(), text, literals) {
		b.alike.mu.Lock()
		if len(b.alike.errors) < mostAlike {
			if b.alike.errors == nil {
				b.alike.errors = map[string][]*common.Error{}
			}
			b.alike.errors[key] = issues.Errors()
		}
		b.alike.mu.Unlock()
	}
	return nil, nil, issues
}

// blanked returns a text with other numbers and strings of the same lengths, in bytes and in
// runes, which are what costs go by, in the place of its own, and the tokens of those; that of a number begins with its sign. The parser
// goes by the kinds of tokens, so that both
// texts have the same errors at the same places, as long as no message quotes a literal.
// It returns "" for a text that it can't tell the tokens of.
func blanked(text string) (key string, literals []token) {
	b, _, literals := blank(text)
	return string(b), literals
}

// blank is blanked for who goes on from there. It also returns all tokens.
func blank(text string) (key []byte, tokens, literals []token) {
	if len(text) > longestAlike {
		return nil, nil, nil
	}
	tokens, ok := lex(text, make([]token, 0, len(text)/3+4))
	if !ok {
		return nil, nil, nil
	}
	b := []byte(text)
	blank := func(start, end int, by byte) {
		for i := start; i < end; i++ {
			if b[i] < utf8.RuneSelf {
				b[i] = by
			}
		}
	}
	for i, t := range tokens {
		start, end := int(t.start), int(t.end)
		switch {
		case t.kind == tokenInt && end-start <= 18: // it fits into 64 bits
			blank(start, end, '7')
			if i > 0 && tokens[i-1].kind == '-' && (i == 1 || !endsValue(tokens[i-2].kind)) {
				t.start = tokens[i-1].start
			}
			literals = append(literals, t)
		case t.kind == tokenString && end-start > 2 && !strings.HasPrefix(text[start+1:], text[start:start+1]) &&
			!strings.ContainsAny(text[start:end], "\\\t\n\r"): // messages quote those otherwise
			blank(start+1, end-1, 'x')
			literals = append(literals, t)
		}
	}
	return b, tokens, literals
}

// endsValue reports whether a minus behind a token is between two values, and no sign.
func endsValue(k tokenKind) bool {
	switch k {
	case tokenIdent, tokenInt, tokenUint, tokenFloat, tokenString, tokenRawString, tokenTrue, tokenFalse, tokenNull, ')', ']', '}':
		return true
	}
	return false
}

// speakNotOf reports whether errors are those of any text with other literals: that they are
// all that there are, and none of them quotes one.
func speakNotOf(errs []*common.Error, text string, literals []token) bool {
	if len(errs) >= mostErrors {
		return false
	}
	for _, e := range errs {
		for _, l := range literals {
			if strings.Contains(e.Message, strings.Trim(text[l.start:l.end], `-'" `)) {
				return false
			}
		}
	}
	return true
}
