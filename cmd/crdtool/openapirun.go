package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/output/patchschema"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
)

func runOpenAPI(cmd *cobra.Command, f *openapiFlags, paths []string) error {
	set, _, err := readDefinitions(cmd, &f.config, &f.kubeVersion, append(f.named, paths...), f.quiet)
	if err != nil {
		return err
	}
	return set.outcome(f.publish(cmd, set.CRDs))
}

// publish writes the selected documents of the CRDs.
func (f *openapiFlags) publish(cmd *cobra.Command, crds []*apiextensions.CustomResourceDefinition) (err error) {
	if f.groupVersion != "" {
		if crds, err = ofGroupVersion(crds, f.groupVersion); err != nil {
			return err
		}
	}
	if f.explainLoss {
		return f.printLosses(cmd, crds)
	}
	if f.pages() {
		pages := docgen.New(crds, docgen.Options{Version: f.kubeVersion.Version})
		return (&docsFlags{format: f.format, out: f.out, quiet: f.quiet}).document(cmd, pages)
	}
	files, err := f.files(crds)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("the CRDs serve no version, so nothing is published; set served: true on a version")
	}
	if f.out != "" {
		return f.write(cmd, files)
	}
	return f.print(cmd, files)
}

// ofGroupVersion returns copies of the CRDs that only have one group and version.
func ofGroupVersion(crds []*apiextensions.CustomResourceDefinition, only string) ([]*apiextensions.CustomResourceDefinition, error) {
	var chosen []*apiextensions.CustomResourceDefinition
	var served []string
	known := map[string]bool{}
	for _, c := range crds {
		for _, v := range c.Spec.Versions {
			if !v.Served {
				continue
			}
			gv := c.Spec.Group + "/" + v.Name
			if !known[gv] {
				known[gv] = true
				served = append(served, gv)
			}
			if gv == only {
				one := *c
				one.Spec.Versions = []apiextensions.Version{v}
				chosen = append(chosen, &one)
			}
		}
	}
	if len(chosen) > 0 {
		return chosen, nil
	}
	if near := nearest.Name(only, served); near != "" {
		return nil, fmt.Errorf("no CRD serves --group-version %q; did you mean %q?", only, near)
	}
	return nil, fmt.Errorf("no CRD serves --group-version %q; served are %s", only, strings.Join(served, ", "))
}

// outputFile is a document with its path below --out.
type outputFile struct {
	path string
	// about describes the document in a message that asks to choose one.
	about string
	// value is the content.
	value json.Marshaler
}

// files returns the files to write.
func (f *openapiFlags) files(crds []*apiextensions.CustomResourceDefinition) ([]outputFile, error) {
	if f.format == "jsonschema" {
		return f.jsonSchemas(crds)
	}
	if f.format == kustomizeFormat {
		doc, err := patchschema.Build(crds, f.kubeVersion.Version)
		if err != nil || len(doc.Definitions) == 0 {
			return nil, err
		}
		return []outputFile{{"schema.json", "all", doc}}, nil
	}
	if f.v2 {
		doc, err := openapiv2.Build(crds, f.kubeVersion.Version)
		if err != nil || len(doc.Paths.Paths) == 0 {
			return nil, err
		}
		return []outputFile{{"v2." + f.format, "all", doc}}, nil
	}
	docs, err := openapiv3.Build(crds, f.kubeVersion.Version)
	if err != nil {
		return nil, err
	}
	files := make([]outputFile, 0, len(docs))
	for _, gv := range docs.GroupVersions() {
		files = append(files, outputFile{"apis/" + gv.Group + "/" + gv.Version + "." + f.format, gv.String(), docs[gv]})
	}
	return files, nil
}

func (f *openapiFlags) jsonSchemas(crds []*apiextensions.CustomResourceDefinition) ([]outputFile, error) {
	docs, err := jsonschema.Export(crds, jsonschema.Options{Version: f.kubeVersion.Version, AdditionalProperties: f.additionalProperties})
	if err != nil {
		return nil, err
	}
	paths, err := jsonschema.Layout(f.layout).Paths(docs)
	if err != nil {
		return nil, err
	}
	files := make([]outputFile, len(docs))
	for i := range docs {
		d := &docs[i]
		files[i] = outputFile{paths[i], d.Kind + " of " + d.Group + "/" + d.Version, d}
	}
	if f.out != "" && len(docs) > 0 {
		// It refers to the other files, so it is not printed.
		files = append(files, outputFile{jsonschema.ByKindPath, "all kinds", jsonschema.NewByKind(docs, paths)})
	}
	return files, nil
}

// print writes the documents to standard output.
func (f *openapiFlags) print(cmd *cobra.Command, files []outputFile) error {
	if len(files) > 1 {
		var all []string
		for _, file := range files {
			all = append(all, file.about)
		}
		if f.format == "jsonschema" {
			return fmt.Errorf("standard output can hold only one JSON Schema, and there are %d (%s); write each to a file with --out DIR, or name fewer CRDs", len(files), list(all))
		}
		note(cmd.ErrOrStderr(), "%d documents, one for each group version (%s); choose one with --group-version, or write each to a file with --out DIR", len(files), list(all))
	}
	for i, file := range files {
		text, err := encoded(f.format, file.value)
		if err != nil {
			return err
		}
		if i > 0 && f.format == "yaml" {
			if _, err := io.WriteString(cmd.OutOrStdout(), "---\n"); err != nil {
				return unwritten(err)
			}
		}
		if _, err := cmd.OutOrStdout().Write(text); err != nil {
			return unwritten(err)
		}
	}
	return nil
}

// list joins the first few names, and counts the rest.
func list(names []string) string {
	const few = 8
	if len(names) > few {
		return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
	}
	return strings.Join(names, ", ")
}

func (f *openapiFlags) printLosses(cmd *cobra.Command, crds []*apiextensions.CustomResourceDefinition) error {
	losses, err := openapiv2.ExplainLoss(crds, f.kubeVersion.Version)
	if err != nil {
		return err
	}
	if !choseFormat(cmd.Flags()) {
		if len(losses) == 0 {
			note(cmd.ErrOrStderr(), "OpenAPI v2 loses nothing of these schemas")
		}
		return unwritten(writeLosses(cmd.OutOrStdout(), losses))
	}
	if losses == nil {
		losses = []report.OpenAPIV2Loss{}
	}
	text, err := encoded(f.format, marshaler{losses})
	if err != nil {
		return err
	}
	_, err = cmd.OutOrStdout().Write(text)
	return unwritten(err)
}

// marshaler marshals any value as JSON.
type marshaler struct{ value any }

func (m marshaler) MarshalJSON() ([]byte, error) { return json.Marshal(m.value) }
