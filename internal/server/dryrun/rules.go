package dryrun

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Rules evaluates the x-kubernetes-validations of a schema and returns the errors. It must be safe for concurrent use,
// and stop when the context is done.
type Rules func(context.Context, RuleInput) finding.List

// RuleInput is the input of Rules, which must not change it.
type RuleInput struct {
	// Object is the object with its defaults, before it is stored.
	Object map[string]any
	// Old is the object that it replaces; nil on create.
	Old map[string]any
	// Correlated pairs their parts, for ratcheting; nil on create, and for a server without ratcheting.
	Correlated *common.CorrelatedObject
	// Forgive receives the errors about unchanged values, which become warnings; it may be nil.
	Forgive func(finding.Finding)
	// Of is the server's behaviour for objects.
	Of *behaviour.Objects
	// Watcher receives the result of each rule; it may be nil.
	Watcher validate.Watcher
	// First stops the evaluation at the first rule that fails.
	First bool
}

// evaluateRules evaluates the rules, unless earlier errors mean that they cannot rely on the types and sizes of values.
// It mirrors the end of Validate of pkg/registry/customresource/strategy.go.
func (q *request) evaluateRules() {
	if !q.v.hasRules {
		return
	}
	if q.blocked() {
		q.observed.RulesBlocked = true
		q.add(finding.Invalid(code.RulesNotChecked, nil, nil,
			"some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"))
		q.trace.add(Evaluate, Skipped, nil, nil, "the object is invalid")
		return
	}
	rules := q.v.rules()
	if rules == nil {
		q.trace.add(Evaluate, Skipped, nil, nil, "no evaluator was given")
		return
	}
	failed := rules(q.opts.Context, RuleInput{
		Object: q.obj, Old: q.old, Correlated: q.correlate(), Of: &q.resource.server.Objects, Watcher: q.resource.watcher(), First: q.opts.FirstRule,
		Forgive: func(f finding.Finding) { // in the order of evaluation, as the server warns
			f.WordedBy(q.resource.words)
			text := f.ServerMessage()
			q.warnings.Add(f.Path.Server() + ": " + text)
			q.trace.addFrom(q.v, "x-kubernetes-validations", Entry{Stage: Evaluate, Action: Forgave, At: f.Path, Value: f.Value, Reason: text + Unchanged})
		},
	})
	if i := slices.IndexFunc(failed, func(f finding.Finding) bool { return f.Code == code.CELStopped }); i >= 0 {
		q.out.Stopped = &failed[i]
	}
	q.add(failed...)
}

// blocked reports whether an earlier error prevents the evaluation of rules (hasBlockingErr of strategy.go).
func (q *request) blocked() bool {
	for i := range q.found {
		switch q.found[i].Type {
		case field.ErrorTypeNotSupported:
			if q.resource.server.Checks.EnumBlocksRules {
				return true
			}
		case field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

// refuseIfInvalid answers 422 if there are findings.
func (q *request) refuseIfInvalid() bool {
	if len(q.found) == 0 {
		return false
	}
	for i := range q.found {
		q.found[i].WordedBy(q.resource.words)
	}
	q.out.Findings, q.out.Rest = findinglimit.First(q.sorted(q.found), q.opts.Most)
	kind := q.object().GroupVersionKind() // a patch may have changed it
	answer.InvalidAndMore(&q.out.APIServer, qualified(kind.Kind, kind.Group), q.object().GetName(), q.out.Findings, findinglimit.Causes(q.out.Rest))
	return true
}

// qualified returns a kind with its group, as messages name it.
func qualified(kind, group string) string {
	if group == "" {
		return kind
	}
	return kind + "." + group
}
