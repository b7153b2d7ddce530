package openapiv3_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

const everything = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: [{jsonPath: .spec.size}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: string, example: large}}}
  - name: v2
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object}}
`

// TestRowsAreShown: the documents before the release of a row about what is published
// are others than those from it on.
func TestRowsAreShown(t *testing.T) {
	published := func(minor int) []byte {
		c, _ := crd.Decode(source.Read("crd.yaml", []byte(everything)).Documents[0])
		v := kube.Version{Minor: minor}
		docs, err := openapiv3.Build([]*crd.CustomResourceDefinition{c}, v)
		if err != nil {
			t.Fatal(err)
		}
		v2, err := openapiv2.Build([]*crd.CustomResourceDefinition{c}, v)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{docs[docs.GroupVersions()[0]], docs[docs.GroupVersions()[1]], v2})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	rows := 0
	for _, row := range behaviour.Table() {
		if !strings.HasPrefix(row.ID, "openapi-") {
			continue
		}
		rows++
		if bytes.Equal(published(row.Since-1), published(row.Since)) {
			t.Errorf("%s: 1.%d and 1.%d publish the same", row.ID, row.Since-1, row.Since)
		}
	}
	if rows == 0 {
		t.Error("no row is about what is published")
	}
}
