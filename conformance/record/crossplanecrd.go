package record

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

// crossplaneRelease is the release of Crossplane whose CRD of CompositeResourceDefinitions crdtool has.
const crossplaneRelease = "v2.4.0"

const crdHeader = `# The CRD of CompositeResourceDefinitions in Crossplane 2.4 (github.com/crossplane/crossplane, cluster/crds, Apache
# License 2.0), without descriptions. Written by: make record-crossplane
`

// WriteXRDCRD writes Crossplane's CRD of CompositeResourceDefinitions, without descriptions, into a file.
func WriteXRDCRD(path string) error {
	out, err := exec.Command("go", "mod", "download", "-json", "github.com/crossplane/crossplane/v2@"+crossplaneRelease).Output()
	if err != nil {
		return fmt.Errorf("go mod download: %w", err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(module.Dir, "cluster/crds/apiextensions.crossplane.io_compositeresourcedefinitions.yaml"))
	if err != nil {
		return err
	}
	var crd map[string]any
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return err
	}
	delete(crd["metadata"].(map[string]any), "annotations")
	for _, version := range crd["spec"].(map[string]any)["versions"].([]any) {
		dropDescriptions(version.(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"])
	}
	if text, err = yaml.Marshal(crd); err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(crdHeader), text...), 0o644)
}

// dropDescriptions removes the descriptions from a schema.
func dropDescriptions(schema any) {
	s, isObject := schema.(map[string]any)
	if !isObject {
		return
	}
	delete(s, "description")
	dropDescriptions(s["items"])
	dropDescriptions(s["additionalProperties"])
	properties, _ := s["properties"].(map[string]any)
	for _, p := range properties {
		dropDescriptions(p)
	}
}
