package lint

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestFixesChangeAllCopies holds fixes to all versions that share a schema, and
// to each text once.
func TestFixesChangeAllCopies(t *testing.T) {
	const head = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
`
	const hosts = `{type: object, properties: {hosts: {type: array, items: {type: string}}}}`
	for name, c := range map[string]struct {
		versions string
		want     []string
	}{
		"one": {`
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: ` + hosts + `}}
`, []string{"spec.versions[0].schema.openAPIV3Schema.properties[hosts].x-kubernetes-list-type"}},
		"shared": {`
  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: ` + hosts + `}}
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: ` + hosts + `}}
`, []string{"spec.versions[0].schema.openAPIV3Schema.properties[hosts].x-kubernetes-list-type",
			"spec.versions[1].schema.openAPIV3Schema.properties[hosts].x-kubernetes-list-type"}},
		"alias": {`
  - {name: v1beta1, served: true, storage: false, schema: &s {openAPIV3Schema: ` + hosts + `}}
  - {name: v1, served: true, storage: true, schema: *s}
`, []string{"spec.versions[0].schema.openAPIV3Schema.properties[hosts].x-kubernetes-list-type"}},
		"null": {`
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {hosts: {type: array, x-kubernetes-list-type: null, items: {type: string}}}}}
`, nil},
	} {
		doc := source.Read("crd.yaml", []byte(head+c.versions)).Documents[0]
		decoded, _ := crd.Decode(doc)
		checked := crd.NewChecker(behaviour.Of(kube.Latest)).Check(decoded, nil)
		found := rules.Run(selection("list-type-missing"), rules.Input{Doc: doc, CRD: decoded, Answer: &checked, WitnessServer: linter.server, Versions: linter.versions, ReportsUnknown: true})
		if len(found) != 1 {
			t.Errorf("%s: %d findings", name, len(found))
			continue
		}
		var got []string
		if found[0].Fix != nil {
			for _, change := range found[0].Fix.Changes {
				if change.Op != finding.Add {
					t.Errorf("%s: op %d", name, change.Op)
				}
				got = append(got, change.Path.File())
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: changes %q, want %q", name, got, c.want)
		}
	}
}

func selection(id string) *rules.Selection {
	r := rules.Find(id)
	return &rules.Selection{Active: []rules.Active{{Rule: r, Severity: r.Severity}}}
}
