package main

import (
	"strings"
	"testing"
)

// A run that finds nothing to check where somebody has named it exits 2.
func TestNothingToCheck(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/HEAD":              "ref: refs/heads/main\n",
		"crds/a.yaml":            crd("things"),
		"none/a.yaml":            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"none/b.txt":             "text\n",
		"objects/a.yaml":         "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n",
		"broken/a.yaml":          "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: [\n",
		"beside/a.yaml":          "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n",
		"beside/b.yaml":          "spec: [\n",
		"settings/a.yaml":        "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n",
		"settings/tsconfig.json": "// c\n{\"a\": 1}\n",
		"values/a.yaml":          "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"values/b.yaml":          "replicas: [\n",
		"configured/c.yaml":      "paths: {crds: [none], objects: [none]}\n",
		"configured/none/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"plain/README.md":        "no YAML\n",
		"empty/.git/HEAD":        "ref: refs/heads/main\n",
		"repository/.git/HEAD":   "ref: refs/heads/main\n",
		"repository/deploy.yml":  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
	})
	for _, c := range []struct {
		args, stdin string
		status      int
		with        string
	}{
		{"lint none", "", 2, "no CustomResourceDefinition found in 1 file"},
		{"lint none/a.yaml", "", 2, "if that is fine, add --allow-empty"},
		{"lint -q none", "", 2, "no CustomResourceDefinition found"},
		{"lint -o junit none", "", 2, `<error message="no CustomResourceDefinition found`},
		{"lint --allow-empty none", "", 0, ""},
		{"lint --only-crds none/a.yaml", "", 0, ""},
		{"lint --write-baseline --baseline b.json none", "", 2, "b.json is not written"},
		{"lint none crds", "", 0, ""},
		{"lint -", "", 2, "no CustomResourceDefinition found in standard input"},
		{"lint -", "# nothing\n", 2, "standard input"},
		{"lint -", "hello\n", 2, "standard input"},
		{"lint -", "---\n", 2, "standard input"},
		{"lint --allow-empty -", "", 0, ""},
		{"lint plain", "", 2, "no .yaml, .yml or .json file in plain"},
		{"lint --allow-empty plain", "", 0, "no CustomResourceDefinition found in 0 files"},
		{"apply-dry --allow-empty --crds crds plain", "", 0, "no custom objects found in 0 files"},
		{"lint --config configured/c.yaml", "", 2, "no CustomResourceDefinition found"},
		{"apply-dry --crds crds none", "", 2, "no custom object found in 1 file"},
		{"apply-dry -q --crds crds none", "", 2, "no custom object found"},
		{"apply-dry -o junit --crds crds none", "", 2, ""},
		{"apply-dry --allow-empty --crds crds none", "", 0, ""},
		{"apply-dry --ignore-missing-crds --crds crds none/a.yaml", "", 0, ""},
		{"apply-dry --crds crds -", "", 2, "no custom object found in standard input"},
		{"apply-dry --crds crds -", "hello\n", 2, "no custom object found in standard input"},
		{"apply-dry --crds crds objects", "", 0, ""},
		{"apply-dry --crds crds broken", "", 1, "broken/a.yaml:"},
		{"apply-dry -q --crds crds broken", "", 1, "broken/a.yaml:"},
		{"apply-dry --crds crds beside", "", 1, "beside/b.yaml:"},
		{"apply-dry --crds crds settings", "", 0, ""},
		{"apply-dry --crds none --ignore-missing-crds objects", "", 2, "--crds: no CustomResourceDefinition found in none"},
		{"apply-dry --crds none --ignore-missing-crds --allow-empty objects", "", 0, ""},
		{"apply-dry --allow-empty --crds crds values", "", 0, "no custom objects found (2 files"},
		{"cost none", "", 2, "no CustomResourceDefinition found in 1 file"},
		{"diff --objects none crds crds/a.yaml", "", 2, "--objects: no custom object found in none"},
		{"diff none crds", "", 2, "the old side"},
		{"test none", "", 2, "no tests found"},
	} {
		got := inProcessWith(t, dir, c.stdin, strings.Fields(c.args)...)
		if all := strings.ReplaceAll(got.stdout+got.stderr, `\`, "/"); got.status != c.status || !strings.Contains(all, c.with) {
			t.Errorf("crdtool %s < %q: status %d, want %d with %q\n%s\n%s", c.args, c.stdin, got.status, c.status, c.with, got.stdout, got.stderr)
		}
	}
	// A repository without CRDs is nothing to complain of.
	for _, args := range []string{"lint", "lint .", "apply-dry", "apply-dry ."} {
		for _, repository := range []string{"/repository", "/empty"} {
			if got := inProcess(t, dir+repository, strings.Fields(args)...); got.status != 0 || !strings.Contains(got.stdout+got.stderr, "found") {
				t.Errorf("crdtool %s in a repository without CRDs: status %d\n%s\n%s", args, got.status, got.stdout, got.stderr)
			}
		}
	}
}
