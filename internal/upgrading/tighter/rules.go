package tighter

import (
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// Parser parses the text of a CEL rule, without its types; nil if it has errors.
type Parser func(text string) *ast.AST

// Implied reports whether what a CEL rule refuses is refused by others that stand in the
// same place: it is another way to write them, or says less. At is the place, nil if it is
// not to be looked at what the old schema says there of values.
func (j *Judge) Implied(parse Parser, rule *schema.ValidationRule, by []schema.ValidationRule, at *schemadiff.Pair) bool {
	conclusion := parse(rule.Rule)
	if conclusion == nil {
		return false
	}
	var all []ast.Expr
	add := func(was *schema.ValidationRule) {
		// oldSelf is another type where it is optional, and without an old value rules
		// about it are skipped.
		if OptionalOldSelf(was) != OptionalOldSelf(rule) || aboutChanges(was) && !aboutChanges(rule) {
			return
		}
		if premise := parse(was.Rule); premise != nil {
			all = append(all, premise.Expr())
		}
	}
	for i := range by {
		add(&by[i])
	}
	e := conclusion.Expr()
	if at != nil && !aboutChanges(rule) {
		if q, ok := j.question(Conclusion{At: at}); ok {
			e = q.new.folding.simplified(e)
			all = append(all, q.facts(e)...)
		}
	}
	return celfacts.Implied(e, all...)
}

// OptionalOldSelf reports whether a rule is evaluated where there is no old value.
func OptionalOldSelf(r *schema.ValidationRule) bool {
	return r.OptionalOldSelf != nil && *r.OptionalOldSelf
}

func aboutChanges(r *schema.ValidationRule) bool { return strings.Contains(r.Rule, "oldSelf") }
