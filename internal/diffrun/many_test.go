package diffrun

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// TestManyChanges has more changes than witnesses are looked for: those beyond break
// something, as far as anybody knows.
func TestManyChanges(t *testing.T) {
	const fields, shown = 1010, 1000
	crd := func(maxLength int) *source.Document {
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
			fmt.Fprintf(&b, "          f%d: {type: string, maxLength: %d}\n", i, maxLength)
		}
		return source.Read("a.yaml", []byte(b.String())).Documents[0]
	}
	out := New(kube.Latest, Options{}).Compare(crd(5), crd(3))
	proved, may, unsought := 0, 0, 0
	for i := range out.Changes {
		c := &out.Changes[i]
		if c.Witness != nil {
			proved++
		}
		if c.May && c.Breaking {
			may++
		}
		if c.Unsought {
			unsought++
		}
	}
	if proved != shown || may != fields-shown || unsought != may {
		t.Errorf("of %d changes %d are shown, and %d may break something", len(out.Changes), proved, may)
	}
}
