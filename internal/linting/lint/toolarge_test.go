package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestTooLarge checks CRDs on both sides of the length that the server reads. One is short as YAML
// and long as JSON.
func TestTooLarge(t *testing.T) {
	crd := func(description string) string {
		return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, description: ` + description + `}}}
`
	}
	fields := ""
	for i := range 8 {
		fields += fmt.Sprintf("f%d: {type: string, description: *a}, ", i)
	}
	for _, test := range []struct {
		name, text string
		code       int
	}{
		{"within", crd(strings.Repeat("a", 3_100_000)), 201},
		{"beyond", crd(strings.Repeat("a", 3_200_000)), 413},
		{"escapes", crd("'" + strings.Repeat("<", 600_000) + "'"), 413},
		{"aliases", crd("&a " + strings.Repeat("a", 400_000) + ", properties: {" + fields + "}"), 413},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := New(kube.Latest).File(source.Read("crd.yaml", []byte(test.text)), Options{})
			if len(r.Documents) != 1 {
				t.Fatalf("%d documents: %v", len(r.Documents), r.Findings)
			}
			if got := r.Documents[0].APIServer; got.Code != test.code || (test.code == 413) != (len(r.Findings) == 1) {
				t.Errorf("%d %s with %d findings, want %d", got.Code, got.Message, len(r.Findings), test.code)
			}
			// kubectl apply is no way out where the server does not read the request.
			r = New(kube.Latest).File(source.Read("crd.yaml", []byte(test.text)), Options{Rules: selection("too-large-to-apply")})
			if len(r.Findings) != 1 || (r.Findings[0].Rule == "too-large-to-apply") != (test.code == 201) {
				t.Errorf("with the rule: %+v", r.Findings)
			}
		})
	}
}
