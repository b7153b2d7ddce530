package lint_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestUpgradeRulesAreTrue proves what the rules about changes say: each object
// was taken as it is by the stored CRD, and is refused by the new one, or comes
// out of it with something missing. A comparison finds such an object for itself.
func TestUpgradeRulesAreTrue(t *testing.T) {
	differ := diffrun.New(kube.Latest, diffrun.Options{})
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
		{"unknown-fields-checked", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "a: {type: object, additionalProperties: {type: string}}", object{"a": object{"z": int64(1)}}, false},
		{"unknown-fields-checked", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "a: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {z: {type: object}}}", object{"a": object{"z": object{"y": "x"}}}, true},
		{"unknown-fields-checked", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "a: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {z: {type: string}}}", object{"a": object{"z": int64(1)}}, false},
		{"unknown-fields-checked", "a: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true, required: [b], properties: {b: {type: string}}}}",
			"a: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true, required: [b], properties: {b: {type: string}, z: {type: integer}}}}", object{"a": []any{object{"b": "x", "z": "x"}}}, false},
		{"unknown-fields-checked", "a: {type: object, additionalProperties: {type: object, x-kubernetes-preserve-unknown-fields: true}}",
			"a: {type: object, additionalProperties: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {z: {type: array, items: {type: string}}}}}", object{"a": object{"k": object{"z": "x"}}}, false},
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
		found := differ.Compare(source.Read("old.yaml", []byte(old)).Documents[0], source.Read("new.yaml", []byte(now)).Documents[0])
		if !slices.ContainsFunc(found.Changes, func(n report.Change) bool { return n.Code == c.rule && n.Witness != nil }) {
			t.Errorf("%s to %s: no object is found that shows %s", c.old, c.now, c.rule)
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

// TestUpgradeSentencesAreTrue holds what the rules about changes say of stored objects
// against updates: as long as what is named stays the same, the object is taken with
// any other change, and no longer than that.
func TestUpgradeSentencesAreTrue(t *testing.T) {
	type object = map[string]any
	const passes = "stored ones pass until they change"
	for _, c := range []struct {
		old, now string
		// stored is what is in the cluster, same the same with a change elsewhere, other
		// with a change of what is named.
		stored, same, other object
		says                string
	}{
		{"a: {type: string}", "a: {type: string, maxLength: 2}", object{"a": "xxx"}, object{"a": "xxx", "z": "new"}, object{"a": "xxxx"}, passes},
		{"a: {type: string}", "a: {type: string, pattern: ^a}", object{"a": "xxx"}, object{"a": "xxx", "z": "new"}, object{"a": "xxxx"}, passes},
		{"a: {type: string}", "a: {type: string, enum: [x]}", object{"a": "xxx"}, object{"a": "xxx", "z": "new"}, object{"a": "xxxx"}, passes},
		{"a: {type: array, items: {type: string}}", "a: {type: array, maxItems: 1, items: {type: string}}",
			object{"a": []any{"x", "y"}}, object{"a": []any{"x", "y"}, "z": "new"}, object{"a": []any{"x", "z"}}, passes},
		{"a: {type: array, items: {type: string}}", "a: {type: array, items: {type: string, maxLength: 2}}",
			object{"a": []any{"xxx", "y"}}, object{"a": []any{"xxx", "y"}, "z": "new"}, object{"a": []any{"xxx", "z"}}, "stored ones pass until spec.a changes"},
		{"a: {type: array, x-kubernetes-list-type: set, items: {type: string}}", "a: {type: array, x-kubernetes-list-type: set, items: {type: string, maxLength: 2}}",
			object{"a": []any{"xxx", "y"}}, object{"a": []any{"xxx", "y"}, "z": "new"}, object{"a": []any{"xxx", "z"}}, "stored ones pass until spec.a changes"},
		{"a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}, v: {type: string}}}}",
			"a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}, v: {type: string, maxLength: 2}}}}",
			object{"a": []any{object{"k": "1", "v": "xxx"}}}, object{"a": []any{object{"k": "0"}, object{"k": "1", "v": "xxx"}}, "z": "new"}, object{"a": []any{object{"k": "1", "v": "xxxx"}}}, passes},
		{"a: {type: array, items: {type: array, items: {type: object, properties: {v: {type: string}}}}}", "a: {type: array, items: {type: array, items: {type: object, properties: {v: {type: string, maxLength: 2}}}}}",
			object{"a": []any{[]any{object{"v": "xxx"}}}}, object{"a": []any{[]any{object{"v": "xxx"}}}, "z": "new"}, object{"a": []any{[]any{object{"v": "xxx"}}, []any{}}}, "stored ones pass until spec.a changes"},
		{"a: {type: object, additionalProperties: {type: string}}", "a: {type: object, additionalProperties: {type: string, maxLength: 2}}",
			object{"a": object{"k": "xxx"}}, object{"a": object{"k": "xxx", "l": "y"}}, object{"a": object{"k": "xxxx"}}, passes},
		{"a: {type: object, x-kubernetes-map-type: atomic, properties: {b: {type: string}, c: {type: string}}}", "a: {type: object, x-kubernetes-map-type: atomic, properties: {b: {type: string, maxLength: 2}, c: {type: string}}}",
			object{"a": object{"b": "xxx"}}, object{"a": object{"b": "xxx", "c": "y"}}, object{"a": object{"b": "xxxx"}}, passes},
		{"a: {type: object, properties: {b: {type: string}, c: {type: string}}}", "a: {type: object, required: [b], properties: {b: {type: string}, c: {type: string}}}",
			object{"a": object{}}, object{"a": object{}, "z": "new"}, object{"a": object{"c": "x"}}, "stored ones pass until spec.a changes"},
		{"a: {type: integer}\nz: {type: string}", "a: {type: integer, x-kubernetes-validations: [{rule: self > 1}]}\nz: {type: string}",
			object{"a": int64(1)}, object{"a": int64(1), "z": "new"}, object{"a": int64(0)}, passes},
		{"a: {type: array, maxItems: 5, items: {type: integer}}\nz: {type: string}", "a: {type: array, maxItems: 5, items: {type: integer, x-kubernetes-validations: [{rule: self > 1}]}}\nz: {type: string}",
			object{"a": []any{int64(1)}}, object{"a": []any{int64(1)}, "z": "new"}, object{"a": []any{int64(1), int64(2)}}, "stored ones pass until spec.a changes"},
		{"a: {type: integer}", "a: {type: integer, not: {enum: [1, 0]}}", object{"a": int64(1)}, object{"a": int64(1), "z": "new"}, object{"a": int64(0)}, passes},
		{"a: {type: array, items: {type: string, nullable: true}}", "a: {type: array, items: {type: string}}",
			object{"a": []any{nil}}, object{"a": []any{nil}, "z": "new"}, object{"a": []any{nil, "x"}}, "null is refused there; stored ones pass until spec.a changes"},
		{"a: {type: array, items: {type: string}}", "a: {type: array, x-kubernetes-list-type: set, items: {type: string}}",
			object{"a": []any{"x", "x"}}, object{"a": []any{"x", "x", "y"}}, nil, "spec.a was an atomic list"},
	} {
		for _, of := range []*string{&c.old, &c.now} {
			if !strings.Contains(*of, "\nz:") {
				*of += "\nz: {type: string}"
			}
		}
		old, now := rules.Document(c.old), rules.Document(c.now)
		if said := upgradeSentences(old, now); !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, c.says) }) {
			t.Errorf("%s to %s: %q, not %q", c.old, c.now, said, c.says)
		}
		cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte(now))
		if err != nil {
			t.Fatal(err)
		}
		update := func(spec object) bool {
			widget := func(spec object) object {
				return object{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": object{"name": "w", "namespace": "n"}, "spec": spec}
			}
			result, err := cluster.Update(t.Context(), widget(spec), widget(c.stored), crdtool.RequestOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return result.APIServer.Accepted
		}
		if create(t, now, object{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": object{"name": "w", "namespace": "n"}, "spec": c.stored}).APIServer.Accepted {
			t.Errorf("%s: a new object with %v is accepted", c.now, c.stored)
		}
		if !update(c.same) {
			t.Errorf("%s: an update from %v to %v is refused", c.now, c.stored, c.same)
		}
		if c.other != nil && update(c.other) {
			t.Errorf("%s: an update from %v to %v is accepted", c.now, c.stored, c.other)
		}
	}
}

// A changed keyword that lets in all it let in before, and what every object has, are
// not reported.
func TestWiderIsNoFinding(t *testing.T) {
	for _, c := range [][2]string{
		{"a: {type: integer, format: int32}", "a: {type: integer, format: int64}"},
		{"a: {type: integer, format: int32}", "a: {type: integer}"},
		{"a: {type: integer}", "a: {type: integer, format: int64}"},
		{"a: {type: number}", "a: {type: number, format: double}"},
		{"a: {type: integer, format: int32}", "a: {type: integer, format: int32, minimum: -2147483648, maximum: 2147483647}"},
		{"a: {type: string}", "a: {type: string, pattern: .*}"},
		{"a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "a: {type: object, additionalProperties: {x-kubernetes-preserve-unknown-fields: true}}"},
		{"a: {type: number, format: float}", "a: {type: number, format: double}"},
		{"a: {type: string, format: uuid4}", "a: {type: string, format: uuid}"},
		{"a: {type: string, pattern: '^(a|b)$'}", "a: {type: string, pattern: '^(a|b|c)$'}"},
		{"a: {type: string, pattern: '^[a-z]{1,63}$'}", "a: {type: string, pattern: '^[a-z]{1,253}$'}"},
		{"a: {type: string, pattern: '^a$'}", "a: {type: string, pattern: ''}"},
		{"a: {type: string}", "a: {type: string, pattern: ''}"},
		{"type: object\nproperties: {a: {type: string}}", "type: object\nrequired: [metadata, apiVersion, kind]\nproperties: {a: {type: string}}"},
	} {
		if said := upgradeSentences(rules.Document(c[0]), rules.Document(c[1])); len(said) > 0 {
			t.Errorf("%s to %s: %q", c[0], c[1], said)
		}
	}
}

func upgradeFindings(old, now string) (ids []string) {
	for _, f := range upgradeReport(old, now) {
		ids = append(ids, f.Rule)
	}
	return ids
}

func upgradeSentences(old, now string) (said []string) {
	for _, f := range upgradeReport(old, now) {
		said = append(said, f.Message)
	}
	return said
}

func upgradeReport(old, now string) []report.Finding {
	stored := source.Read("old.yaml", []byte(old)).Documents[0]
	selection := rules.Of(rules.ByName)
	selection.Active = slices.DeleteFunc(selection.Active, func(a rules.Active) bool {
		return a.Topic != rules.Upgrade || a.Severity == finding.Info // of changes that break nothing
	})
	return lint.New(kube.Latest).File(source.Read("now.yaml", []byte(now)), lint.Options{
		Old:   func(string) *source.Document { return stored },
		Rules: selection,
	}).Findings
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
