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
		"errors/gadgets.yaml": controllerGenCRD("Gadget", "gadgets", "            properties: {owner: {type: string, default: 3}}\n"),
		"errors/widgets.yaml": controllerGenCRD("Widget", "widgets", "            properties: {part: {type: object, properties: {owner: {type: string, default: 3}}}}\n"),
		"kinds/cups.yaml":     optionalSpec("Cup", "cups"),
		"kinds/jugs.yaml":     optionalSpec("Jug", "jugs"),
		"crds/gadgets.yaml":   controllerGenCRD("Gadget", "gadgets", "            properties: {owner: "+owner+"}\n"),
		"crds/widgets.yaml":   controllerGenCRD("Widget", "widgets", "            properties: {part: {type: object, properties: {owner: "+owner+"}}}\n"),
		"boxes/boxes.yaml": strings.Replace(controllerGenCRD("Box", "boxes", `            properties: {a: {type: string, maxLength: 9}, b: {type: string, maxLength: 9}}
            x-kubernetes-validations:
            - {rule: "!has(oldSelf.a) || has(self.a) && self.a == oldSelf.a"}
            - {rule: "!has(oldSelf.b) || has(self.b) && self.b == oldSelf.b"}
`), "        required: [spec]\n", "", 1),
	})
	for _, test := range []struct{ path, want string }{
		{"crds", "1 warning at 2 places in 2 of 2 CRDs"},
		{"boxes", "1 warning at 2 places in 1 of 1 CRD"},
		{"kinds", "1 warning at 2 places in 2 of 2 CRDs"},
	} {
		got := inProcess(t, dir, "lint", "--enable", "transition-bypass", test.path)
		if !strings.Contains(got.stdout, test.want) || strings.Count(got.stdout, "[transition-bypass]") != 1 {
			t.Errorf("%s: want %q:\n%s%s", test.path, test.want, got.stdout, got.stderr)
		}
	}
	got := inProcess(t, dir, "lint", "--profile", "server", "errors")
	if got.status != exitFindings || !strings.Contains(got.stdout, "1 error at 2 places in 2 of 2 CRDs") {
		t.Errorf("errors of one line of Go: status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// optionalSpec is a CRD whose spec can be removed, which gets around the rule in it.
func optionalSpec(kind, plural string) string {
	return strings.Replace(controllerGenCRD(kind, plural, "            required: [size]\n            properties: {size: {type: integer, x-kubernetes-validations: [{rule: self == oldSelf}]}}\n"),
		"        required: [spec]\n", "", 1)
}

// TestOldVersionsAreOneError: of CRDs whose apiVersion no server takes any more, the first is told and the others are
// counted, as they are converted in one go.
func TestOldVersionsAreOneError(t *testing.T) {
	old := func(plural string) string {
		return strings.Replace(ownKind(plural), "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", 1)
	}
	dir := folder(t, map[string]string{"a.yaml": old("a"), "b.yaml": old("b"), "c.yaml": old("c")})
	got := inProcess(t, dir, "lint", ".")
	if got.status != exitFindings || !strings.Contains(got.stdout, "1 error at 3 places in 3 of 3 CRDs") || !strings.Contains(got.stdout, "and at 2 other places: b.yaml:1:") {
		t.Errorf("status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// TestPrintedByKubectl: of CRDs that kubectl get printed into one file, the resourceVersion that the server refuses is one
// error; another file with one is another.
func TestPrintedByKubectl(t *testing.T) {
	printed := func(plural string) string {
		return strings.Replace(ownKind(plural), "metadata:\n", "metadata:\n  resourceVersion: \"7\"\n", 1)
	}
	dir := folder(t, map[string]string{"a.yaml": printed("a") + "---\n" + printed("b"), "c.yaml": printed("c")})
	got := inProcess(t, dir, "lint", ".")
	if got.status != exitFindings || !strings.Contains(got.stdout, "2 errors at 3 places in 3 of 3 CRDs") {
		t.Errorf("status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// TestVersionWithoutFields: a version that declares no fields, beside one that keeps them, is one finding.
func TestVersionWithoutFields(t *testing.T) {
	one := ownKind("a")
	two := strings.Replace(one, "          spec: {type: string, format: date}\n", "          spec: {type: object}\n          status: {type: object}\n", 1) +
		"  - name: v2\n    served: true\n    storage: false\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n" +
		"          spec: {type: object, properties: {b: {type: string}}}\n          status: {type: object, properties: {c: {type: string}}}\n"
	got := inProcess(t, folder(t, map[string]string{"a.yaml": two}), "lint", "--profile", "server", "--enable", "lost-content", "a.yaml")
	if !strings.Contains(got.stdout, "1 warning at 2 places") {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
}

// TestSourcesBeforeManifests: of a CRD in a manifest of the whole project and where it is generated, the finding is at
// the generated file, whatever the names of the files.
func TestSourcesBeforeManifests(t *testing.T) {
	dir := folder(t, map[string]string{"all.yaml": oddFormat("a"), "config/crd/bases/a.yaml": oddFormat("a")})
	got := inProcess(t, dir, "lint", ".")
	if !strings.Contains(got.stdout, "config/crd/bases/a.yaml:") || strings.Contains(got.stdout, "\nall.yaml:") || !strings.Contains(got.stdout, "1 finding repeated in copies") {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
}

// TestSameFieldOfManyCRDs: a field that is wrong in the same way in several CRDs is one finding if its schema says
// enough to be the same by more than chance.
func TestSameFieldOfManyCRDs(t *testing.T) {
	with := func(plural, field string) string {
		return strings.Replace(ownKind(plural), "        properties:\n", "        properties:\n          "+field+"\n", 1)
	}
	const ports = "ports: {type: array, minLength: 1, items: {type: object, additionalProperties: {type: string}}}"
	for field, want := range map[string]string{
		ports:                              "1 warning at 2 places in 2 of 2 CRDs",
		"name: {type: string, minimum: 1}": "2 warnings in 2 of 2 CRDs",
	} {
		dir := folder(t, map[string]string{"a.yaml": with("a", field), "b.yaml": with("b", field)})
		if got := inProcess(t, dir, "lint", "--enable", "idle-keyword", "."); !strings.Contains(got.stdout, want) {
			t.Errorf("%s: want %q in\n%s%s", field, want, got.stdout, got.stderr)
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

// TestOwnStructWithoutFields: an object without fields whose name says that it holds some is reported if its Go type is one
// that holds anything, and not if it is a struct of the module without fields.
func TestOwnStructWithoutFields(t *testing.T) {
	for typ, reported := range map[string]bool{"Template": false, "runtime.RawExtension": true} {
		dir := folder(t, map[string]string{
			".git/HEAD": "", "go.mod": "module example.com/gadgets\n",
			"v1/types.go": `// +groupName=example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Template struct{}

type GadgetSpec struct {
	// +optional
	PodTemplate ` + typ + " `json:\"podTemplate,omitempty\"`" + `
	Raw runtime.RawExtension ` + "`json:\"raw,omitempty\"`" + `
}

// +kubebuilder:object:root=true
type Gadget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec GadgetSpec ` + "`json:\"spec\"`" + `
}
`,
			"crd.yaml": controllerGenCRD("Gadget", "gadgets", "            properties: {podTemplate: {type: object}, raw: {type: object}}\n"),
		})
		got := inProcess(t, dir, "lint", "--profile", "server", "--enable", "lost-content", "crd.yaml")
		if strings.Contains(got.stdout, "spec.podTemplate is an object") != reported {
			t.Errorf("%s: reported must be %t:\n%s%s", typ, reported, got.stdout, got.stderr)
		}
	}
}
