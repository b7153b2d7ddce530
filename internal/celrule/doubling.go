package celrule

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
)

// mostDoublings is how many macros that double what they stand behind may follow one another.
// Ten make a thousand of one; people write two or three.
const mostDoublings = 10

// The macros whose expansion has what they stand behind twice.
const (
	optMap     = "optMap"
	optFlatMap = "optFlatMap"
)

// doubles reports whether the macros of a text make so much of it that no server ends
// compiling it: x.optMap(a, b) has x twice, and so 2^30 times if 30 of them follow one another.
func (p *parser) doubles(text string) bool {
	if !p.optional || strings.Count(text, optMap)+strings.Count(text, optFlatMap) <= mostDoublings {
		return false
	}
	tokens, ok := lex(text, nil)
	if !ok {
		return true // cel-go might expand what it can read
	}
	return doublings(text, tokens) > mostDoublings
}

// doublings is how often the part of an expression is doubled that is doubled most often.
func doublings(text string, tokens []token) int {
	var around []chain
	var now chain
	for i, t := range tokens {
		switch t.kind {
		case '(', '[', '{':
			around = append(around, now)
			now = chain{}
		case ')', ']', '}':
			within := now.ended().most
			if len(around) == 0 {
				return 0 // no server reads it
			}
			now, around = around[len(around)-1], around[:len(around)-1]
			now.within = max(now.within, within)
		case tokenIdent:
			if name := text[t.start:t.end]; (name == optMap || name == optFlatMap) && i > 0 && tokens[i-1].kind == '.' {
				now.doublings++
			}
		case '.', tokenInt, tokenUint, tokenFloat, tokenString, tokenRawString, tokenTrue, tokenFalse, tokenNull:
		case '?':
			if i == 0 || tokens[i-1].kind != '.' {
				now = now.ended()
			}
		default:
			now = now.ended()
		}
	}
	return now.ended().most
}

// chain is what follows one another by dots, so far.
type chain struct {
	doublings int // of what stands before
	within    int // the most in brackets, which may be doubled
	most      int // of the chains before it in the same brackets
}

func (c chain) ended() chain { return chain{most: max(c.most, c.doublings+c.within)} }

// doublingIssues is the error of a text that doubles.
func doublingIssues(src common.Source) *cel.Issues {
	errs := common.NewErrors(src)
	errs.ReportErrorString(common.NewLocation(1, 0), "the macros optMap and optFlatMap have what they stand behind twice, and so many of them follow one another that no server ends compiling the expression; take a part of it into a rule of its own")
	return cel.NewIssues(errs)
}
