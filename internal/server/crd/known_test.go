package crd

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
)

// everywhere is a document with a field that nobody knows first in each of its
// mappings, and unknownIn the server's types of these, in their order.
const everywhere = `
unknown: 1
metadata:
  unknown: 1
  ownerReferences: [{unknown: 1}]
  managedFields: [{unknown: 1}]
spec:
  unknown: 1
  names: {unknown: 1}
  conversion: {unknown: 1, webhook: {unknown: 1, clientConfig: {unknown: 1, service: {unknown: 1}}}}
  versions:
  - unknown: 1
    additionalPrinterColumns: [{unknown: 1}]
    selectableFields: [{unknown: 1}]
    subresources: {unknown: 1, scale: {unknown: 1}}
    schema:
      unknown: 1
      openAPIV3Schema: {unknown: 1, externalDocs: {unknown: 1}, x-kubernetes-validations: [{unknown: 1}]}
status:
  unknown: 1
  acceptedNames: {unknown: 1}
  conditions: [{unknown: 1}]
`

var unknownIn = []any{
	v1.CustomResourceDefinition{}, metav1.ObjectMeta{}, metav1.OwnerReference{}, metav1.ManagedFieldsEntry{},
	v1.CustomResourceDefinitionSpec{}, v1.CustomResourceDefinitionNames{},
	v1.CustomResourceConversion{}, v1.WebhookConversion{}, v1.WebhookClientConfig{}, v1.ServiceReference{},
	v1.CustomResourceDefinitionVersion{}, v1.CustomResourceColumnDefinition{}, v1.SelectableField{},
	v1.CustomResourceSubresources{}, v1.CustomResourceSubresourceScale{},
	v1.CustomResourceValidation{}, v1.JSONSchemaProps{}, v1.ExternalDocumentation{}, v1.ValidationRule{},
	v1.CustomResourceDefinitionStatus{}, v1.CustomResourceDefinitionNames{}, v1.CustomResourceDefinitionCondition{},
}

// TestKnownFields holds the fields that each mapping of a CRD is said to have to
// those of the server's types, and has each of them be read.
func TestKnownFields(t *testing.T) {
	flaws := flawsOf(t, everywhere)
	if len(flaws) != len(unknownIn) {
		t.Fatalf("%d flaws, want %d: %+v", len(flaws), len(unknownIn), flaws)
	}
	for i, f := range flaws {
		typ := reflect.TypeOf(unknownIn[i])
		want := jsonFields(typ)
		got := slices.Sorted(slices.Values(f.Known))
		if !slices.Equal(got, want) {
			t.Errorf("%s: knows %q, want %q", typ, got, want)
		}
		line := strings.Split(everywhere, "\n")[f.Node.Line()-1]
		for _, name := range want {
			// In the place of the unknown field; null is good for all.
			lines := strings.Split(everywhere, "\n")
			column := f.Node.Column() - 1
			lines[f.Node.Line()-1] = line[:column] + name + ": null" + line[column+len("unknown: 1"):]
			for _, g := range flawsOf(t, strings.Join(lines, "\n")) {
				if g.Kind == yamldecode.UnknownField && g.Field != "unknown" {
					t.Errorf("%s: %s is not known", typ, name)
				}
			}
		}
	}
}

func flawsOf(t *testing.T, text string) []yamldecode.Flaw {
	t.Helper()
	f := source.Read("crd.yaml", []byte("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition"+text))
	if len(f.Documents) != 1 {
		t.Fatalf("%d documents, problems: %v", len(f.Documents), f.Problems)
	}
	_, flaws := Decode(f.Documents[0])
	for i := range flaws {
		n := flaws[i].Node
		n.Place(n.Line()-1, n.Column()) // the text begins at the end of a line
	}
	return flaws
}

// jsonFields are the names of the fields of a type, sorted.
func jsonFields(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
		case name == "" && f.Anonymous:
			names = append(names, jsonFields(f.Type)...)
		case name != "-":
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
