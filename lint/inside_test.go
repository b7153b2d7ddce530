package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
)

// TestErrorsInsideOfRules holds the place of an error in a CEL expression to the
// character that it is about, however the expression is written, except folded.
func TestErrorsInsideOfRules(t *testing.T) {
	for _, written := range []string{
		`self == missing`,
		`"self == 'a' || missing"`,
		`'self == ''a'' || missing'`,
		"|\n                self == 'a' ||\n                missing",
		"|-\n                self == 'a' || missing",
	} {
		text := strings.Replace(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          a:
            type: string
            x-kubernetes-validations:
            - message: m
              rule: WRITTEN
`, "WRITTEN", written, 1)
		before, _, _ := strings.Cut(text, "missing")
		line := strings.Count(before, "\n") + 1
		column := len(before) - strings.LastIndex(before, "\n")
		r := linter.File(source.Read("crd.yaml", []byte(text)), Options{})
		if len(r.Findings) != 1 || r.Findings[0].Line != line || r.Findings[0].Column != column {
			t.Errorf("want one finding at %d:%d, got %+v", line, column, r.Findings)
		}
	}
}
