package diffrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestOriginOfParentKeywords: a change of a keyword of the parent that is about one field leads
// to the Go field that it is about.
func TestOriginOfParentKeywords(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("go.mod", "module example.com/routes\n")
	write("api/v1/types.go", strings.ReplaceAll(`// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:XValidation:rule="self.host != 'a'"
type Spec struct {
	Host string 'json:"host"'
	// +optional
	Path string 'json:"path,omitempty"'
	List []Item 'json:"list"'
}

type Item struct {
	A string 'json:"a"'
	// +optional
	B string 'json:"b,omitempty"'
}

// +kubebuilder:object:root=true
type Route struct {
	metav1.TypeMeta   'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec Spec 'json:"spec,omitempty"'
}
`, "'", "`"))
	read := func(name, ofSpec, ofItem, more string) *source.Document {
		text := `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routes.example.com, annotations: {controller-gen.kubebuilder.io/version: v0.19.0}}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Route, plural: routes}
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
            required: ` + ofSpec + `
            properties:
              host: {type: string}
              path: {type: string}
              list: {type: array, items: {type: object, required: ` + ofItem + `, properties: {a: {type: string}, b: {type: string}}}}
            x-kubernetes-validations:
            - rule: self.host != 'a'
` + more
		path := write(name, text)
		return source.Read(path, []byte(text)).Documents[0]
	}
	old := read("old.yaml", "[host, list, path]", "[a, b]", "            - rule: self.host != 'c'\n")
	now := read("config/crd/routes.yaml", "[host, list]", "[a]", "")
	finder := origin.New()
	out := New(kube.Latest, Options{Origins: finder}).Compare(old, now)
	got := map[string]string{}
	for i := range out.Changes {
		if o := out.Changes[i].Origin; o != nil {
			got[out.Changes[i].Message] = strings.TrimSpace(o.Source)
		}
	}
	for message, want := range map[string]string{
		"spec.path is no longer required":              "Path string `json:\"path,omitempty\"`",
		"spec.list[*].b is no longer required":         "B string `json:\"b,omitempty\"`",
		"a CEL rule of spec is gone: self.host != 'c'": "Spec Spec `json:\"spec,omitempty\"`",
	} {
		if got[message] != want {
			t.Errorf("%s: %q, want %q (all: %q)", message, got[message], want, got)
		}
	}
}
