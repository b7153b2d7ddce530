package crd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// TestFieldsOfStoredCRDs updates a CRD that has a selectable field to one with nine, on Kubernetes 1.30,
// which drops the field unless the stored CRD has it. A manifest was created there without it. The
// answers to both are recorded in testdata/minors, ratchet/selectable-fields-nine-*.
func TestFieldsOfStoredCRDs(t *testing.T) {
	manifest := func(metadata, status string, fields int) *crd.CustomResourceDefinition {
		var declared, selected strings.Builder
		for i := range fields {
			fmt.Fprintf(&declared, "f%d: {type: string}, ", i)
			fmt.Fprintf(&selected, "{jsonPath: .f%d}, ", i)
		}
		text := fmt.Sprintf(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com%s}
spec:
  group: example.com
  names: {kind: Lamp, plural: lamps}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: [%s]
    schema: {openAPIV3Schema: {type: object, properties: {%s}}}
%s`, metadata, selected.String(), declared.String(), status)
		c, flaws := crd.Decode(source.Read("crd.yaml", []byte(text)).Documents[0])
		if len(flaws) > 0 {
			t.Fatal(flaws)
		}
		return c
	}
	v, err := kube.ParseVersion("1.30")
	if err != nil {
		t.Fatal(err)
	}
	checker := crd.NewChecker(behaviour.Of(v))
	for _, test := range []struct {
		name, metadata, status string
		refused                bool
	}{
		{"a manifest", "", "", false},
		{"a manifest of an old controller-gen", ", creationTimestamp: null", "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: []}", false},
		{"uid", ", uid: 0a1b", "", true},
		{"resourceVersion", ", resourceVersion: '7'", "", true},
		{"creationTimestamp", ", creationTimestamp: '2024-01-01T00:00:00Z'", "", true},
		{"generation", ", generation: 2", "", true},
		{"storedVersions", "", "status: {storedVersions: [v1], conditions: [], acceptedNames: {kind: Lamp, plural: lamps}}", true},
	} {
		found := checker.Check(manifest("", "", 9), manifest(test.metadata, test.status, 1)).Findings
		if refused := len(found) > 0; refused != test.refused {
			t.Errorf("%s: %v", test.name, found)
		}
	}
}
