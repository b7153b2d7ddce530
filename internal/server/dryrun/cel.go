package dryrun

import (
	"context"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// CEL returns the evaluator of CEL rules for Server.Rules. The resources of a run should share the compiler, so that
// equal rules are compiled once.
func CEL(c *celrule.Compiler) func(*schematree.Tree) Rules {
	return func(t *schematree.Tree) Rules {
		rules := validate.NewRules(c, t, 0, true)
		return func(ctx context.Context, in RuleInput) (failed finding.List) {
			var old any
			if in.Old != nil {
				old = in.Old
			}
			failed, _ = rules.Evaluate(ctx, nil, in.Object, old, validate.Evaluation{
				Of:         in.Of,
				Budget:     validate.RuntimeBudget,
				Correlated: in.Correlated,
				Watcher:    in.Watcher,
				First:      in.First,
				Warn:       in.Forgive,
			})
			return failed
		}
	}
}
