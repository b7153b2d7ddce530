package openapiv3_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
)

// TestExtensionsArePublished checks that no extension of Kubernetes is lost on the way to JSON.
func TestExtensionsArePublished(t *testing.T) {
	for _, k := range schematest.Keywords() {
		for _, s := range k.Schemas() {
			published := validate.UnfoldedOpenAPI(s)
			text, err := published.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(k.Name, "kubernetes") && len(published.Extensions) > 0 && !strings.Contains(string(text), k.Name) {
				t.Errorf("%s is not in %s", k.Name, text)
			}
		}
	}
}
