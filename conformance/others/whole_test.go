package others

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

// whole makes a case's CRD one that a server takes as far as its versions go: many of
// crd-schema-checker's have none that is served or stored, so that nobody would see a
// change in them.
func whole(t *testing.T, text []byte) []byte {
	t.Helper()
	var crd map[string]any
	if err := yaml.Unmarshal(text, &crd); err != nil {
		t.Fatal(err)
	}
	spec := crd["spec"].(map[string]any)
	versions := spec["versions"].([]any)
	for _, v := range versions {
		if v.(map[string]any)["storage"] == true {
			return text
		}
	}
	for i, v := range versions {
		v.(map[string]any)["served"] = true
		v.(map[string]any)["storage"] = i == 0
	}
	out, err := yaml.Marshal(crd)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
