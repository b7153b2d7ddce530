package docgen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/docgen"
)

// Of very many versions the first have samples, and the others say that they have none.
func TestSamplesOfManyVersions(t *testing.T) {
	const most, more = 100, 3
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
`)
	for i := range most + more {
		fmt.Fprintf(&b, "  - {name: v%d, served: true, storage: %t, schema: {openAPIV3Schema: {type: object, properties: {f%d: {type: string}}}}}\n", i+1, i == 0, i)
	}
	for _, format := range []docgen.Format{docgen.Markdown, docgen.HTML} {
		text := render(t, crds([]byte(b.String())), format)
		if made := strings.Count(text, "A minimal manifest"); made != most {
			t.Errorf("%s: %d versions have samples", format, made)
		}
		if none := strings.Count(text, "No sample is made of this version, as the CRD has more than 100 that are served."); none != more {
			t.Errorf("%s: %d versions say that they have none", format, none)
		}
	}
}
