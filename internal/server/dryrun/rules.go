package dryrun

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
)

// Rules evaluates the x-kubernetes-validations of a schema. It returns the
// errors. It must be safe for concurrent use, and end when the context is done.
type Rules func(context.Context, RuleInput) finding.List

// RuleInput is what rules are evaluated on. Rules must not change it.
type RuleInput struct {
	// Object is the object with its defaults, as it is about to be stored.
	Object map[string]any
	// Old is the object that it replaces; nil on create.
	Old map[string]any
	// Correlated pairs their parts, for ratcheting; nil on create, and of a server that
	// forgives nothing.
	Correlated *common.CorrelatedObject
	// Forgive takes the errors that are forgiven because nothing changed, of which the server
	// warns; it may be nil.
	Forgive func(finding.Finding)
	// Of is what the server does with objects.
	Of *kube.Objects
	// Watcher is told what comes of each rule; it may be nil.
	Watcher validate.Watcher
	// First ends the evaluation at the first rule that is failed.
	First bool
}

// evaluateRules evaluates the rules, unless the object is so wrong that they
// could not rely on its types and sizes. It mirrors the end of Validate of
// pkg/registry/customresource/strategy.go.
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

// blocked reports whether an error is of those that keep rules from being
// evaluated (hasBlockingErr there).
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

// refuseIfInvalid answers 422 if anything was found.
func (q *request) refuseIfInvalid() bool {
	if len(q.found) == 0 {
		return false
	}
	for i := range q.found {
		q.found[i].WordedBy(q.resource.words)
	}
	q.out.Findings, q.out.Rest = findinglimit.First(q.sorted(q.found), q.opts.Most)
	kind := q.object().GroupVersionKind() // a patch may have changed it
	q.out.APIServer.InvalidAndMore(qualified(kind.Kind, kind.Group), q.object().GetName(), q.out.Findings, findinglimit.Causes(q.out.Rest))
	return true
}

// qualified is a kind with its group, as messages name it.
func qualified(kind, group string) string {
	if group == "" {
		return kind
	}
	return kind + "." + group
}
