package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestSurplusOfWarnings: of many warnings some are listed, the rest is counted, and the server sends
// what it sends of all of them.
func TestSurplusOfWarnings(t *testing.T) {
	const most, fields = 10, 60
	for _, c := range []struct {
		name   string
		format func(i int) string
		listed int
	}{
		{"one format", func(int) string { return "a" }, most},
		{"another one at last", func(i int) string { return map[bool]string{true: "b", false: "a"}[i == fields-1] }, most + 1},
		{"other ones in turn", func(i int) string { return fmt.Sprint("f", i%20) }, 20},
		{"others everywhere", func(i int) string { return fmt.Sprint("f", i) }, fields},
	} {
		var b strings.Builder
		b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
`)
		for i := range fields {
			fmt.Fprintf(&b, "          f%02d: {type: string, format: %s}\n", i, c.format(i))
		}
		report := func(most int) (listed, rest int, sent []string) {
			f := source.Read("crd.yaml", []byte(b.String()))
			r := New(kube.Latest).File(f, Options{Most: most})
			for i := range r.Findings {
				if found := &r.Findings[i]; found.Code == report.Code(code.UnknownFormat) {
					if found.More > 0 {
						rest += found.More
					} else {
						listed++
					}
				}
			}
			return listed, rest, r.Documents[0].APIServer.Warnings
		}
		listed, rest, sent := report(most)
		all, none, want := report(0)
		if all != fields || none != 0 || len(want) == 0 {
			t.Fatalf("%s: of all, %d are listed and %d counted, %d sent", c.name, all, none, len(want))
		}
		if listed != c.listed || listed+rest != fields || !slices.Equal(sent, want) {
			t.Errorf("%s: %d are listed, want %d, and %d counted; sent are %q, want %q", c.name, listed, c.listed, rest, sent, want)
		}
	}
}
