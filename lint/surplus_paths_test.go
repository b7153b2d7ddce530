package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
)

// Of findings of our rules that stand deep fewer are kept, since each has a long path; all are
// counted.
func TestFewerDeepFindingsAreKept(t *testing.T) {
	const fields, most = 150, 100
	found := func(depth int) (kept, counted int) {
		var b strings.Builder
		for i := range fields {
			fmt.Fprintf(&b, "          f%d: %s{type: string, minimum: 1}%s\n", i, strings.Repeat("{type: object, properties: {abcdefghij: ", depth), strings.Repeat("}}", depth))
		}
		text := `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
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
        type: object
        properties:
` + b.String()
		r := linter.File(source.Read("crd.yaml", []byte(text)), Options{Rules: everyRule(), Most: most})
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Rule == "idle-keyword" {
				counted += max(1, f.More)
				if f.More == 0 {
					kept++
				}
			}
		}
		return kept, counted
	}
	if kept, counted := found(0); kept != most || counted != fields {
		t.Errorf("of flat fields %d are kept and %d counted", kept, counted)
	}
	if kept, counted := found(60); kept < 10 || kept > most/2 || counted != fields {
		t.Errorf("of deep fields %d are kept and %d counted", kept, counted)
	}
}
