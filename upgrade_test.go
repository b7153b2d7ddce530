package crdtool_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
	"github.com/crdtool/crdtool/report"
)

// TestUpgradeRulesAreTrue proves what the rules about changes say: each object
// was taken as it is by the stored CRD, and is refused by the new one, or comes
// out of it with something missing.
func TestUpgradeRulesAreTrue(t *testing.T) {
	type object = map[string]any
	for _, c := range []struct {
		rule, old, now string
		spec           object
		// lost is set where the object is taken, but not as it is.
		lost bool
	}{
		{"field-removed", "a: {type: string}\nb: {type: string}", "a: {type: string}", object{"b": "x"}, true},
		{"type-changed", "a: {type: string}", "a: {type: integer}", object{"a": "x"}, false},
		{"type-changed", "a: {x-kubernetes-int-or-string: true}", "a: {type: string}", object{"a": int64(1)}, false},
		{"type-changed", "a: {type: number}", "a: {type: integer}", object{"a": 1.5}, false},
		{"required-added", "a: {type: object, properties: {b: {type: string}}}", "a: {type: object, required: [b], properties: {b: {type: string}}}", object{"a": object{}}, false},
		{"enum-narrowed", "a: {type: string}", "a: {type: string, enum: [x]}", object{"a": "z"}, false},
		{"enum-narrowed", "a: {type: string, enum: [x, z]}", "a: {type: string, enum: [x]}", object{"a": "z"}, false},
		{"bounds-tightened", "a: {type: string}", "a: {type: string, maxLength: 2}", object{"a": "xxx"}, false},
		{"bounds-tightened", "a: {type: string}", "a: {type: string, pattern: ^a}", object{"a": "xxx"}, false},
		{"bounds-tightened", "a: {type: string}", "a: {type: string, format: date}", object{"a": "xxx"}, false},
		{"bounds-tightened", "a: {type: integer, maximum: 5}", "a: {type: integer, maximum: 5, exclusiveMaximum: true}", object{"a": int64(5)}, false},
		{"bounds-tightened", "a: {type: integer, minimum: 5}", "a: {type: integer, minimum: 5, exclusiveMinimum: true}", object{"a": int64(5)}, false},
		{"bounds-tightened", "a: {type: integer}", "a: {type: integer, minimum: 0}", object{"a": int64(-1)}, false},
		{"bounds-tightened", "a: {type: array, items: {type: string}}", "a: {type: array, minItems: 1, items: {type: string}}", object{"a": []any{}}, false},
		{"nullable-removed", "a: {type: string, nullable: true}", "a: {type: string}", object{"a": nil}, true},
		{"list-type-changed", "a: {type: array, items: {type: string}}", "a: {type: array, x-kubernetes-list-type: set, items: {type: string}}", object{"a": []any{"x", "x"}}, false},
		{"unknown-fields-pruned", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "a: {type: object, properties: {b: {type: string}}}", object{"a": object{"z": "x"}}, true},
		{"unknown-fields-pruned", "a: {type: object, additionalProperties: {type: string}}", "a: {type: object, properties: {b: {type: string}}}", object{"a": object{"z": "x"}}, true},
		{"rule-added", "a: {type: integer}", "a: {type: integer, x-kubernetes-validations: [{rule: self > 1}]}", object{"a": int64(1)}, false},
		{"branches-changed", "a: {type: integer}", "a: {type: integer, not: {enum: [1]}}", object{"a": int64(1)}, false},
		{"branches-changed", "a: {type: integer, anyOf: [{minimum: 5}, {maximum: 1}]}", "a: {type: integer, anyOf: [{minimum: 5}]}", object{"a": int64(1)}, false},
	} {
		old, now := rules.Document(c.old), rules.Document(c.now)
		if !slices.Contains(upgradeFindings(old, now), c.rule) {
			t.Errorf("%s to %s: %s finds nothing", c.old, c.now, c.rule)
		}
		if found := upgradeFindings(old, old); len(found) > 0 {
			t.Errorf("%s: findings without a change: %v", c.old, found)
		}
		widget := func() object {
			return object{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": object{"name": "w", "namespace": "n"}, "spec": c.spec}
		}
		was, is := create(t, old, widget()), create(t, now, widget())
		if !was.APIServer.Accepted || !reflect.DeepEqual(was.Object["spec"], any(c.spec)) {
			t.Errorf("%s: the old CRD does not take %v as it is: %s", c.old, c.spec, was.APIServer.Message)
		}
		switch {
		case c.lost && (!is.APIServer.Accepted || reflect.DeepEqual(is.Object["spec"], any(c.spec))):
			t.Errorf("%s to %s: nothing of %v is lost: %s", c.old, c.now, c.spec, is.APIServer.Message)
		case !c.lost && is.APIServer.Accepted:
			t.Errorf("%s to %s: %v is not refused", c.old, c.now, c.spec)
		}
	}
}

func upgradeFindings(old, now string) (ids []string) {
	stored := source.Read("old.yaml", []byte(old)).Documents[0]
	selection := rules.Of(rules.Strict)
	selection.Active = slices.DeleteFunc(selection.Active, func(a rules.Active) bool { return a.Topic != rules.Upgrade })
	of := lint.New(kube.Latest).File(source.Read("now.yaml", []byte(now)), lint.Options{
		Old:   func(string) *source.Document { return stored },
		Rules: selection,
	})
	for _, f := range of.Findings {
		ids = append(ids, f.Rule)
	}
	return ids
}

// create tries an object, with unknown fields being no reason to refuse it.
func create(t *testing.T, definition string, object map[string]any) *report.Result {
	t.Helper()
	cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte(definition))
	if err != nil {
		t.Fatal(err)
	}
	result, err := cluster.Create(t.Context(), object, crdtool.RequestOptions{FieldValidation: crdtool.Ignore})
	if err != nil {
		t.Fatal(err)
	}
	return result
}
