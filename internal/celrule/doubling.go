package celrule

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
)

// mostExpanded is of how many parts an expression may be once its macros are expanded. The text of
// the longest that is compiled at all has some 50,000.
const mostExpanded = 300_000

// The macros whose expansion has what they stand behind twice.
const (
	optMap     = "optMap"
	optFlatMap = "optFlatMap"
)

// fewDoublings is how many of them can do no harm.
const fewDoublings = 5

// doubles reports whether the macros of a text make too much of it: x.optMap(a, b) has x twice,
// and so 2^30 times if 30 of them follow one another.
func (p *parser) doubles(text string) bool {
	if !p.optional || strings.Count(text, optMap)+strings.Count(text, optFlatMap) <= fewDoublings {
		return false
	}
	tokens, ok := lex(text, nil)
	if !ok {
		return true // cel-go might expand what it can read
	}
	return expanded(text, tokens) > mostExpanded
}

// expanded is about how many parts an expression has once its macros are expanded. Brackets need
// not be in pairs: cel-go expands what it makes of such a text, too.
func expanded(text string, tokens []token) (parts float64) {
	var around []float64 // what stands before the brackets that are open
	chain := 0.0         // what follows one another by dots, and would be doubled next
	for i, t := range tokens {
		switch t.kind {
		case '(', '[', '{':
			around = append(around, parts, chain)
			parts, chain = 0, 0
		case ')', ']', '}':
			within := parts + chain
			parts, chain = 0, 0
			if n := len(around); n > 0 {
				parts, chain = around[n-2], around[n-1]
				around = around[:n-2]
			}
			chain += within + 1
		case tokenIdent:
			chain++
			if name := text[t.start:t.end]; (name == optMap || name == optFlatMap) && i > 0 && tokens[i-1].kind == '.' {
				chain *= 2
			}
		case '.', tokenInt, tokenUint, tokenFloat, tokenString, tokenRawString, tokenTrue, tokenFalse, tokenNull:
			chain++
		case '?':
			if i == 0 || tokens[i-1].kind != '.' {
				parts, chain = parts+chain+1, 0
			}
		default:
			parts, chain = parts+chain+1, 0
		}
	}
	parts += chain
	for _, n := range around {
		parts += n
	}
	return parts
}

// doublingIssues is the error of a text that doubles.
func doublingIssues(src common.Source) *cel.Issues {
	errs := common.NewErrors(src)
	errs.ReportErrorString(common.NewLocation(1, 0), "the macros optMap and optFlatMap have what they stand behind twice, and make more than 300,000 parts of this expression: it is not compiled, and a server may not end compiling it; take a part of it into a rule of its own")
	return cel.NewIssues(errs)
}
