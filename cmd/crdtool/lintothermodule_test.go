package main

import (
	"strings"
	"testing"
)

// TestTypesOfOtherModules: in the default profile a warning about a field whose type is of another Go module is left out
// and counted, since only the authors of that module can change the type. A warning that an option of the generator
// fixes stays, and so do rules that are asked for by name, and the strict profile.
func TestTypesOfOtherModules(t *testing.T) {
	const part = "{type: object, properties: {size: {type: string, minimum: 3}, claim: {type: object, properties: {metadata: {type: object}}}}}"
	dir := folder(t, map[string]string{
		".git/HEAD": "",
		"go.mod":    "module example.com/gadgets\n\nrequire example.com/parts v1.0.0\n",
		"vendor/example.com/parts/parts.go": `package parts

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Part struct {
	// +kubebuilder:validation:Minimum=3
	Size string ` + "`json:\"size,omitempty\"`" + `
	Claim Claim ` + "`json:\"claim,omitempty\"`" + `
}

type Claim struct {
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
}
`,
		"v1/types.go": `// +groupName=example.com
package v1

import (
	"example.com/parts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type GadgetSpec struct {
	Part parts.Part ` + "`json:\"part,omitempty\"`" + `
}

// +kubebuilder:object:root=true
type Gadget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec GadgetSpec ` + "`json:\"spec\"`" + `
}
`,
		"config/crd/gadgets.yaml": controllerGenCRD("Gadget", "gadgets", "            properties: {part: "+part+"}\n"),
	})
	for _, test := range []struct {
		args, want string
		idle       bool
	}{
		{".", "1 warning in 1 of 1 CRD (1 file, 1 warning in types of other modules, ", false},
		{"--enable idle-keyword .", "2 warnings in 1 of 1 CRD (1 file, ", true},
		{"--profile strict --disable reference-name .", "", true},
	} {
		got := inProcess(t, dir, append([]string{"lint"}, strings.Fields(test.args)...)...)
		if !strings.Contains(got.stdout, test.want) || strings.Contains(got.stdout, "[idle-keyword]") != test.idle || !strings.Contains(got.stdout, "[pruned-content]") {
			t.Errorf("%s: want %q in\n%s%s", test.args, test.want, got.stdout, got.stderr)
		}
	}
}
