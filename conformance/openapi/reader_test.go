package openapi

import (
	"encoding/json"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	gnosticv2 "github.com/google/gnostic-models/openapiv2"
	gnosticv3 "github.com/google/gnostic-models/openapiv3"

	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// An independent reader, the one inside kubectl, takes the documents of the
// corpus. It is generated from the specifications and refuses what they don't
// know.
func TestReadersTakeDocuments(t *testing.T) {
	corpus := sweep.Corpus()
	all, err := projects(corpus)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	count := 0
	for _, p := range all {
		docs, err := openapiv3.Build(p.crds, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		for _, gv := range docs.GroupVersions() {
			text, err := json.Marshal(docs[gv])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := gnosticv3.ParseDocument(text); err != nil {
				t.Errorf("%s %s: %v", p.name, gv, err)
			}
			count++
		}
		doc, err := openapiv2.Build(p.crds, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gnosticv2.ParseDocument(text); err != nil {
			t.Errorf("%s v2: %v", p.name, err)
		}
		count++
	}
	t.Logf("%d documents", count)
}

// The reader refuses what is not in the specification.
func TestReadersRefuse(t *testing.T) {
	const v3 = `{"openapi": "3.0.0", "info": {"title": "t", "version": "v"}, "paths": {"/a": {"get": {"reponses": {}}}}}`
	if _, err := gnosticv3.ParseDocument([]byte(v3)); err == nil {
		t.Error("v3: a misspelt field passes")
	}
	const v2 = `{"swagger": "2.0", "info": {"title": "t", "version": "v"}, "paths": {"/a": {"get": {"reponses": {}}}}}`
	if _, err := gnosticv2.ParseDocument([]byte(v2)); err == nil {
		t.Error("v2: a misspelt field passes")
	}
}
