package compare

import (
	"testing"

	"github.com/crdtool/crdtool/internal/golden"
)

func TestIsCEL(t *testing.T) {
	const schema = "spec.validation.openAPIV3Schema"
	for _, test := range []struct {
		cause golden.Cause
		want  bool
	}{
		{golden.Cause{Reason: "FieldValueInvalid", Field: schema + ".x-kubernetes-validations[0].rule", Message: "m"}, true},
		{golden.Cause{Reason: "FieldValueForbidden", Field: schema, Message: "Forbidden: x-kubernetes-validations estimated rule cost total"}, true},
		{golden.Cause{Reason: "InternalError", Field: schema + ".x-kubernetes-validations", Message: "m"}, true},
		// Rules are forbidden in junctors, whatever they say.
		{golden.Cause{Reason: "FieldValueForbidden", Field: schema + ".anyOf[0].x-kubernetes-validations", Message: "Forbidden: must be empty to be structural"}, false},
		{golden.Cause{Reason: "FieldValueInvalid", Field: schema + ".properties[a].default", Message: `Invalid value: "x": failed rule: false`}, true},
		{golden.Cause{Reason: "FieldValueInvalid", Field: schema + ".properties[a].default", Message: `Invalid value: "x": must be y`}, false},
		{golden.Cause{Reason: "FieldValueRequired", Field: schema + ".type", Message: "m"}, false},
	} {
		if got := isCEL(test.cause); got != test.want {
			t.Errorf("%+v: got %v", test.cause, got)
		}
	}
}

func TestEqualWithoutCEL(t *testing.T) {
	rule := golden.Cause{Reason: "FieldValueInvalid", Field: "x-kubernetes-validations[0].rule", Message: "m"}
	other := golden.Cause{Reason: "FieldValueRequired", Field: "spec.group", Message: "m"}
	refused := func(causes ...golden.Cause) golden.Answer {
		return golden.Answer{Code: 422, Message: golden.InvalidMessage("n", causes), Causes: causes}.Canonical()
	}
	accepted := golden.Answer{Accepted: true, Code: 201, Warnings: []string{"w"}}.Canonical()
	for _, test := range []struct {
		name           string
		want, got      golden.Answer
		equal, changed bool
	}{
		{"refused for CEL alone", refused(rule), accepted, true, true},
		{"and for something else", refused(rule, other), refused(other), true, true},
		{"something else is missing", refused(rule, other), accepted, false, true},
		{"no CEL", refused(other), accepted, false, false},
	} {
		equal, changed := equalWithoutCEL(test.want, test.got, isCEL)
		if equal != test.equal || changed != test.changed {
			t.Errorf("%s: got equal %v, changed %v", test.name, equal, changed)
		}
	}
}
