package lint_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/kube"
)

// TestMistypedTypeMeta: an apiVersion or kind that is no string is told where it stands, with what to
// write there.
func TestMistypedTypeMeta(t *testing.T) {
	const rest = "metadata: {name: widgets.example.com}\n"
	for _, c := range []struct {
		text          string
		line          int
		message, help string
	}{
		{"apiVersion: [apiextensions.k8s.io/v1]\nkind: CustomResourceDefinition\n", 1, "apiVersion must be a string", "write: apiVersion: apiextensions.k8s.io/v1"},
		{"apiVersion: apiextensions.k8s.io/v1\nkind: {}\n", 2, "kind must be a string", "write: kind: CustomResourceDefinition"},
		{"apiVersion: apiextensions.k8s.io/v1\nkind: Definition\n", 2, `there is no kind "Definition" in apiextensions.k8s.io/v1`, "write: kind: CustomResourceDefinition"},
	} {
		found := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(c.text+rest)), lint.Options{}).Findings
		if len(found) != 1 || found[0].Line != c.line || found[0].Message != c.message || found[0].Help != c.help {
			t.Errorf("%q: %+v", c.text, found)
		}
	}
}
