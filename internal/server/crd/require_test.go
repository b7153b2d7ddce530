package crd

import (
	"encoding/pem"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestRequirements has stored CRDs each of which lets something pass, or nothing.
func TestRequirements(t *testing.T) {
	all := require{reviewVersion: true, schema: true, validTypes: true, structural: true, prunedDefaults: true, atomicSets: true, mapKeys: true}
	without := func(change func(r *require)) require {
		r := all
		change(&r)
		return r
	}
	if got := requirements(nil, nil, behaviour.Of(kube.Latest).Checks); got != all {
		t.Errorf("on create: %+v", got)
	}
	one := func(schema string) string { return "  versions:\n" + v("v1", true, schema) }
	for name, test := range map[string]struct {
		spec string
		want require
	}{
		"a good schema":                     {one("{type: object, properties: {a: {anyOf: [{minLength: 1}], type: string}}}"), all},
		"no schema":                         {"  versions: [{name: v1, served: true, storage: true}]\n", without(func(r *require) { r.schema = false })},
		"a type that nobody knows":          {one("{type: other}"), without(func(r *require) { r.validTypes, r.structural = false, false })},
		"no type":                           {one("{properties: {a: {type: string, default: {b: c}}}}"), without(func(r *require) { r.structural = false })},
		"a schema without a form":           {one("{type: object, properties: {a: {type: string, id: b}}}"), without(func(r *require) { r.structural = false })},
		"an unpruned default":               {one("{type: object, properties: {a: {type: object, default: {b: c}}}}"), without(func(r *require) { r.prunedDefaults = false })},
		"an unpruned default without types": {one("{properties: {a: {type: object, default: {b: c}}}}"), without(func(r *require) { r.structural = false })},
		"an unpruned default, then no type": {one("{type: object, properties: {a: {type: object, default: {b: c}}}}") + v("v2", false, "{properties: {a: {type: string}}}"), without(func(r *require) { r.prunedDefaults, r.structural = false, false })},
		"no type, then an unpruned default": {one("{properties: {a: {type: string}}}") + v("v2", false, "{type: object, properties: {a: {type: object, default: {b: c}}}}"), without(func(r *require) { r.prunedDefaults, r.structural = false, false })},
		"everything, in three versions": {one("{type: object, properties: {a: {type: object, default: {b: c}}, d: {type: array, x-kubernetes-list-type: set, items: {type: object}}, e: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [b], items: {type: object, properties: {b: {type: string}}}}}}") +
			v("v2", false, "{properties: {a: {type: string}}}") + v("v3", false, "{type: other}"),
			without(func(r *require) { *r = require{reviewVersion: true, schema: true} })},
		"a set of objects":              {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: object}}}}"), without(func(r *require) { r.atomicSets = false })},
		"a set of maps as a whole":      {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic}}}}"), all},
		"a set of sets":                 {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: array, x-kubernetes-list-type: set, items: {type: string}}}}}"), without(func(r *require) { r.atomicSets = false })},
		"a set of what is no list":      {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: string, x-kubernetes-list-type: set}}}}"), all},
		"a set of lists":                {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: array, items: {type: string}}}}}"), all},
		"a set of nothing":              {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set}}}"), without(func(r *require) { r.structural = false })},
		"a list of objects":             {one("{type: object, properties: {a: {type: array, items: {type: object}}}}"), all},
		"a set that lists keys":         {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, x-kubernetes-list-map-keys: [b], items: {type: object, x-kubernetes-map-type: atomic, properties: {b: {type: string}}}}}}"), all},
		"a key that may be absent":      {one("{type: object, properties: {a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [b], items: {type: object, properties: {b: {type: string}}}}}}"), without(func(r *require) { r.mapKeys = false })},
		"a webhook without versions":    {one("{type: object}") + "  conversion: {strategy: None, webhook: {clientConfig: {url: a}}}\n", all},
		"a webhook of a known version":  {one("{type: object}") + "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v7, v1beta1]}}\n", all},
		"a webhook of unknown versions": {one("{type: object}") + "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v7]}}\n", without(func(r *require) { r.reviewVersion = false })},
	} {
		old := read(t, test.spec)
		old.Default()
		if got := requirements(old, trees(&old.Spec), behaviour.Of(kube.Latest).Checks); got != test.want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, test.want)
		}
	}
}

func TestKeepsStatus(t *testing.T) {
	no, yes := false, true
	status := schema.NewProperties([]schema.Property{{Name: "status", Schema: &schema.Schema{Type: "object"}}})
	for name, test := range map[string]struct {
		s    *schema.Schema
		want bool
	}{
		"no schema": {nil, true}, "an empty one": {&schema.Schema{Type: "object"}, false}, "a status": {&schema.Schema{Properties: status}, true},
		"unknown fields": {&schema.Schema{XPreserveUnknownFields: &yes}, true}, "none": {&schema.Schema{XPreserveUnknownFields: &no}, false},
	} {
		v := Version{}
		if test.s != nil {
			v.Schema = &Validation{OpenAPIV3Schema: test.s}
		}
		if got := v.KeepsStatus(); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestCABundleRequired(t *testing.T) {
	with := func(w *Webhook) *CustomResourceDefinition {
		return &CustomResourceDefinition{Spec: Spec{Conversion: &Conversion{Webhook: w}}}
	}
	for name, test := range map[string]struct {
		c    *CustomResourceDefinition
		want bool
	}{
		"no webhook": {with(nil), true}, "no client": {with(&Webhook{}), true}, "no bundle": {with(&Webhook{ClientConfig: &ClientConfig{}}), true},
		"a bad bundle": {with(&Webhook{ClientConfig: &ClientConfig{CABundle: []byte("x")}}), false},
	} {
		if caBundleRequired(test.c) {
			t.Errorf("%s: required before the CRD is established", name)
		}
		test.c.AssumeEstablished()
		if got := caBundleRequired(test.c); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestCABundleFault(t *testing.T) {
	block := func(typ string, headers map[string]string) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: typ, Bytes: []byte("no certificate"), Headers: headers}))
	}
	const none, noPEM, noCertificate = "no valid certificate authority data seen", "unable to parse bytes as PEM block", "failed to parse certificate: "
	for text, want := range map[string]string{
		"":                        none,
		"x":                       noPEM,
		"some words":              noPEM,
		block("OTHER", nil):       none,
		block("OTHER", nil) + "x": noPEM,
		block("CERTIFICATE", nil): noCertificate,
		block("OTHER", nil) + block("CERTIFICATE", nil):                  noCertificate,
		block("CERTIFICATE", map[string]string{"a": "b"}):                none,
		block("CERTIFICATE", map[string]string{"a": "b"}) + "some words": noPEM,
	} {
		if got := caBundleFault([]byte(text)); !strings.HasPrefix(got, "unable to load root certificates: "+want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A bundle of one character is one.
func TestShortCABundle(t *testing.T) {
	old := read(t, version1)
	old.AssumeEstablished()
	c := read(t, version1+"  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://a', caBundle: eA==}}}\n")
	if got, want := told(check(c, old).Findings), "spec.conversion.webhook.clientConfig.caBundle conversion/ca-bundle"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// These need a structural schema, also beside preserveUnknownFields.
func TestNeedsStructure(t *testing.T) {
	no, text := false, ""
	for name, s := range map[string]*schema.Schema{
		"embedded": {XEmbeddedResource: true}, "preserve": {XPreserveUnknownFields: &no}, "int or string": {XIntOrString: true},
		"keys": {Rare: &schema.Rare{XListMapKeys: []string{"a"}}}, "list type": {Rare: &schema.Rare{XListType: &text}}, "rules": {Rare: &schema.Rare{XValidations: []schema.ValidationRule{{}}}},
	} {
		if !needsStructure(s) {
			t.Errorf("%s does not", name)
		}
	}
	if needsStructure(&schema.Schema{Rare: &schema.Rare{XMapType: &text, XListMapKeys: []string{}, XValidations: []schema.ValidationRule{}}}) {
		t.Error("the type of a map does, or an empty list")
	}
}
