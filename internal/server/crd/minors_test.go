package crd

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/kube"
)

const withFields = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ws.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ws, kind: W}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: [{jsonPath: .a}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          a:
            type: string
            x-kubernetes-validations: [{rule: "true", messageExpression: "'m'", reason: FieldValueInvalid, fieldPath: .a, optionalOldSelf: true}]
          l: {type: array, items: {type: string, x-kubernetes-validations: [{rule: "true", messageExpression: "'m'"}]}}
status:
  observedGeneration: 1
  conditions: [{type: Established, status: "True", reason: r, observedGeneration: 1}]
`

// TestFieldsOfServers: what a server does not know is a flaw, and is not read; the words
// for it are the decoder's, but where that forgets to be strict.
func TestFieldsOfServers(t *testing.T) {
	rule := `unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.x-kubernetes-validations[0].`
	for minor, want := range map[int][]string{
		26: {`unknown field "spec.versions[0].selectableFields"`, rule + `messageExpression"`, rule + `optionalOldSelf"`, rule + `reason"`, rule + `fieldPath"`,
			`unknown field "status.observedGeneration"`, `unknown field "status.conditions[0].observedGeneration"`},
		28: {`unknown field "spec.versions[0].selectableFields"`, rule + `optionalOldSelf"`,
			`unknown field "status.observedGeneration"`, `unknown field "status.conditions[0].observedGeneration"`},
		34: {`unknown field "status.observedGeneration"`, `unknown field "status.conditions[0].observedGeneration"`},
		35: nil,
	} {
		for name, doc := range map[string]*source.Document{
			"YAML": source.Read("a.yaml", []byte(withFields)).Documents[0],
			"JSON": source.Read("a.json", inJSON(t, withFields)).Documents[0],
		} {
			ch := NewChecker(behaviour.Of(kube.Version{Minor: minor}))
			c, flaws := ch.Decode(doc)
			strict, fatal := ch.DecodeErrors(doc, flaws)
			slices.Sort(strict)
			slices.Sort(want)
			if fatal != nil || !slices.Equal(strict, want) {
				t.Errorf("1.%d, %s: %v\ngot  %s\nwant %s", minor, name, fatal, strings.Join(strict, "\n     "), strings.Join(want, "\n     "))
			}
			v := &c.Spec.Versions[0]
			r := v.OpenAPISchema().Property("a").XValidations()[0]
			item := v.OpenAPISchema().Property("l").ItemSchema().XValidations()[0]
			knows := func(set bool, since int) bool { return set == (minor >= since) }
			if !knows(r.MessageExpression != "", 27) || !knows(item.MessageExpression != "", 27) || !knows(r.Reason != nil, 28) || !knows(r.FieldPath != "", 28) ||
				!knows(r.OptionalOldSelf != nil, 29) || !knows(len(v.SelectableFields) > 0, 30) {
				t.Errorf("1.%d, %s: reads %+v %+v", minor, name, v, r)
			}
			if n := len(flaws); n != len(want)+map[bool]int{true: 1}[minor < 27] {
				t.Errorf("1.%d, %s: %d flaws", minor, name, n)
			}
			for _, f := range flaws {
				if !f.Later || f.Kind != yamldecode.UnknownField {
					t.Errorf("1.%d, %s: %+v", minor, name, f)
				}
			}
		}
	}
}

func inJSON(t *testing.T, text string) []byte {
	t.Helper()
	b, err := source.ToJSON(source.Read("a.yaml", []byte(text)).Documents[0].Root)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDroppedFields: a server drops fields of gates that are off, unless they are in the
// store, where they are if the old CRD is one that a server has answered with.
func TestDroppedFields(t *testing.T) {
	decode := func(ch *Checker) *CustomResourceDefinition {
		c, _ := ch.Decode(source.Read("a.yaml", []byte(withFields)).Documents[0])
		return c
	}
	for _, test := range []struct {
		minor                   int
		old, live               bool
		optionalOld, selectable bool
	}{
		{29, false, false, false, false}, {29, true, false, false, false}, {29, true, true, true, false},
		{30, false, false, true, false}, {30, true, false, true, false}, {30, true, true, true, true},
		{31, false, false, true, true},
	} {
		ch := NewChecker(behaviour.Of(kube.Version{Minor: test.minor}))
		c := decode(ch)
		var old *CustomResourceDefinition
		if test.old {
			if old = decode(ch); test.live {
				old.Metadata.UID = "u"
			}
		}
		ch.Check(c, old)
		v := &c.Spec.Versions[0]
		if got := v.OpenAPISchema().Property("a").XValidations()[0].OptionalOldSelf != nil; got != test.optionalOld {
			t.Errorf("%+v: has optionalOldSelf: %v", test, got)
		}
		if got := len(v.SelectableFields) > 0; got != test.selectable {
			t.Errorf("%+v: has selectable fields: %v", test, got)
		}
	}
}
