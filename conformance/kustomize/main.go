// Command kustomize writes what crdtool has of kustomize: the parts of its own schema by which it merges objects of
// Kubernetes' kinds, and the result of an overlay. Its tests hold crdtool openapi --format kustomize against kustomize.
//
// It is a module of its own, as kustomize needs other versions of some modules than the API server.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// builtIn is the file that crdtool embeds.
const builtIn = "../../internal/output/patchschema/builtin.json"

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "kustomize:", err)
		os.Exit(1)
	}
}

func write() error {
	text, err := builtInText()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(builtIn)
	if err == nil && !bytes.Equal(old, text) {
		if err := os.WriteFile(builtIn, text, 0o644); err != nil {
			return err
		}
		return fmt.Errorf("%s has changed; run this again with a new build", builtIn)
	}
	if err != nil {
		return err
	}
	archive, schema, err := readScenario()
	if err != nil {
		return err
	}
	text, err = buildScenario(archive, schema)
	if err != nil {
		return err
	}
	archive.Set(built, text)
	return os.WriteFile(scenario, archive.Format(), 0o644)
}

// builtInText returns the reduced schema as JSON.
func builtInText() ([]byte, error) {
	openapi.ResetOpenAPI()
	text, err := json.MarshalIndent(reduce(openapi.Schema().Definitions), "", " ")
	return append(text, '\n'), err
}
