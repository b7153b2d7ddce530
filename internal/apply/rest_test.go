package apply

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const listed = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          list: {type: array, items: {type: string}}
`

// Of what there is too much of, the first are listed and the others counted; the verdict
// and the counts are the same.
func TestMost(t *testing.T) {
	const head = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n"
	var unknown strings.Builder
	for i := range 10 {
		fmt.Fprintf(&unknown, "f%d: 1\n", i)
	}
	labels := "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: a\n  labels: {a: 0, b: 0, a: x"
	for i := range 10 {
		labels += fmt.Sprintf(", l%d: 1", i)
	}
	labels += ", b: null}\n" // the last value of a key counts
	for name, text := range map[string]string{
		"labels":  labels,
		"values":  head + "list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n",
		"unknown": head + unknown.String(),
	} {
		t.Run(name, func(t *testing.T) {
			run := func(most int) (FileReport, *report.Result) {
				crds := NewCRDs(kube.Latest, false)
				crds.Add(source.Read("crd.yaml", []byte(listed)))
				r := New(crds, RunOptions{Most: most}).File(source.Read("object.yaml", []byte(text)))
				return r, &r.Results[0]
			}
			all, whole := run(0)
			some, part := run(3)
			if some.Summary != all.Summary || all.Summary.Errors != 10 {
				t.Errorf("summary is %+v, want %+v", some.Summary, all.Summary)
			}
			if part.Verdict != whole.Verdict || part.APIServer.Code != whole.APIServer.Code {
				t.Errorf("verdict %s, want %s", part.Verdict, whole.Verdict)
			}
			if got, want := len(part.APIServer.Causes)+part.APIServer.MoreCauses, len(whole.APIServer.Causes); got != want {
				t.Errorf("%d causes, want %d", got, want)
			}
			errors, more := 0, 0
			for i := range part.Findings {
				if f := &part.Findings[i]; f.More > 0 {
					more += f.More
				} else if f.Severity.String() == "error" {
					errors++
				}
			}
			if errors != 3 || more != 7 {
				t.Errorf("%d are listed and %d counted, want 3 and 7", errors, more)
			}
			if name == "unknown" && len(part.Trace) != 4 {
				t.Errorf("the trace has %d steps, want 3 and one for the rest", len(part.Trace))
			}
		})
	}
}
