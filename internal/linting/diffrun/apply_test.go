package diffrun_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/kube"
)

// TestTooLargeToApply has CRDs on both sides of what kubectl apply can annotate.
func TestTooLargeToApply(t *testing.T) {
	crd := func(version string, description int) *source.Document {
		return source.Read("a.yaml", []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: `+version+`
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: `+strings.Repeat("a", description)+`
`)).Documents[0]
	}
	const small, large, unread = 1000, 262_144, 3_200_000
	for _, c := range []struct {
		name, version string
		old, new      int
		said, breaks  bool
	}{
		{"it has become too large", "v1", small, large, true, true},
		{"it was too large before", "v1", large, large + 1, false, false},
		{"it was too large and is not", "v1", large, small, false, false},
		{"it is not too large", "v1", small, small + 1, false, false},
		{"it promises nothing", "v1alpha1", small, large, true, false},
		{"the server does not read it", "v1", small, unread, false, false},
	} {
		out := diffrun.New(kube.Latest, diffrun.Options{}).Compare(crd(c.version, c.old), crd(c.version, c.new))
		said, breaks := false, false
		for _, change := range out.Changes {
			if change.Code == "too-large-to-apply" {
				said, breaks = true, change.Breaking
			}
		}
		if refused := len(out.Changes) > 0 && out.Changes[0].Code == "install-refused" && out.Changes[0].Breaking; refused != (c.new == unread) {
			t.Errorf("%s: it is refused: %t", c.name, refused)
		}
		if said != c.said || breaks != c.breaks {
			t.Errorf("%s: it is said: %t, and breaks: %t", c.name, said, breaks)
		}
	}
}
