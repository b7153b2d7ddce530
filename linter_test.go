package crdtool_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool"
)

// An object among the stored CRDs that has the name of one is passed over.
func TestLintOldWithOtherObjects(t *testing.T) {
	const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`
	const object = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: widgets.example.com}\n"
	changed := strings.Replace(crd, "Namespaced", "Cluster", 1)
	r := crdtool.NewLinter().Lint("new.yaml", []byte(changed), []byte(crd+object))
	if len(r.Findings) != 1 || r.Findings[0].Rule != "immutable" {
		t.Errorf("the scope has changed, but the findings are %+v", r.Findings)
	}
}
