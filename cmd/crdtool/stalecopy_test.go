package main

import (
	"strings"
	"testing"
)

// TestStaleCopies checks that a copy which differs from its Go types is not reported beside the generated CRD
// that agrees with them, is reported once beside one that differs as well, and is if it is the only one.
func TestStaleCopies(t *testing.T) {
	text := func(maximum string) string {
		return controllerGenCRD("Widget", "widgets", "            required: [size]\n            properties:\n              size: {type: integer, maximum: "+maximum+"}\n")
	}
	for name, c := range map[string]struct{ base, copy, want string }{
		"copy":  {"10", "5", "no findings in 2 CRDs (2 files, 2 findings only in older copies, "},
		"both":  {"5", "5", "3 warnings in 2 of 2 CRDs"},
		"alone": {"", "5", "2 warnings in 1 of 1 CRD ("},
	} {
		files := map[string]string{
			"go.mod": "module example.com/widgets\n",
			"v1/types.go": `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WidgetSpec struct {
	// +kubebuilder:validation:Maximum=10
	Size int ` + "`json:\"size\"`" + `
}

// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec WidgetSpec ` + "`json:\"spec\"`" + `
}
`,
			// A warning of the older copy alone is no other one.
			"bundle/manifests/widgets.yaml": text(c.copy + ", minimum: 0, pattern: a"),
		}
		if c.base != "" {
			files["config/crd/bases/widgets.yaml"] = text(c.base)
		}
		got := inProcess(t, folder(t, files), "lint", ".")
		if !strings.Contains(got.stdout, c.want) || strings.Contains(got.stdout, "[stale-crd]") == strings.HasPrefix(c.want, "no findings") {
			t.Errorf("%s: want %q in\n%s%s", name, c.want, got.stdout, got.stderr)
		}
	}
}
