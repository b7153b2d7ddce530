package kustomize

import (
	"os"
	"path/filepath"
	"testing"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// TestBuildEqualsKustomize: the output is that of the library on the disk, byte for byte, and so are the kustomizations that it
// refuses, but for those with remote parts. -overlays adds the kustomizations below other directories.
func TestBuildEqualsKustomize(t *testing.T) {
	dirs := kustomizations(t, filepath.Join("testdata", "overlays"))
	for _, dir := range filepath.SplitList(*overlays) {
		dirs = append(dirs, kustomizations(t, dir)...)
	}
	built := 0
	for _, dir := range dirs {
		options := krusty.MakeDefaultOptions()
		options.Reorder = krusty.ReorderOptionUnspecified
		restore := offline()
		m, wantErr := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), dir)
		restore()
		b, err := Build(dir)
		if (err == nil) != (wantErr == nil) {
			t.Errorf("%s: got error %v, want %v", dir, err, wantErr)
			continue
		}
		if err != nil {
			continue
		}
		built++
		want, err := m.AsYaml()
		if err != nil {
			t.Fatal(err)
		}
		if string(b.Text) != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", dir, b.Text, want)
		}
	}
	t.Logf("%d of %d kustomizations can be built", built, len(dirs))
	if built == 0 {
		t.Error("none can be built")
	}
}

// TestSchemaIsOfOneKustomization: the schema of a kustomization does not change how others are built.
func TestSchemaIsOfOneKustomization(t *testing.T) {
	files := map[string]string{
		"lamp.yaml":          lamp + "spec: {parts: [{name: bulb}]}\n",
		"patch.yaml":         lamp + "spec: {parts: [{name: cable}]}\n",
		"kustomization.yaml": "resources: [lamp.yaml]\npatches: [{path: patch.yaml}]\n",
	}
	without := write(t, files)
	files["kustomization.yaml"] += "openapi: {path: schema.json}\n"
	files["schema.json"] = `{"definitions": {"Lamp": {
		"properties": {"spec": {"properties": {"parts": {
			"type": "array", "items": {"type": "object"}, "x-kubernetes-patch-merge-key": "name", "x-kubernetes-patch-strategy": "merge"}}}},
		"x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Lamp"}]}}}`
	with := write(t, files)
	var texts []string
	for _, dir := range []string{without, with, without} {
		b, err := Build(dir)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(b.Text))
	}
	if texts[0] != texts[2] {
		t.Errorf("got\n%s\nand then\n%s", texts[0], texts[2])
	}
	if texts[1] == texts[0] {
		t.Errorf("the schema changes nothing:\n%s", texts[1])
	}
}

// TestChangesFiles: a kustomization that only lists files below it need not be built.
func TestChangesFiles(t *testing.T) {
	dir := write(t, map[string]string{"other.yaml": lamp, "k/lamp.yaml": lamp, "k/base/kustomization.yaml": "resources: []\n"})
	for text, want := range map[string]bool{
		"resources: [lamp.yaml]\n": false,
		"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: k}\nresources: [lamp.yaml]\n": false,
		"resources: [lamp.yaml, base]\n":                 true,
		"resources: [../other.yaml]\n":                   true,
		"resources: [absent.yaml]\n":                     true,
		"resources: [lamp.yaml]\nnamePrefix: a-\n":       true,
		"resources: [lamp.yaml]\npatches: [{path: a}]\n": true,
		"resources: [\n":                                 true,
	} {
		if err := os.WriteFile(filepath.Join(dir, "k", "kustomization.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := ChangesFiles(filepath.Join(dir, "k")); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
