package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// emptyCRD is what a generator leaves that finds no types: a CRD without names and a group.
const emptyCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  creationTimestamp: null
spec:
  group: ""
  names: {kind: "", plural: ""}
  scope: ""
  versions: null
`

// One bad file is reported, and the CRDs of the others are served. The exit status tells of it.
func TestOneBadFile(t *testing.T) {
	bad := map[string]string{
		"empty.yaml":  emptyCRD,
		"broken.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: [\n",
		"type.yaml":   strings.Replace(crd("others"), "served: true", "served: 1", 1),
		"clash.yaml":  strings.Replace(strings.Replace(crd("xthings"), "Namespaced", "Cluster", 1), "xthings}", "xthings}", 1),
		"link.yaml":   "",
	}
	for name, text := range bad {
		files := map[string]string{"a/good.yaml": crd("things")}
		if name != "link.yaml" {
			files["a/"+name] = text
		}
		if name == "clash.yaml" {
			delete(files, "a/clash.yaml")
			files["a/z.yaml"] = text
			name = "z.yaml"
		}
		dir := folder(t, files)
		if name == "link.yaml" {
			if err := os.Symlink("gone.yaml", filepath.Join(dir, "a", name)); err != nil {
				t.Skip("the file system has no symbolic links: ", err)
			}
		}
		for _, c := range []struct{ args, stdout string }{
			{"explain thing --crds a", "KIND:       Thing"},
			{"sample --crds a thing", "kind: Thing"},
			{"sample a", "kind: Thing"},
			{"docs a", "things.example.com"},
			{"docs -q a", "things.example.com"},
			{"openapi a", "example.com"},
			{"openapi -o jsonschema a", "json-schema"},
			{"test --generate a", "kind: TestSuite"},
		} {
			got := inProcess(t, dir, strings.Fields(c.args)...)
			if got.status != exitFailed || !strings.Contains(got.stdout, c.stdout) || strings.Count(got.stderr, name) == 0 {
				t.Errorf("%s beside %s: status %d, want %d with %q and %s\n%s\n%s", c.args, name, got.status, exitFailed, c.stdout, name, got.stdout, got.stderr)
			}
		}
	}
}

// No manifest is written of a CRD that the server refuses, nor are tests; those of others are.
func TestSampleOfRefusedCRD(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/bad.yaml":  badScope("bads"),
		"a/good.yaml": ownKind("goods"),
	})
	for _, c := range []struct {
		args         string
		status       int
		stdout, with string
	}{
		{"sample a", exitFindings, "apiVersion: ", "a/bad.yaml: the server refuses the CRD bads.example.com: spec.scope: "},
		{"sample a/bad.yaml", exitFindings, "", "for details, run: crdtool lint a/bad.yaml"},
		{"sample --edge a/bad.yaml", exitFindings, "", "the server refuses the CRD"},
		{"sample -o json a/bad.yaml", exitFindings, "", "the server refuses the CRD"},
		{"sample a/good.yaml", exitClean, "apiVersion: ", ""},
		{"test --generate a", exitFindings, "kind: TestSuite", "the server refuses the CRD bads.example.com"},
	} {
		got := inProcess(t, dir, strings.Fields(c.args)...)
		stderr := strings.ReplaceAll(got.stderr, `\`, "/")
		if got.status != c.status || c.stdout == "" && got.stdout != "" || strings.Count(got.stdout, c.stdout) != 1 && c.stdout != "" || !strings.Contains(stderr, c.with) {
			t.Errorf("%s: status %d, want %d\n%s\n%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// Of a CRD that the server refuses, what people read is written with a warning.
func TestDocsOfRefusedCRD(t *testing.T) {
	dir := folder(t, map[string]string{"a.yaml": strings.Replace(crd("things"), "Namespaced", "namespaced", 1)})
	for _, args := range []string{"docs a.yaml", "explain thing --crds a.yaml"} {
		got := inProcess(t, dir, strings.Fields(args)...)
		if got.status != exitClean || !strings.Contains(got.stderr, "warning: a.yaml: the server refuses the CRD things.example.com: spec.scope") || got.stdout == "" {
			t.Errorf("%s: status %d\n%s%s", args, got.status, got.stdout, got.stderr)
		}
	}
}
