package patchschema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/patchschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// thing returns a CRD whose spec has the properties.
func thing(t *testing.T, group, kind, properties string) *crd.CustomResourceDefinition {
	t.Helper()
	return decode(t, `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.`+group+`"},
"spec": {"group": "`+group+`", "scope": "Namespaced", "names": {"kind": "`+kind+`", "plural": "things"}, "versions": [
 {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
  "spec": {"type": "object", "properties": {`+properties+`}}}}}}]}}`)
}

func decode(t *testing.T, text string) *crd.CustomResourceDefinition {
	t.Helper()
	c, flaws := crd.Decode(source.Read("crd.json", []byte(text)).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	return c
}

func TestListsThatAreMerged(t *testing.T) {
	const (
		byName  = `{"type":"array","items":{},"x-kubernetes-patch-merge-key":"name","x-kubernetes-patch-strategy":"merge"}`
		byValue = `{"type":"array","items":{},"x-kubernetes-patch-strategy":"merge"}`
		entry   = `"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "port": {"type": "integer", "default": 80}}`
		list    = `"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": {` + entry + `}`
	)
	for _, c := range []struct{ name, field, want string }{
		{"a list map", `{` + list + `}`, byName},
		{"two keys", `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "port"], "items": {` + entry + `}}`,
			`{"type":"array","items":{},"x-kubernetes-list-map-keys":["name","port"],"x-kubernetes-patch-strategy":"merge"}`},
		{"a list map in an object", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {` + list + `}}}`, `{"properties":{"b":` + byName + `}}`},
		{"a list map in the values of a map", `{"type": "object", "additionalProperties": {` + list + `}}`, `{"additionalProperties":` + byName + `}`},
		{"a list map in a list map", `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": {
  "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "list": {` + list + `}}}}`,
			`{"type":"array","items":{"properties":{"list":` + byName + `}},"x-kubernetes-patch-merge-key":"name","x-kubernetes-patch-strategy":"merge"}`},
		{"a list map in an atomic list", `{"type": "array", "items": {"type": "object", "properties": {"list": {` + list + `}}}}`, ""},
		{"a list map in an atomic map", `{"type": "object", "x-kubernetes-map-type": "atomic", "properties": {"list": {` + list + `}}}`, ""},
		{"a list map without keys", `{"type": "array", "x-kubernetes-list-type": "map", "items": {` + entry + `}}`, ""},
		{"a set of strings", `{"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}`, byValue},
		{"a set of integers or strings", `{"type": "array", "x-kubernetes-list-type": "set", "items": {"x-kubernetes-int-or-string": true}}`, byValue},
		{"a set of objects", `{"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "object", "x-kubernetes-map-type": "atomic", "properties": {"a": {"type": "string"}}}}`, ""},
		{"an embedded object", `{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := patchschema.Build([]*crd.CustomResourceDefinition{thing(t, "example.com", "Thing", `"field": `+c.field)}, kube.Latest)
			if err != nil {
				t.Fatal(err)
			}
			definition := doc.Definitions["com.example.v1.Thing"]
			specified, ok := definition.Properties["spec"]
			field := specified.Properties["field"]
			got, err := json.Marshal(&field)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" && !ok {
				return
			}
			if string(got) != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestReferencesLead holds all references of the document to definitions that it has.
func TestReferencesLead(t *testing.T) {
	all, err := golden.ReadMerges("../../../testdata/kustomize/merges.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	var crds []*crd.CustomResourceDefinition
	for _, m := range all {
		crds = append(crds, decode(t, string(m.CRD)))
	}
	doc, err := patchschema.Build(crds, kube.Latest)
	if err != nil {
		t.Fatal(err)
	}
	references := 0
	var walk func(s *spec.Schema)
	walk = func(s *spec.Schema) {
		if name, ok := strings.CutPrefix(s.Ref.String(), "#/definitions/"); ok {
			references++
			if _, ok := doc.Definitions[name]; !ok {
				t.Errorf("there is no definition %s", name)
			}
		}
		for _, p := range s.Properties {
			walk(&p)
		}
		if s.Items != nil {
			walk(s.Items.Schema)
		}
		if s.AdditionalProperties != nil {
			walk(s.AdditionalProperties.Schema)
		}
	}
	for _, d := range doc.Definitions {
		walk(&d)
	}
	if references < len(crds) {
		t.Errorf("only %d references", references)
	}
}

// TestTypesOfKubernetesAreRefused: kustomize would take one of the two definitions, now this and now that.
func TestTypesOfKubernetesAreRefused(t *testing.T) {
	for _, group := range [...]string{"apps.api.k8s.io", "apps"} {
		_, err := patchschema.Build([]*crd.CustomResourceDefinition{thing(t, group, "Deployment", "")}, kube.Latest)
		want := "things." + group + ": Kubernetes has a type Deployment of " + group + "/v1, so kustomize cannot tell them apart"
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
