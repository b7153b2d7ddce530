package tighter

import (
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// Parser parses the text of a CEL rule, without its types; nil if it has errors.
type Parser func(text string) *ast.AST

// Implied reports whether what a CEL rule refuses is refused by others that stand in the
// same place: it is another way to write them, or says less. Of very many others only
// the one that it stands for is looked at, if it stands for one. At is the place, nil if it is
// not to be looked at what the old schema says there of values.
func (j *Judge) Implied(parse Parser, rule, standsFor *schema.ValidationRule, by []schema.ValidationRule, at *schemadiff.Pair) bool {
	if j.implications.Left <= 0 {
		return false
	}
	conclusion := j.parsed(parse, rule.Rule)
	if conclusion == nil {
		return false
	}
	var all []ast.Expr
	add := func(was *schema.ValidationRule) {
		// oldSelf is another type where it is optional, and without an old value rules
		// about it are passed over.
		if OptionalOldSelf(was) != OptionalOldSelf(rule) || aboutChanges(was) && !aboutChanges(rule) {
			return
		}
		if premise := j.parsed(parse, was.Rule); premise != nil {
			all = append(all, premise.Expr())
		}
	}
	if len(by) <= mostPremises {
		for i := range by {
			add(&by[i])
		}
	} else if standsFor != nil {
		add(standsFor)
	}
	e := conclusion.Expr()
	if at != nil && !aboutChanges(rule) {
		if q, ok := j.question(Conclusion{At: at}); ok {
			e = q.new.folding.simplified(e)
			all = append(all, q.facts(e)...)
		}
	}
	return j.implications.Implied(e, all...)
}

// mostPremises is of how many rules in one place each is looked at for each: of more, only the
// one that was replaced.
const mostPremises = 10

// mostImplications bounds the time that following from other rules takes in a CRD to
// some tenths of a second.
const mostImplications = 500_000

// oneParse is for how much of that it counts to look at a rule.
const oneParse = 150

// parsed is a rule that is parsed once for all questions about its place.
func (j *Judge) parsed(parse Parser, text string) *ast.AST {
	j.implications.Left -= oneParse
	tree, known := j.trees[text]
	if known {
		return tree
	}
	j.implications.Left -= len(text) / manyCharacters
	if j.parsedIn += len(text); j.parsedIn > mostParsed || j.trees == nil {
		j.trees, j.parsedIn = map[string]*ast.AST{}, len(text)
	}
	tree = parse(text)
	j.trees[text] = tree
	return tree
}

// manyCharacters is how many characters of a rule are parsed in the time of a value that is tried.
const manyCharacters = 2

// mostParsed is how long the rules are in all that are kept: more than there are in one place of a
// schema that somebody wrote.
const mostParsed = 64 << 10

// OptionalOldSelf reports whether a rule is evaluated where there is no old value.
func OptionalOldSelf(r *schema.ValidationRule) bool {
	return r.OptionalOldSelf != nil && *r.OptionalOldSelf
}

func aboutChanges(r *schema.ValidationRule) bool { return strings.Contains(r.Rule, "oldSelf") }
