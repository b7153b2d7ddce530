package upgrade

import (
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// widget is a CRD with some fields of spec, and keywords of spec beside them.
func widget(t *testing.T, fields, of, more string) crdedit.Value {
	t.Helper()
	var v crdedit.Value
	err := yaml.Unmarshal([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    `+more+`
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            `+of+`
            properties:
              `+strings.ReplaceAll(fields, "\n", "\n              ")), &v)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestWhatWasQuiet holds causes for which accepted objects were refused, or stored
// otherwise, and nothing said so; and changes that refuse nothing and were said to.
func TestWhatWasQuiet(t *testing.T) {
	const (
		open   = "x-kubernetes-preserve-unknown-fields: true"
		scaled = "subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.replicas}}"
	)
	for name, c := range map[string]struct {
		old, oldOf, oldMore string
		now, nowOf, nowMore string
		kind                string // what is announced; "" if nothing may be
		may                 bool   // no witness is found
	}{
		"a default that a rule above refuses": {
			old: "a: {type: string}\nb: {type: string}", oldOf: "x-kubernetes-validations: [{rule: '!has(self.a) || !has(self.b)'}]",
			now: "a: {type: string}\nb: {type: string, default: x}", nowOf: "x-kubernetes-validations: [{rule: '!has(self.a) || !has(self.b)'}]",
			kind: "default-refused",
		},
		"a new field whose default a bound counts": {
			old: "a: {type: string}", oldOf: "maxProperties: 1",
			now: "a: {type: string}\nb: {type: string, default: x}", nowOf: "maxProperties: 1",
			kind: "default-refused",
		},
		"a default that a junctor excludes": {
			old: "a: {type: string}\nb: {type: string}", oldOf: "oneOf: [{required: [a]}, {required: [b]}]",
			now: "a: {type: string}\nb: {type: string, default: x}", nowOf: "oneOf: [{required: [a]}, {required: [b]}]",
			kind: "default-refused",
		},
		"a default that a rule about changes refuses": {
			old: "a: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}",
			now: "a: {type: string, default: x, x-kubernetes-validations: [{rule: self == oldSelf}]}", kind: "default-refused",
		},
		"a default in items that a rule compares as a whole": {
			old:  "a: {type: array, maxItems: 5, items: {type: object, properties: {b: {type: string, maxLength: 9}}}, x-kubernetes-validations: [{rule: 'self.all(x, self.exists_one(y, x == y))'}]}",
			now:  "a: {type: array, maxItems: 5, items: {type: object, properties: {b: {type: string, maxLength: 9, default: x}}}, x-kubernetes-validations: [{rule: 'self.all(x, self.exists_one(y, x == y))'}]}",
			kind: "default-refused", may: true,
		},
		"a default that has an item twice": {
			old:  "a: {type: array, x-kubernetes-list-type: set, items: {type: string}}",
			now:  "a: {type: array, x-kubernetes-list-type: set, items: {type: string}, default: [x, x]}",
			kind: "default-refused",
		},
		"a default that is refused with the default in it": {
			old:  "a: {type: string}",
			now:  "a: {type: string}\nb: {type: object, default: {}, properties: {c: {type: string, default: x}}, not: {required: [c]}}",
			kind: "default-refused",
		},
		"a default of which no rule speaks": {
			old: "a: {type: string}\nb: {type: string}", oldOf: "x-kubernetes-validations: [{rule: 'has(self.a)'}]",
			now: "a: {type: string}\nb: {type: string, default: x}", nowOf: "x-kubernetes-validations: [{rule: 'has(self.a)'}]",
		},
		"null that is counted": {
			old: "a: {type: string}\nb: {type: string}", oldOf: "maxProperties: 1",
			now: "a: {type: string}\nb: {type: string, nullable: true}", nowOf: "maxProperties: 1",
			kind: "null-refused",
		},
		"null that is not in the enum": {
			old: "a: {type: string, enum: [x]}", now: "a: {type: string, enum: [x], nullable: true}", kind: "null-refused",
		},
		"null that is in the enum, where the server does not look for it": {
			old: "a: {type: string, enum: [x, null]}", now: "a: {type: string, enum: [x, null], nullable: true}", kind: "null-refused",
		},
		"a field that is kept without its default": {
			old: "a: {type: string}\nb: {type: string, default: x}", oldOf: open,
			now: "a: {type: string}", nowOf: open, kind: "default-removed",
		},
		"a field that is kept without the defaults in it": {
			old: "a: {type: string}\nb: {type: object, properties: {c: {type: string, default: x}}}", oldOf: open,
			now: "a: {type: string}", nowOf: open, kind: "default-removed",
		},
		"a field that becomes a key of a map with the same default": {
			old:  "a: {type: object, properties: {b: {type: string, default: x}}}",
			now:  "a: {type: object, additionalProperties: {type: string, default: x}}",
			kind: "default-removed",
		},
		"items that are kept without their defaults": {
			old:  "a: {type: array, items: {type: object, properties: {b: {type: string, default: x}}}}",
			now:  "a: {x-kubernetes-preserve-unknown-fields: true}",
			kind: "default-removed",
		},
		"values that are kept without their defaults": {
			old:  "a: {type: object, additionalProperties: {type: object, properties: {b: {type: string, default: x}}}}",
			now:  "a: {type: object, x-kubernetes-preserve-unknown-fields: true}",
			kind: "default-removed",
		},
		"replicas that may be negative": {
			old: "a: {type: integer}", now: "a: {type: integer}", nowMore: scaled, kind: "scale-checked",
		},
		"replicas that are none": {
			old: "a: {type: string}", now: "a: {type: string}", nowMore: scaled, kind: "scale-checked",
		},
		"replicas that may be null": {
			old: "a: {type: integer, format: int32, minimum: 0}", oldMore: scaled,
			now: "a: {type: integer, format: int32, minimum: 0, nullable: true}", nowMore: scaled, kind: "null-refused",
		},
		"replicas as they are to be": {
			old: "a: {type: integer, format: int32, minimum: 0}", now: "a: {type: integer, format: int32, minimum: 0}", nowMore: scaled,
		},
		"a bound that nothing reaches": {
			old: "a: {type: string}\nb: {type: string}", now: "a: {type: string}\nb: {type: string}", nowOf: "maxProperties: 2",
		},
		"a bound that required fields keep": {
			old: "a: {type: string}", oldOf: "required: [a]", now: "a: {type: string}", nowOf: "required: [a]\n            minProperties: 1",
		},
		"a branch that all values satisfy": {
			old: "a: {type: string}", now: "a: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}",
		},
	} {
		was, is := newServer(widget(t, c.old, c.oldOf, c.oldMore), nil), newServer(widget(t, c.now, c.nowOf, c.nowMore), nil)
		if was == nil || is == nil {
			t.Errorf("%s: the server refuses one of the CRDs", name)
			continue
		}
		changes := Compare(was.crd, is.crd, &is.checked, Options{
			Server: &server, Requests: sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())},
		})
		breaks := slices.IndexFunc(changes, func(c Change) bool { return c.Breaking })
		switch {
		case c.kind == "" && breaks >= 0:
			t.Errorf("%s: breaks: %s: %s", name, changes[breaks].Kind.ID, changes[breaks].Message)
		case c.kind == "":
		default:
			i := slices.IndexFunc(changes, func(n Change) bool { return n.Kind.ID == c.kind })
			if i < 0 {
				t.Errorf("%s: nothing is %s among %d changes", name, c.kind, len(changes))
			} else if changes[i].May != c.may {
				t.Errorf("%s: may is %t: %s", name, changes[i].May, changes[i].Message)
			}
		}
	}
}

// TestValuesOfAnything: that the values of a map may be anything is told once, whichever of its
// keywords say so.
func TestValuesOfAnything(t *testing.T) {
	const values = "a: {type: object, additionalProperties: {type: string}}"
	for name, c := range map[string]struct{ old, now, want string }{
		"values that have no schema any more": {values, "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "values of spec.a may be anything"},
		"fields that nothing declares":        {"a: {type: object}", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "undeclared fields of spec.a are kept"},
		"fields that have a schema":           {"a: {type: object}", values, "undeclared fields of spec.a are kept"},
	} {
		was, is := newServer(widget(t, c.old, "", ""), nil), newServer(widget(t, c.now, "", ""), nil)
		var got []string
		for _, change := range Compare(was.crd, is.crd, &is.checked, Options{Server: &server}) {
			if change.Kind.ID == "unknown-fields-kept" {
				got = append(got, change.Message)
			}
		}
		if len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
