package apply

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

const switches = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: switches.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Switch, plural: switches}
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
              state: {type: string}
              'n': {type: integer}
              mode: {type: string, enum: [on, off, auto]}
              enabled: {type: boolean}
              free: {type: object, additionalProperties: {type: boolean}}
`

// A word that YAML 1.1 alone takes for a boolean is told where a key or a string was
// meant, and nowhere else. How the words are read is what kubectl sends.
func TestBooleansOfYAML11AreTold(t *testing.T) {
	for spec, want := range map[string]string{
		"{state: on}":                   `YAML 1.1 reads on as the boolean true; put it in quotes: "on"`,
		"{state: No}":                   `YAML 1.1 reads No as the boolean false; put it in quotes: "No"`,
		"{state: true}":                 `put it in quotes: "true"`,
		"{n: 3}":                        `YAML 1.1 reads n as the boolean false; put it in quotes: "n"`,
		"{false: 3}":                    "",
		"{mode: 'on'}":                  "the CRD has words such as on and no without quotes, which YAML 1.1 reads as booleans; put them in quotes there",
		"{mode: aut}":                   `did you mean "auto"?`,
		"{enabled: yes, free: {y: on}}": "accepted",
	} {
		crds := NewCRDs(kube.Latest, false)
		crds.Add(source.Read("crd.yaml", []byte(switches)))
		f := source.Read("a.yaml", []byte("apiVersion: example.com/v1\nkind: Switch\nmetadata: {name: a}\nspec: "+spec+"\n"))
		r := New(crds, RunOptions{FieldValidation: "Strict"}).File(f).Results[0]
		got := "accepted"
		if len(r.Findings) > 0 {
			got = r.Findings[0].Help
		}
		if got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}

// The recorded answers in testdata/dryrun/decode name the first value that is no string,
// in the order of the keys; each is told at its line.
func TestWrongMetadataIsToldAtItsKey(t *testing.T) {
	crds := NewCRDs(kube.Latest, false)
	crds.Add(source.Read("crd.yaml", []byte(switches)))
	f := source.Read("a.yaml", []byte("apiVersion: example.com/v1\nkind: Switch\nmetadata:\n  name: a\n  annotations:\n    z: 1\n    fine: \"true\"\n    enabled: true\n    none: null\n"))
	r := New(crds, RunOptions{FieldValidation: "Strict"}).File(f).Results[0]
	if len(r.Findings) != 2 {
		t.Fatalf("%d findings, want 2: %+v", len(r.Findings), r.Findings)
	}
	z, enabled := r.Findings[0], r.Findings[1]
	if enabled.Path != "metadata.annotations.enabled" || enabled.Line != 8 || enabled.Later || !strings.HasSuffix(r.APIServer.Message, enabled.ServerMessage) || enabled.ServerMessage == "" {
		t.Errorf("%+v of %q", enabled, r.APIServer.Message)
	}
	if z.Path != "metadata.annotations.z" || z.Line != 6 || !z.Later || z.ServerMessage != "" {
		t.Errorf("%+v", z)
	}
}
