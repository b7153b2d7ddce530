package main

import (
	"encoding/json"
	"reflect"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/openapi"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// objectMetaSchema is what a server reads to merge metadata.
var objectMetaSchema = map[string]any{"properties": map[string]any{
	"finalizers":      map[string]any{"x-kubernetes-list-type": "set"},
	"ownerReferences": map[string]any{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"uid"}},
}}

// TestMergesAsServerSideApply holds what kustomize builds with the schema of crdtool against what a server has stored
// after the same patches. The counts are in docs/openapi.md.
func TestMergesAsServerSideApply(t *testing.T) {
	all, err := golden.ReadMerges("../../testdata/kustomize/merges.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, c := range all {
		got["CRDs"]++
		s := schemaOfVersion(t, c.CRD)
		document, err := schemaOf(string(c.CRD))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Patches {
			got["patches"]++
			got["lists with several keys"] += severalKeys(s, decoded(t, p.Patch))
			compare(t, c.Source, s, document, p, got)
		}
	}
	openapi.ResetOpenAPI()
	for _, c := range all {
		for _, p := range c.Patches {
			if len(differencesOf(t, schemaOfVersion(t, c.CRD), nil, p)) == 0 {
				got["equal without the schema"]++
			}
		}
	}
	want := map[string]int{
		"CRDs": 320, "patches": 640, "equal": 595, "equal without the schema": 42,
		atomicMap: 24, keyLeftOut: 18, emptyKey: 11, "lists with several keys": 115,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// compare counts whether a patch is merged as by a server, or why it is not.
func compare(t *testing.T, source string, s schema, document []byte, p golden.MergedPatch, counts map[string]int) {
	t.Helper()
	openapi.ResetOpenAPI() // kustomize would keep the schema of an earlier build
	paths := differencesOf(t, s, document, p)
	if len(paths) == 0 {
		counts["equal"]++
		return
	}
	reasons := map[string]string{}
	limits(s, "", decoded(t, p.Object), reasons)
	limits(s, "", decoded(t, p.Patch), reasons)
	found := map[string]bool{}
	for _, path := range paths {
		reason := reasonOf(path, reasons)
		if reason == "" {
			t.Errorf("%s: %s is not merged as by a server\nobject %s\npatch %s\nmerged %s", source, path, p.Object, p.Patch, p.Merged)
		}
		found[reason] = true
	}
	for reason := range found {
		counts[reason]++
	}
}

// differencesOf returns the paths at which the object that kustomize builds differs from that of the server.
func differencesOf(t *testing.T, s schema, document []byte, p golden.MergedPatch) []string {
	t.Helper()
	built, err := build(document, p.Object, p.Patch)
	if err != nil {
		t.Fatalf("%s: %v", p.Patch, err)
	}
	return differences("", normal(s, built), normal(s, decoded(t, p.Merged)))
}

func decoded(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// schemaOfVersion returns the schema of the only version of a CRD, with that of metadata.
func schemaOfVersion(t *testing.T, text []byte) schema {
	t.Helper()
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct{ OpenAPIV3Schema schema }
			}
		}
	}
	if err := json.Unmarshal(text, &crd); err != nil {
		t.Fatal(err)
	}
	s := crd.Spec.Versions[0].Schema.OpenAPIV3Schema
	s.sub("properties")["metadata"] = objectMetaSchema
	return s
}
