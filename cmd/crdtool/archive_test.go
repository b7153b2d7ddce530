package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tgz returns a compressed archive of files.
func tgz(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(files[name])), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestArchives holds that commands read archives like directories, and write nothing into them or beside them.
func TestArchives(t *testing.T) {
	const object = "apiVersion: example.org/v1\nkind: App\nmetadata: {name: a}\nspec: {size: enormous}\n"
	chart := func(crd string) string {
		return tgz(t, map[string]string{"apps/Chart.yaml": "name: apps\n", "apps/crds/xrd.yaml": crd, "apps/templates/a.yaml": "{{ .Values.a }}\n" + crd, "apps/values.yaml": "a: b\n"})
	}
	layer := tgz(t, map[string]string{"package.yaml": xrd})
	files := map[string]string{
		"a-1.tgz": chart(xrd), "a-2.tgz": chart(strings.Replace(xrd, "maxLength: 5", "maxLength: 4", 1)),
		"misspelt.tar.gz": tgz(t, map[string]string{"crds/xrd.yaml": strings.Replace(xrd, "maxLength", "maxLenght", 1)}),
		"p.xpkg":          tgz(t, map[string]string{"manifest.json": `[{"Layers":["l.tar.gz"]}]`, "l.tar.gz": layer}),
		"oci/oci-layout":  "{}", "oci/index.json": `{"manifests":[{"digest":"sha256:m"}]}`, "oci/blobs/sha256/m": `{"layers":[{"digest":"sha256:l"}]}`, "oci/blobs/sha256/l": layer,
		"above.tgz": tgz(t, map[string]string{"../x.yaml": xrd}), "text.tgz": xrd, "object.yaml": object,
		"x.zip": "PK\x03\x04", "empty.tgz": tgz(t, map[string]string{"README.md": "a"}),
		"objects.tgz": tgz(t, map[string]string{"a.yaml": object}),
	}
	dir := folder(t, files)
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"lint a-1.tgz", 0, "a-1.tgz!crds/xrd.yaml:18:13: warning: Crossplane drops minProperties"},
		{"lint a-1.tgz", 0, "helm template a-1.tgz | crdtool lint -"},
		{"lint a-1.tgz!crds/xrd.yaml", 0, "1 warning in 1 of 2 CRDs (1 file"},
		{"lint a-1.tgz!crds", 0, "1 warning in 1 of 2 CRDs (1 file"},
		{"lint a-1.tgz!none.yaml", 2, "a-1.tgz has no file or directory none.yaml"},
		{"lint *.xpkg", 0, "p.xpkg!package.yaml:18:13"},
		{"lint oci", 0, "oci!package.yaml:18:13"},
		{"lint --fix misspelt.tar.gz", 0, `did you mean "maxLength"?`},
		{"lint --fix misspelt.tar.gz", 0, "--fix changes neither archives nor kustomizations"},
		{"lint --exclude crds/ --allow-empty a-1.tgz", 0, "no CustomResourceDefinition found"},
		{"lint --exclude *.tgz --allow-empty a-1.tgz", 0, "no CustomResourceDefinition found"},
		{"lint --exclude a-1.tgz/c* --allow-empty a-1.tgz", 0, "no CustomResourceDefinition found"},
		{"lint x.zip", 2, "x.zip cannot be read as an archive: the format zip is not read"},
		{"lint empty.tgz", 2, "no .yaml, .yml or .json file in empty.tgz"},
		{"lint above.tgz", 2, `above.tgz cannot be read as an archive: the file "../x.yaml" in it leads out of it`},
		{"lint text.tgz", 2, "it is no tar archive"},
		{"lint none.tgz", 2, "none.tgz: no such file or directory"},
		{"diff a-1.tgz a-2.tgz", 1, "a-2.tgz!crds/xrd.yaml:21:47"},
		{"apply-dry --crds a-1.tgz object.yaml", 1, "set at a-1.tgz!crds/xrd.yaml:21: maxLength: 5"},
		{"apply-dry --crds p.xpkg objects.tgz", 1, "objects.tgz!a.yaml:1: App"},
		{"docs a-1.tgz", 0, "# XApp"},
		{"cost p.xpkg", 0, ""},
		{"explain App.spec --crds oci", 0, "size"},
		{"openapi a-1.tgz", 0, "listExampleOrgV1App"},
		{"sample --crds a-1.tgz App", 0, "kind: App"},
	} {
		got := inProcess(t, dir, append(strings.Fields(test.args), "--no-config")...)
		if out := got.stdout + got.stderr; got.status != test.status || !strings.Contains(out, test.says) {
			t.Errorf("%s: status %d, want %d and %q\n%s", test.args, got.status, test.status, test.says, out)
		}
	}
	found := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found++
			name, _ := filepath.Rel(dir, path)
			if text, _ := os.ReadFile(path); string(text) != files[filepath.ToSlash(name)] {
				t.Errorf("%s was written", name)
			}
		}
		return err
	})
	if err != nil || found != len(files) {
		t.Errorf("%d files, want %d; %v", found, len(files), err)
	}
}
