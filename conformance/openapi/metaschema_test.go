package openapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/go-openapi/spec"
	"github.com/pb33f/libopenapi/datamodel"
	validator "github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/output/patchschema"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// metaschema compiles a schema of OpenAPI documents, which refers to the
// metaschema of its own draft.
func metaschema(t *testing.T, text string) *validator.Schema {
	t.Helper()
	draft, err := json.Marshal(spec.MustLoadJSONSchemaDraft04())
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	c.LoadURL = nil // nothing is to be fetched
	for name, text := range map[string]string{"http://json-schema.org/draft-04/schema": string(draft), "openapi.json": text} {
		if err := c.AddResource(name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The documents of the corpus follow the metaschemas of OpenAPI 2.0 and 3.0.
func TestMetaschemas(t *testing.T) {
	corpus := sweep.Corpus()
	all, err := projects(corpus)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	v2, v3 := metaschema(t, datamodel.OpenAPI2SchemaData), metaschema(t, datamodel.OpenAPI3SchemaData)
	check := func(name string, s *validator.Schema, doc any) {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
	for _, p := range all {
		docs, err := openapiv3.Build(p.crds, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		for _, gv := range docs.GroupVersions() {
			check(p.name+" "+gv.String(), v3, docs[gv])
		}
		doc, err := openapiv2.Build(p.crds, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		check(p.name+" v2", v2, doc)
		if doc, err = patchschema.Build(p.crds, kube.Latest); err != nil {
			t.Fatal(err)
		}
		check(p.name+" for kustomize", v2, doc)
	}
	if v3.Validate(map[string]any{"openapi": "3.0.0"}) == nil || v2.Validate(map[string]any{"swagger": "2.0"}) == nil {
		t.Error("a document without paths passes")
	}
}
