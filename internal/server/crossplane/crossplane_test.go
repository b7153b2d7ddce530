package crossplane_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crossplane"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

const xrd = `apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata: {name: racks.example.org}
spec:
  group: example.org
  names: {kind: Rack, plural: racks}
  versions: [{name: v1, served: true, referenceable: true, schema: {openAPIV3Schema: {type: object}}}]
`

// Servers of all versions have the CRD of definitions.
func TestEveryVersion(t *testing.T) {
	doc := source.Read("xrd.yaml", []byte(xrd)).Documents[0]
	for _, v := range kube.Versions() {
		if got := crossplane.New(v).Create(doc, dryrun.RequestOptions{}); !got.APIServer.Accepted {
			t.Errorf("%s: %s", v, got.APIServer.Message)
		}
	}
}
