package crdtool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/report"
)

// OpenAPIV3 returns the OpenAPI v3 documents that the server publishes of the CRDs,
// as JSON by group and version: "example.com/v1" is what it has at
// /openapi/v3/apis/example.com/v1. A schema that is not structural is published as
// that of any object. The error is for CRDs of which no document can be made.
func (c *Cluster) OpenAPIV3() (map[string][]byte, error) {
	c = c.ready()
	set, err := c.definitions()
	if err != nil {
		return nil, err
	}
	docs, err := openapiv3.Build(set.CRDs, c.version)
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for gv, doc := range docs {
		if texts[gv.String()], err = doc.MarshalJSON(); err != nil {
			return nil, fmt.Errorf("%s: %w", gv, err)
		}
	}
	return texts, nil
}

// OpenAPIV2 returns the part of the server's OpenAPI v2 document, at /openapi/v2,
// that stems from the CRDs, as JSON. The error is that of OpenAPIV3.
func (c *Cluster) OpenAPIV2() ([]byte, error) {
	c = c.ready()
	set, err := c.definitions()
	if err != nil {
		return nil, err
	}
	doc, err := openapiv2.Build(set.CRDs, c.version)
	if err != nil {
		return nil, err
	}
	return doc.MarshalJSON()
}

// OpenAPIV2Losses lists what OpenAPIV2 loses of the schemas, field by field. The
// error is that of OpenAPIV3.
func (c *Cluster) OpenAPIV2Losses() ([]report.OpenAPIV2Loss, error) {
	c = c.ready()
	set, err := c.definitions()
	if err != nil {
		return nil, err
	}
	return openapiv2.ExplainLoss(set.CRDs, c.version)
}

// JSONSchemaOptions say what JSONSchemas writes.
type JSONSchemaOptions struct {
	// AdditionalProperties accepts fields that the CRD does not know, which a server
	// prunes.
	AdditionalProperties bool
	// Layout says how files are named: "kubeconform", also if it is empty, as
	// example.com/widget_v1.json; "flat" as widget-example.com-v1.json; "kubeval" as
	// widget-example-v1.json.
	Layout string
}

// JSONSchemas returns a JSON Schema (draft 7) for each kind and served version, for
// editors and validators of manifests, by the name of its file. If there are any,
// "all.json" refers to the others: it applies to each object the schema of its
// apiVersion and kind, and accepts other objects. The error is that of OpenAPIV3, and
// for two schemas of one file.
func (c *Cluster) JSONSchemas(opts JSONSchemaOptions) (map[string][]byte, error) {
	c = c.ready()
	layout := jsonschema.Layout(opts.Layout)
	if layout == "" {
		layout = jsonschema.Kubeconform
	}
	if !slices.Contains(jsonschema.Layouts, layout) {
		return nil, fmt.Errorf("the option Layout is %q; it must be one of %v", opts.Layout, jsonschema.Layouts)
	}
	set, err := c.definitions()
	if err != nil {
		return nil, err
	}
	docs, err := jsonschema.Export(set.CRDs, jsonschema.Options{Version: c.version, AdditionalProperties: opts.AdditionalProperties})
	if err != nil {
		return nil, err
	}
	paths, err := layout.Paths(docs)
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for i := range docs {
		if texts[paths[i]], err = indented(&docs[i]); err != nil {
			return nil, err
		}
	}
	if len(docs) > 0 {
		if texts[jsonschema.ByKindPath], err = indented(jsonschema.NewByKind(docs, paths)); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// indented returns the text of a file of JSON.
func indented(value json.Marshaler) ([]byte, error) {
	text, err := value.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
