package witness

import (
	"math/rand"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// fields are what spec may be of, each with something tighter and the rule that it then breaks.
var fields = []struct{ name, wide, tight string }{
	{"a", "{type: string}", "{type: string, maxLength: 3}"},
	{"b", "{type: integer}", "{type: integer, minimum: 1}"},
	{"c", "{type: array, maxItems: 5, items: {type: string, maxLength: 9}}", "{type: array, maxItems: 5, x-kubernetes-list-type: set, items: {type: string, maxLength: 9}}"},
	{"d", "{type: string, enum: [x, z]}", "{type: string, enum: [x]}"},
	{"e", "{type: object, properties: {f: {type: string, maxLength: 9}, g: {type: string, maxLength: 9}}}",
		"{type: object, properties: {f: {type: string, maxLength: 9}, g: {type: string, maxLength: 9}}, x-kubernetes-validations: [{rule: '!(has(self.f) && has(self.g))'}]}"},
	{"h", "{type: object, properties: {f: {type: string, maxLength: 9}}}",
		"{type: object, properties: {f: {type: string, maxLength: 9}}, x-kubernetes-validations: [{rule: 'self == oldSelf'}]}"},
	{"i", "{type: array, maxItems: 5, items: {type: object, properties: {kind: {type: string, maxLength: 9}}}}",
		`{type: array, maxItems: 5, items: {type: object, properties: {kind: {type: string, maxLength: 9}}}, x-kubernetes-validations: [{rule: "self.filter(x, has(x.kind) && x.kind == 'one').size() <= 1"}]}`},
	{"j", "{type: string, default: x}", "{type: string, default: z}"},
	{"k", "{type: string, enum: [x, z]}", "{type: string, enum: [z]}"}, // which is required
}

var compiler = crd.NewChecker(behaviour.Of(kube.Latest)).Compiler()

// prover is one for a CRD whose spec has fields, tight or not.
func prover(t testing.TB, tight map[string]bool) *Prover {
	t.Helper()
	text := `apiVersion: apiextensions.k8s.io/v1
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
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [k]
            properties:
`
	for _, f := range fields {
		schema := f.wide
		if tight[f.name] {
			schema = f.tight
		}
		text += "              " + f.name + ": " + schema + "\n"
	}
	checker := crd.NewChecker(behaviour.Of(kube.Latest))
	c, flaws := checker.Decode(source.Read("a.yaml", []byte(text)).Documents[0])
	c.Default()
	answer := checker.Check(c, nil)
	if len(flaws)+len(answer.Findings) > 0 {
		t.Fatalf("the server refuses it: %v %v", flaws, answer.Findings)
	}
	return New(c, sample.Options{Version: kube.Latest, Rules: dryrun.CEL(compiler)})
}

// searchFor is a search for the change of a field.
func searchFor(name string) Search {
	way := []finding.Segment{{Name: "spec"}, {Name: name}}
	s := Search{Change: Change{Version: "v1", Value: way}}
	rule := finding.Root("spec", "versions").Index(0).Child("schema", "openAPIV3Schema", "properties").Key("spec").Child("properties").Key(name).Child("x-kubernetes-validations").Index(0)
	switch name {
	case "a":
		s.Values = []any{"aaaa"}
	case "b":
		s.Values = []any{int64(0)}
	case "c":
		s.Lengths, s.Below = []int{2}, true
	case "d":
		s.Values = []any{"z"}
	case "e":
		s.Rule, s.Said = rule, "!(has(self.f) && has(self.g))"
	case "h":
		s.Rule, s.Said, s.Updates = rule, "self == self", true
	case "i":
		s.Rule, s.Said = rule, "self.filter(x, has(x.kind) && x.kind == 'one').size() <= 1"
	case "j":
		s.Absent = true
	case "k":
		s.Values = []any{"x"}
	}
	return s
}

// TestDifferencesAreSo has CRDs of which random fields are tighter: each is found, what is
// found is answered so when it is sent again, and nothing is found for a field that is not.
func TestDifferencesAreSo(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 30 {
		tight := map[string]bool{}
		for _, f := range fields {
			tight[f.name] = r.Intn(3) == 0
		}
		old, now := prover(t, nil), prover(t, tight)
		for _, f := range fields {
			d := old.Differ(now, searchFor(f.name))
			if (d != nil) != tight[f.name] {
				t.Errorf("%s of %v: found: %t", f.name, tight, d != nil)
				continue
			}
			if d != nil {
				again(t, f.name, d, tight)
			}
		}
	}
}

// again sends what was found once more.
func again(t *testing.T, name string, d *Difference, tight map[string]bool) {
	t.Helper()
	old, now := prover(t, nil), prover(t, tight)
	if !old.ready() || !now.ready() {
		t.Fatal("no requests can be made")
	}
	before, after := old.send(d.Object, d.Replaces), now.send(d.Object, d.Replaces)
	if !accepted(before) || !d.Old.Accepted {
		t.Errorf("%s: the old CRD refuses it: %s", name, before.APIServer.Message)
	}
	if accepted(after) != d.New.Accepted || after.APIServer.Message != d.New.Message {
		t.Errorf("%s: the new CRD says %q, not %q", name, after.APIServer.Message, d.New.Message)
	}
	if k := d.Object["spec"].(map[string]any)["k"]; name != "k" && tight["k"] && k != "z" {
		t.Errorf("%s: the new CRD refuses k: %v as well: %v %v %s", name, k, tight, d.Object, d.New.Message)
	}
	if d.New.Accepted && reflect.DeepEqual(before.Stored, after.Stored) {
		t.Errorf("%s: both store the same", name)
	}
	if !reflect.DeepEqual(before.Stored, d.Old.Stored) {
		t.Errorf("%s: the old CRD stores %v, not %v", name, before.Stored, d.Old.Stored)
	}
}

// TestSearchesAreTheSame has the same search find the same, whatever was searched before
// with another prover.
func TestSearchesAreTheSame(t *testing.T) {
	tight := map[string]bool{"a": true, "e": true, "h": true, "i": true}
	for _, f := range fields {
		first := prover(t, nil).Differ(prover(t, tight), searchFor(f.name))
		second := prover(t, nil).Differ(prover(t, tight), searchFor(f.name))
		if !reflect.DeepEqual(first, second) {
			t.Errorf("%s: %v and %v", f.name, first, second)
		}
	}
}

// TestSearchesAreIndependent has a search find what it finds after one that reached its bound.
func TestSearchesAreIndependent(t *testing.T) {
	old, now := prover(t, nil), prover(t, map[string]bool{"a": true})
	old.budget.Left, now.budget.Left = 0, 0
	if d := old.Differ(now, searchFor("a")); d == nil {
		t.Error("nothing is found after a search that reached its bound")
	}
}

// TestObjectsAreNotShared has what is found be the caller's own.
func TestObjectsAreNotShared(t *testing.T) {
	tight := map[string]bool{"a": true, "d": true}
	old, now := prover(t, nil), prover(t, tight)
	first := old.Differ(now, searchFor("a"))
	kept := source.Cloned(first.Object)
	first.Object["spec"].(map[string]any)["a"] = "spoilt"
	first.Old.Stored["spec"] = nil
	second := old.Differ(now, searchFor("a"))
	if !reflect.DeepEqual(second.Object, kept) {
		t.Errorf("%v, not %v", second.Object, kept)
	}
}
