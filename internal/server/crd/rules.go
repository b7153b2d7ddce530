package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/fieldpath"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// reasonValue is printed in messages like a value of the server's named string type: as JSON.
type reasonValue string

var reasons = []string{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"}

// ruleFields checks the fields of x-kubernetes-validations, without compiling the expressions.
func (k *checker) ruleFields(t *schematree.Tree, n *schematree.Node) {
	for i := range n.XValidations() {
		k.rule(t, n, i)
	}
}

func (k *checker) rule(t *schematree.Tree, n *schematree.Node, i int) {
	r := &n.XValidations()[i]
	at := func(name string) *finding.Path {
		return t.Path(n.ID).Child("x-kubernetes-validations").Index(i).Child(name)
	}
	rule, message := strings.TrimSpace(r.Rule), strings.TrimSpace(r.Message)
	switch {
	case rule == "":
		k.add(finding.Required(code.CELRuleRequired, at("rule"), "rule is not specified"))
	case r.Message != "" && message == "":
		k.add(finding.Invalid(code.CELMessageEmpty, at("message"), r.Message, "must be non-empty if specified"))
	case breaksLine(message):
		k.add(finding.Invalid(code.CELMessageLines, at("message"), r.Message, "must not contain line breaks"))
	case breaksLine(rule) && message == "":
		k.add(finding.Required(code.CELMessageRequired, at("message"), "message must be specified if rule contains line breaks"))
	}
	if r.MessageExpression != "" && strings.TrimSpace(r.MessageExpression) == "" {
		k.add(finding.Required(code.CELMessageExpressionEmpty, at("messageExpression"), "messageExpression must be non-empty if specified"))
	}
	if r.Reason != nil && !slices.Contains(reasons, *r.Reason) {
		k.add(finding.NotSupported(code.CELReasonUnknown, at("reason"), reasonValue(*r.Reason), reasons))
	}
	if r.FieldPath == "" {
		return
	}
	if strings.TrimSpace(r.FieldPath) == "" {
		k.add(finding.Invalid(code.CELFieldPathEmpty, at("fieldPath"), r.FieldPath, "must be non-empty if specified"))
	}
	if breaksLine(r.FieldPath) {
		k.add(finding.Invalid(code.CELFieldPathLines, at("fieldPath"), r.FieldPath, "must not contain line breaks"))
	}
	if !structural.Convertible(t, n.ID) {
		return // the server cannot follow the path then, and accepts it
	}
	switch _, _, err := fieldpath.Follow(r.FieldPath, n.Schema, true); {
	case err == fieldpath.ErrPanics:
		k.panics = at("fieldPath")
	case err != nil:
		k.add(finding.Invalid(code.CELFieldPathForm, at("fieldPath"), r.FieldPath, "must be a valid path"))
	}
}

func breaksLine(s string) bool { return strings.ContainsAny(s, "\n\r") }
