package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// Beside the stored CRD, help that narrows a field is for a new version unless the field
// is new, and there is no fix.
func TestStoredFieldsAreNotNarrowed(t *testing.T) {
	const conditions = `
type: object
properties:
  status:
    type: object
    properties:
      conditions: {type: array, items: {type: object, required: [type, status], properties: {type: {type: string}, status: {type: string}}}}
  spec:
    type: object
    properties:
      port: {type: integer, format: int32}
`
	old := rules.Document(conditions)
	var stored Stored
	if err := stored.AddText("old.yaml", []byte(old)); err != nil {
		t.Fatal(err)
	}
	text := rules.Document(conditions + "      adminPort: {type: integer, format: int32}\n")
	seen := map[string]string{}
	for _, f := range linter.File(source.Read("f.yaml", []byte(text)), Options{Rules: rules.Of(rules.APIReview), Old: stored.Find}).Findings {
		name, _, _ := strings.Cut(f.Message, " ")
		if f.Fix != nil && f.Rule == "conditions-list-type" {
			t.Errorf("a fix is offered: %s", f.Message)
		}
		seen[f.Rule+" "+name] = f.Help
	}
	for name, want := range map[string]string{
		"conditions-list-type status.conditions": "in a new version: set x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type]",
		"port-range spec.port":                   "in a new version: add minimum: 1 and maximum: 65535; minimum: 0 if 0 has a meaning",
		"port-range spec.adminPort":              "add minimum: 1 and maximum: 65535; minimum: 0 if 0 has a meaning",
	} {
		if seen[name] != want {
			t.Errorf("%s: %q, want %q", name, seen[name], want)
		}
	}
}
