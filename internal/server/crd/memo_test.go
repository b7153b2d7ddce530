package crd

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestMemoAnswers: servers that are asked with one memo answer what each does by itself,
// whichever is asked first, about defaults that some of them refuse.
func TestMemoAnswers(t *testing.T) {
	const huge = "10000000000"
	minors := []int{25, 28, 29, 30, 33, 34, 35, 36, kube.Latest.Minor}
	var all []behaviour.Behaviour
	for _, minor := range minors {
		all = append(all, behaviour.Of(kube.Version{Minor: minor}))
	}
	checkers := NewCheckers(all)
	answered := func(ch *Checker, doc *source.Document, memo *Memo) string {
		c, _ := ch.DecodeOnce(doc, memo)
		a := ch.Check(c, nil)
		var b strings.Builder
		for _, f := range a.Findings {
			fmt.Fprintln(&b, at(f.Path), f.ServerMessage())
		}
		return b.String()
	}
	for name, properties := range map[string]string{
		"an integer out of range":       `a: {type: integer, format: int32, default: ` + huge + `}`,
		"a fraction out of range":       `a: {type: number, format: float, default: 1.0e+300}`,
		"an item out of range":          `a: {type: array, items: {type: integer, format: int32}, default: [1, ` + huge + `]}`,
		"a fraction of a field":         `a: {type: object, properties: {b: {type: number, format: float}}, default: {a: x, b: 1.0e+300}}`,
		"a value out of range":          `a: {type: object, additionalProperties: {type: integer, format: int32}, default: {b: 1, c: ` + huge + `}}`,
		"a range before another field":  `a: {type: object, properties: {b: {type: integer, format: int32}, c: {type: string}}, default: {b: ` + huge + `, c: x}}`,
		"a range at the root":           `a: {type: integer, format: int32}}, default: {apiVersion: a/v1, kind: A, a: ` + huge,
		"a short name":                  `a: {type: string, format: k8s-short-name, default: A_}`,
		"a long name":                   `a: {type: string, format: k8s-long-name, default: A_}`,
		"a name before another value":   `a: {type: object, properties: {a: {type: string, format: k8s-short-name}, b: {type: string}}, default: {a: A_}}`,
		"a name in a list":              `a: {type: array, items: {type: string, format: k8s-short-name}, default: [A_]}`,
		"a rule":                        `a: {type: string, default: a, x-kubernetes-validations: [{rule: "self != 'a'"}]}`,
		"a rule of a change":            `a: {type: string, default: a, x-kubernetes-validations: [{rule: "oldSelf != self"}]}`,
		"a rule of an optional change":  `a: {type: string, default: a, x-kubernetes-validations: [{rule: "oldSelf.hasValue()", optionalOldSelf: true}]}`,
		"a rule that may be of either":  `a: {type: string, default: a, x-kubernetes-validations: [{rule: "dyn(oldSelf) == dyn(self)", optionalOldSelf: true}]}`,
		"a rule that reads nothing":     `a: {type: object, default: {}, x-kubernetes-validations: [{rule: "self == {}"}]}`,
		"a rule of an empty object":     `a: {type: object, default: {b: {}}, properties: {b: {type: object}, c: {type: string}}, x-kubernetes-validations: [{rule: "has(self.b)"}]}`,
		"a rule of what has no type":    `a: {type: object, x-kubernetes-preserve-unknown-fields: true, default: {}, properties: {b: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: "true"}]}}}`,
		"a rule of a newer function":    `a: {type: string, default: a, x-kubernetes-validations: [{rule: "format.dns1123Label().validate(self).hasValue()"}]}`,
		"an unknown field":              `a: {type: object, default: {b: 1}}`,
		"a good default, and a bad one": `a: {type: string, default: a}, b: {type: integer, format: int32, default: ` + huge + `}`,
	} {
		doc := source.Read("crd.yaml", []byte(someCRD+"  versions:\n"+v("v1", true, "{type: object, properties: {"+properties+"}}"))).Documents[0]
		want := make([]string, len(checkers))
		for i, ch := range checkers {
			want[i] = answered(ch, doc, nil)
		}
		if strings.Join(want, "") == "" {
			t.Errorf("%s: no server has anything against it", name)
		}
		for _, order := range [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1, 0}} {
			memo := NewMemo()
			for _, i := range order {
				if got := answered(checkers[i], doc, memo); got != want[i] {
					t.Errorf("%s: in the order %v 1.%d says\n%s\nwant\n%s", name, order, minors[i], got, want[i])
				}
			}
		}
	}
}

// TestMemoReads: a document is read, and its schemas are laid out, once for the servers that
// read the same, and anew where they differ.
func TestMemoReads(t *testing.T) {
	checkers := NewCheckers([]behaviour.Behaviour{behaviour.Of(kube.Version{Minor: 25}), behaviour.Of(kube.Version{Minor: 30})})
	for rule, same := range map[string]bool{`{rule: "true"}`: true, `{rule: "true", typo: x}`: true, `{rule: "true", reason: FieldValueInvalid}`: false} {
		doc := source.Read("crd.yaml", []byte(someCRD+"  versions:\n"+v("v1", true, "{type: object, x-kubernetes-validations: ["+rule+"]}"))).Documents[0]
		memo := NewMemo()
		var crds []*CustomResourceDefinition
		for _, ch := range checkers {
			c, flaws := ch.DecodeOnce(doc, memo)
			alone, want := ch.Decode(doc)
			if len(flaws) != len(want) || c.Memo != memo || !reflect.DeepEqual(c.Spec.Versions, alone.Spec.Versions) {
				t.Errorf("%s: reads %+v with flaws %v, want %+v and %v", rule, c.Spec, flaws, alone.Spec, want)
			}
			crds = append(crds, c)
		}
		if got := crds[0].Spec.Versions[0].OpenAPISchema() == crds[1].Spec.Versions[0].OpenAPISchema(); got != same {
			t.Errorf("%s: has the same schema: %t", rule, got)
		}
		if got := slices.Equal(memo.treesOf(&crds[0].Spec), memo.treesOf(&crds[1].Spec)); got != same {
			t.Errorf("%s: has the same trees: %t", rule, got)
		}
		// What a server does to its copy no other sees.
		crds[0].Metadata.Labels = map[string]string{"a": "b"}
		crds[0].Spec.Versions[0].Name = "v7"
		if c, _ := checkers[0].DecodeOnce(doc, memo); c.Spec.Versions[0].Name != "v1" || c.Metadata.Labels != nil {
			t.Errorf("%s: the memo has changed: %+v", rule, c)
		}
	}
}

// TestCopyIsApart: a field that a server sets in a copy is not set in the CRD.
func TestCopyIsApart(t *testing.T) {
	const text = `
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, description: d}}}
  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {name: a, namespace: b}}}}
status: {conditions: [{type: Established, status: "True"}], storedVersions: [v1]}
`
	c, same := read(t, text), read(t, text)
	copied := c.Copy()
	if copied.Memo != nil || !reflect.DeepEqual(copied.Spec, c.Spec) || !reflect.DeepEqual(copied.Status, c.Status) || !reflect.DeepEqual(copied.Metadata, c.Metadata) {
		t.Errorf("the copy is %+v, of %+v", copied, c)
	}
	if copied.VersionNamed("v1") != &copied.Spec.Versions[0] {
		t.Error("versions of a copy are found elsewhere")
	}
	port := int32(7)
	copied.Metadata.Labels = map[string]string{"a": "b"}
	copied.Spec.Versions[0].Served = false
	copied.Spec.Conversion.Webhook.ClientConfig.Service.Port = &port
	copied.Spec.Conversion.Webhook.ClientConfig.CABundle = []byte("a")
	copied.Spec.Conversion.Webhook.ConversionReviewVersions = nil
	copied.Spec.Conversion.Strategy = "None"
	copied.Status.Conditions[0].Status = "False"
	copied.Status.StoredVersions[0] = "v2"
	if !reflect.DeepEqual(c.Spec, same.Spec) || !reflect.DeepEqual(c.Status, same.Status) || !reflect.DeepEqual(c.Metadata, same.Metadata) {
		t.Errorf("the CRD has changed: %+v, was %+v", c, same)
	}
	bare := read(t, "  versions:\n"+v("v1", true, "{type: object}"))
	for _, conversion := range []*Conversion{nil, {}, {Webhook: &Webhook{}}, {Webhook: &Webhook{ClientConfig: &ClientConfig{}}}} {
		bare.Spec.Conversion = conversion
		if got := bare.Copy().Spec.Conversion; !reflect.DeepEqual(got, conversion) || got != nil && got == conversion {
			t.Errorf("%+v becomes %+v", conversion, got)
		}
	}
}
