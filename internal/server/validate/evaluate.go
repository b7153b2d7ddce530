package validate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// rules evaluates the rules of one schema on a value.
func (v *evaluator) rules(r *Rules, at *finding.Path, value, old any, c correlation) {
	typ := r.schema.Type
	if r.broken != "" {
		// Such a schema has no rules.
		v.add(finding.Invalid(code.CELNotEvaluated, at, typ, "rule compiler initialization error: "+r.broken))
	}
	rules := r.own()
	if len(rules) == 0 {
		return
	}
	const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run"
	if v.budget <= 0 {
		v.stop(finding.Invalid(code.CELNotEvaluated, at, typ, outOfBudget))
		return
	}
	variables := r.activate(value, old)
	here := at
	for _, rule := range rules {
		if v.enough() {
			return
		}
		if rule.expression == nil {
			continue // the rule is empty
		}
		if err := rule.expression.Error; err != nil {
			v.add(finding.Invalid(code.CELNotEvaluated, at, typ, "rule compile error: "+err.Detail))
			continue
		}
		optional := rule.OptionalOldSelf != nil && *rule.OptionalOldSelf
		if rule.expression.UsesOldSelf && old == nil && !optional {
			v.watch(rule, RuleWithoutOld)
			continue // a transition rule needs an old value
		}
		result, spent, err := v.run(rule.plan(), variables.of(optional), rule.at, "rule")
		if v.halt(rule, at, err) {
			return
		}
		if spent > uint64(v.budget) {
			v.budget = 0
			v.stop(finding.Invalid(code.CELNotEvaluated, at, typ, outOfBudget))
			return
		}
		v.budget -= int64(spent)
		if v.watcher != nil {
			v.branches(rule, variables.of(optional))
		}
		if err != nil {
			v.watch(rule, RuleErred)
			if code.OfUnknownType(err, celrule.UnreadableType) {
				err = errUnreadable
			}
			if !v.failedToRun(rule, at, typ, err) {
				return
			}
			continue
		}
		if result == types.True {
			v.watch(rule, RulePassed)
			continue
		}
		below := at
		if rule.fieldPath != "" {
			below = at.Child(rule.fieldPath).At(here.Child(rule.fields...))
		}
		if !v.failed(rule, below, subject{r, value, variables, c}) {
			return
		}
		if !v.of.FieldPathsAlone {
			at = below
		}
	}
}

// errUnreadable is the server's error about an object whose schema has neither properties nor additionalProperties.
var errUnreadable = errors.New("invalid object type, expected either Properties or AdditionalProperties with Allows=true and non-empty Schema")

// failedToRun reports an error of evaluation, and returns whether later rules are evaluated.
func (v *evaluator) failedToRun(rule *rule, at *finding.Path, typ string, err error) bool {
	switch {
	case code.NoOverloadAtRunTime(err):
		// To the compiler an int-or-string has any type.
		v.add(v.about(rule, finding.Invalid(code.CELNotEvaluated, at, typ, fmt.Sprintf(
			"'%v': call arguments did not match a supported operator, function or macro signature for rule: %v", err, rule.text()))))
	case code.CostLimitHit(err):
		v.stop(v.about(rule, finding.Invalid(code.CELNotEvaluated, at, typ, fmt.Sprintf(
			"'%v': no further validation rules will be run due to call cost exceeds limit for rule: %v", err, rule.text()))))
		return false
	default:
		v.add(v.about(rule, finding.Invalid(code.CELNotEvaluated, at, typ, fmt.Sprintf("%v evaluating rule: %v", err, rule.text()))))
	}
	return true
}

// subject is a value on which rules are evaluated.
type subject struct {
	rules     *Rules
	value     any
	variables activations
	correlation
}

// failed reports a rule that is false, at its fieldPath. It returns whether later rules are evaluated.
func (v *evaluator) failed(rule *rule, at *finding.Path, of subject) bool {
	forgiven := !rule.expression.UsesOldSelf && of.unchanged()
	if forgiven {
		v.watch(rule, RuleForgiven)
	} else {
		v.watch(rule, RuleFailed)
	}
	report := func(f finding.Finding) {
		switch {
		case !forgiven:
			v.add(v.about(rule, f))
		case v.warn != nil:
			v.warn(v.about(rule, f))
		}
	}
	ruleText := rule.text()
	detail := ruleText
	switch {
	case rule.Message == "":
		detail = "failed rule: " + ruleText
	case !v.of.TrimmedMessages:
		detail = rule.Message
	}
	if rule.messageProgram() != nil {
		// Message expressions always have a plain oldSelf, not an optional.
		message, stop := v.evaluateMessage(rule, at, of.variables.plain)
		if v.budget < 0 {
			return false // it was halted
		}
		if stop != "" {
			report(finding.Invalid(code.CELNotEvaluated, at, of.rules.schema.Type, stop))
			v.budget = -1
			return false
		}
		if message != "" {
			detail, ruleText = message, message
		}
	}
	value := of.value
	switch t := of.rules.schema.Type; {
	case !v.of.RuleValues:
		value = t
	case t == "object" || t == "array":
		value = field.OmitValueType{}
	}
	report(byReason(rule, at, value, detail).With(finding.Facts{ValidatorText: ruleText}))
	return true
}

func byReason(rule *rule, at *finding.Path, value any, detail string) finding.Finding {
	reason := ""
	if rule.Reason != nil {
		reason = *rule.Reason
	}
	switch reason {
	case "FieldValueForbidden":
		return finding.Forbidden(code.CELFailed, at, detail)
	case "FieldValueRequired":
		return finding.Required(code.CELFailed, at, detail)
	case "FieldValueDuplicate":
		return finding.Duplicate(code.CELFailed, at, value) // the server drops the message
	}
	return finding.Invalid(code.CELFailed, at, value, detail)
}

// evaluateMessage evaluates a message expression and returns the message, or the error after which the server evaluates
// no further rule. If both are empty, the message of the rule is used: the server only logs other errors.
func (v *evaluator) evaluateMessage(rule *rule, at *finding.Path, variables interpreter.Activation) (message, stop string) {
	result, spent, err := v.run(rule.messageProgram(), variables, rule.at, "messageExpression")
	if v.halt(rule, at, err) {
		return "", ""
	}
	if spent > uint64(v.budget) {
		v.budget = 0
		return "", "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
	}
	if code.CostLimitHit(err) {
		return "", fmt.Sprintf("no further validation rules will be run due to call cost exceeds limit for messageExpression: %q", rule.MessageExpression)
	}
	v.budget -= int64(spent)
	text, _ := result.(types.String) // neither an error nor null is a string
	message = strings.TrimSpace(string(text))
	// Carriage returns are allowed.
	if len(message) > celconfig.MaxEvaluatedMessageExpressionSizeBytes || strings.Contains(message, "\n") {
		return "", ""
	}
	return message, ""
}

// run evaluates the program of a field of a rule. Its cost is always known, as programs are planned with cost tracking.
func (v *evaluator) run(p *celrule.Program, variables interpreter.Activation, rule *finding.Path, field string) (ref.Val, uint64, error) {
	result, spent, err := p.Evaluate(v.ctx, variables)
	if v.observe != nil {
		v.observe(rule.Child(field), spent)
	}
	return result, spent, err
}

// add adds a finding.
func (v *evaluator) add(f finding.Finding) {
	v.found = append(v.found, f)
}

// halt stops the evaluation if a limit of crdtool, which the server does not have, ended it.
func (v *evaluator) halt(rule *rule, at *finding.Path, err error) bool {
	why, halted := celrun.Stopped(v.ctx, err)
	if halted {
		v.budget = 0
		v.stop(v.about(rule, finding.Finding{Code: code.CELStopped, Type: field.ErrorTypeInternal, Path: at,
			Detail: fmt.Sprintf("the evaluation of the rule was stopped because %s: %s", why, rule.text())}))
	}
	return halted
}

// stop reports the finding that ends the evaluation.
func (v *evaluator) stop(f finding.Finding) {
	v.add(f)
	v.budget = -1
}

// about adds the rule's path in the CRD to a finding.
func (v *evaluator) about(rule *rule, f finding.Finding) finding.Finding {
	f.Related = append(f.Related, finding.Related{Message: rule.Rule, Path: rule.at})
	return f
}

// text returns the server's name for a rule: its message, or the rule.
func (r *rule) text() string {
	if r.Message != "" {
		return strings.TrimSpace(r.Message)
	}
	return strings.TrimSpace(r.Rule)
}

// activations are the variables of rules: with a plain and with an optional oldSelf.
type activations struct{ plain, optional *activation }

func (a activations) of(optional bool) interpreter.Activation {
	if optional {
		return a.optional
	}
	return a.plain
}

type activation struct {
	self, oldSelf ref.Val
	hasOldSelf    bool
}

// ResolveName implements interpreter.Activation.
func (a *activation) ResolveName(name string) (any, bool) {
	switch name {
	case "self":
		return a.self, true
	case "oldSelf":
		return a.oldSelf, a.hasOldSelf
	}
	return nil, false
}

// Parent implements interpreter.Activation.
func (a *activation) Parent() interpreter.Activation { return nil }

func (r *Rules) activate(value, old any) activations {
	plain := &activation{self: common.UnstructuredToVal(value, r.view)}
	if !r.usesOldSelf {
		return activations{plain, plain}
	}
	optional := &activation{self: plain.self, oldSelf: types.OptionalNone, hasOldSelf: true}
	if old != nil {
		plain.oldSelf, plain.hasOldSelf = common.UnstructuredToVal(old, r.view), true
		optional.oldSelf = types.OptionalOf(plain.oldSelf)
	}
	return activations{plain, optional}
}
