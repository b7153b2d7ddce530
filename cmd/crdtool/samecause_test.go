package main

import (
	"strings"
	"testing"
)

// TestOneCauseOneFinding: two rules of one marker in a Go type that several CRDs use are told once each,
// although the help names other fields around it; and so are rules on an object that can be removed.
func TestOneCauseOneFinding(t *testing.T) {
	const owner = `{type: string, maxLength: 64, x-kubernetes-validations: [{rule: self == oldSelf}]}`
	dir := folder(t, map[string]string{
		"go.mod": "module example.com/gadgets\n",
		"v1/types.go": `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:MaxLength=64
// +kubebuilder:validation:XValidation:rule="self == oldSelf"
type Owner string

type GadgetSpec struct {
	// +optional
	Owner Owner ` + "`json:\"owner,omitempty\"`" + `
}

type WidgetSpec struct {
	// +optional
	Part *GadgetSpec ` + "`json:\"part,omitempty\"`" + `
}

// +kubebuilder:object:root=true
type Gadget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec GadgetSpec ` + "`json:\"spec\"`" + `
}

// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec WidgetSpec ` + "`json:\"spec\"`" + `
}
`,
		"crds/gadgets.yaml": controllerGenCRD("Gadget", "gadgets", "            properties: {owner: "+owner+"}\n"),
		"crds/widgets.yaml": controllerGenCRD("Widget", "widgets", "            properties: {part: {type: object, properties: {owner: "+owner+"}}}\n"),
		"boxes/boxes.yaml": strings.Replace(controllerGenCRD("Box", "boxes", `            properties: {a: {type: string, maxLength: 9}, b: {type: string, maxLength: 9}}
            x-kubernetes-validations:
            - {rule: "!has(oldSelf.a) || has(self.a) && self.a == oldSelf.a"}
            - {rule: "!has(oldSelf.b) || has(self.b) && self.b == oldSelf.b"}
`), "        required: [spec]\n", "", 1),
	})
	for _, test := range []struct{ path, want string }{
		{"crds", "1 warning at 2 places in 2 of 2 CRDs"},
		{"boxes", "1 warning at 2 places in 1 of 1 CRD"},
	} {
		got := inProcess(t, dir, "lint", "--enable", "transition-bypass", test.path)
		if !strings.Contains(got.stdout, test.want) || strings.Count(got.stdout, "[transition-bypass]") != 1 {
			t.Errorf("%s: want %q:\n%s%s", test.path, test.want, got.stdout, got.stderr)
		}
	}
}

// TestSameObjectUnderTwoNames: a fault of an object that is the same under several names is one finding.
func TestSameObjectUnderTwoNames(t *testing.T) {
	const part = "{type: object, anyOf: [{required: [a]}, {required: [a]}], properties: {a: {type: string}, b: {type: string}}}"
	dir := folder(t, map[string]string{"crd.yaml": strings.Replace(ownKind("a"), "        properties:\n", "        properties:\n          one: "+part+"\n          two: "+part+"\n", 1)})
	got := inProcess(t, dir, "lint", "crd.yaml")
	if !strings.Contains(got.stdout, "1 warning at 2 places") {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
}
