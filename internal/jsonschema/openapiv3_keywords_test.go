package jsonschema_test

import (
	"bytes"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/schematest"
)

// What is written without reflection has every keyword.
func TestJSONWritesEveryKeyword(t *testing.T) {
	for _, k := range schematest.Keywords() {
		for _, s := range k.Schemas() {
			published := resource.Convert(s)
			doc := &spec3.OpenAPI{Version: "3.0.0", Info: &spec.Info{}, Paths: &spec3.Paths{}, Components: &spec3.Components{Schemas: map[string]*spec.Schema{"s": published}}}
			want, err := doc.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := openapiv3.JSON(doc); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: got %s, want %s: %v", k.Name, got, want, err)
			}
			if strings.Contains(k.Name, "kubernetes") && len(published.Extensions) > 0 && !bytes.Contains(want, []byte(k.Name)) {
				t.Errorf("%s is not in %s", k.Name, want)
			}
		}
	}
}
