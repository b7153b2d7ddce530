package upgrade

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/schema"
)

func (w *keyword) rule() {
	was, _ := w.Before.(*schema.ValidationRule)
	is, _ := w.After.(*schema.ValidationRule)
	if was == nil && is == nil {
		w.say(&equivalent, "the CEL rules of %s are in another order", w.field())
		return
	}
	parse := w.parser(w.At.New)
	if parse != nil && (w.narrows || w.widens) {
		if w.narrows && w.judge.Implied(parse, is, w.At.Old.XValidations(), w.At) {
			w.narrows = false
			if was == nil {
				w.say(&ruleOnNew, "%s has a new CEL rule, which passes for all that was accepted: %s", w.field(), shortened(is.Rule))
				return
			}
		}
		if w.widens && w.judge.Implied(parse, was, w.At.New.XValidations(), nil) {
			w.widens = false
		}
	}
	if w.narrows && was == nil && !w.readsStatus(is) && w.neverFails() {
		w.say(&ruleOnNew, "%s has a new CEL rule that refuses nothing that the rest of the schema accepts: %s", w.field(), shortened(is.Rule))
		return
	}
	if w.narrows && parse != nil && w.judge.Vacuous(parse, is, w.At) {
		w.narrows = false
		if was == nil {
			w.say(&ruleOnNew, "%s has a new CEL rule, which passes for all that was accepted: %s", w.field(), shortened(is.Rule))
			return
		}
	}
	switch {
	case w.narrows && was == nil:
		w.atRule(w.refuses(&ruleAdded, "%s has a new CEL rule: %s", w.field(), shortened(is.Rule)))
	case w.narrows:
		w.atRule(w.refuses(&ruleChanged, "a CEL rule of %s is another: %s", w.field(), shortened(is.Rule)))
	case w.widens && is == nil:
		w.say(&ruleRelaxed, "a CEL rule of %s is gone: %s", w.field(), shortened(was.Rule))
	case w.widens:
		w.say(&ruleRelaxed, "a CEL rule of %s accepts more: %s", w.field(), shortened(is.Rule))
	case w.Effect.Has(schemadiff.Meaning):
		w.say(&reasonChanged, "a CEL rule of %s refuses with another reason or field path", w.field())
	case w.Effect.Has(schemadiff.Documents):
		w.say(&messageChanged, "a CEL rule of %s refuses in other words", w.field())
	default:
		w.say(&equivalent, "a CEL rule of %s says the same in another way", w.field())
	}
}

// readsStatus reports whether a CEL rule of the root reads the status: a create drops the status after it sets the
// defaults.
func (w *keyword) readsStatus(r *schema.ValidationRule) bool {
	return w.At.Parent == nil && w.pair.new.HasStatus() && strings.Contains(r.Rule, "status")
}

func (w *keyword) atRule(n *Change) {
	n.New = w.Path().Child("rule")
	if w.Before != nil {
		n.Old = w.OldPath().Child("rule")
	}
	if is := w.After.(*schema.ValidationRule); strings.Contains(is.Rule, "oldSelf") && !tighter.OptionalOldSelf(is) {
		n.Effect = "updates that break it are refused"
	}
}
