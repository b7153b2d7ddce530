package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

const withReservedName = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: targets.example.org}
spec:
  group: example.org
  names: {kind: Target, listKind: TargetList, plural: targets, singular: target}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {%[1]s: {type: string, maxLength: 63}}
            x-kubernetes-validations: [{rule: has(self.%[2]s)}]
`

// TestReservedNames: the help for a field that is called by a reserved word of CEL says how all
// versions read it, and that is so.
func TestReservedNames(t *testing.T) {
	for _, name := range []string{"namespace", "import", "as", "package", "const", "function", "loop"} {
		for _, v := range kube.Versions() {
			l := NewFor([]kube.Version{v})
			r := l.File(source.Read("crd.yaml", []byte(fmt.Sprintf(withReservedName, name, name))), Options{})
			if v.Minor >= 32 {
				if len(r.Findings) != 0 {
					t.Errorf("%s on %s: %v", name, v, r.Findings)
				}
			} else if want := name + " is a reserved word of CEL: write the field as in self.__" + name + "__, which works on all versions"; len(r.Findings) != 1 || r.Findings[0].Help != want {
				t.Errorf("%s on %s: %v, want the help: %s", name, v, r.Findings, want)
			}
			escaped := "__" + name + "__"
			if r := l.File(source.Read("crd.yaml", []byte(fmt.Sprintf(withReservedName, name, escaped))), Options{}); len(r.Findings) != 0 {
				t.Errorf("%s on %s: %v", escaped, v, r.Findings)
			}
		}
	}
}

const refusedByOne = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: opses.example.org}
spec:
  group: example.org
  names: {kind: Ops, listKind: OpsList, plural: opses, singular: ops}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              restart:
                type: array
                items:
                  type: object
                  properties: {a: {type: string}, b: {type: string}}
                  x-kubernetes-validations:
                  - rule: "(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))"
`

// TestRefusedByOneVersion: what one version alone refuses is told as that, with the factor.
func TestRefusedByOneVersion(t *testing.T) {
	r := NewFor(kube.Versions()).File(source.Read("crd.yaml", []byte(refusedByOne)), Options{})
	if len(r.Documents) != 1 || r.Documents[0].Support == nil || len(r.Documents[0].Support.Needs) != 1 {
		t.Fatalf("%+v", r.Documents)
	}
	need := r.Documents[0].Support.Needs[0]
	if strings.Join(need.Only, " ") != "1.28" || need.What != "rule 1 of spec.restart[*] costs 1.05x its budget" {
		t.Errorf("%+v", need)
	}
}
