package omitempty

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const text = `
metadata: {name: a, labels: {}, annotations: null}
spec:
  names: {plural: as, shortNames: [], categories: [all]}
  preserveUnknownFields: false
  versions:
  - name: v1
    served: false          # always written
    deprecated: false
    subresources: null
    schema: &s
      openAPIV3Schema:
        description: ""
        properties:
          description: {nullable: false, minimum: 0, maximum: null}
          list: {type: array, items: {enum: []}}
        x-kubernetes-validations:
        - {rule: self.x, message: "", optionalOldSelf: false}
  - name: v2
    schema: *s
`

func TestFind(t *testing.T) {
	var got []string
	Find(source.Read("a.yaml", []byte(text)).Documents[0].Root, false, func(_ string, _ *yamlnode.Node, at finding.Trail) {
		got = append(got, at.Path().Server())
	})
	want := []string{
		"metadata.labels", "metadata.annotations", "spec.names.shortNames", "spec.preserveUnknownFields",
		"spec.versions[0].deprecated", "spec.versions[0].subresources",
		"spec.versions[0].schema.openAPIV3Schema.description",
		"spec.versions[0].schema.openAPIV3Schema.properties.description.nullable",
		"spec.versions[0].schema.openAPIV3Schema.properties.description.maximum",
		"spec.versions[0].schema.openAPIV3Schema.properties.list.items.enum",
		"spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].message",
	}
	if len(got) != len(want) {
		t.Fatalf("found %d:\n%q", len(got), got)
	}
	slices.Sort(got)
	slices.Sort(want)
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s, want %s", got[i], want[i])
		}
	}
}
