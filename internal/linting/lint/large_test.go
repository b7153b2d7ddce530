package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestNoFixesInWhatIsNotStored: a CRD that etcd stores has its fix, one that is longer
// has the same finding without.
func TestNoFixesInWhatIsNotStored(t *testing.T) {
	for size, fixed := range map[int]bool{1 << 20: true, 1<<20 + 1<<19: false} {
		text := `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: Object
        description: ` + strings.Repeat("word ", size/5) + "\n"
		r := New(kube.Latest).File(source.Read("crd.yaml", []byte(text)), Options{})
		var found, fixes int
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Rule == "schema-type" {
				found++
				if f.Fix != nil {
					fixes++
				}
			}
		}
		if found != 1 || fixes == 1 != fixed {
			t.Errorf("%d bytes: %d findings with %d fixes, want one: %t; %+v", size, found, fixes, fixed, r.Findings)
		}
	}
}
