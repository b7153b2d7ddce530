package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestApplyDryFindsCRDs(t *testing.T) {
	red := strings.Replace(lamps, "[white, yellow], default: white", "[red]", 1)
	dir := folder(t, map[string]string{
		".git/HEAD":                     "ref: refs/heads/main\n",
		"config/crd/bases/lamps.yaml":   lamps,
		"config/samples/good.yaml":      lamp("good", "{colour: white}"),
		"config/samples/bad.yaml":       lamp("bad", "{colour: green}"),
		"config/crd/bases/broken.yaml":  "# CustomResourceDefinition\na: [\n",
		"other/node_modules/lamps.yaml": red,
		"other/.hidden/lamps.yaml":      red,
		"other/zoo.yaml":                "apiVersion: zoo.example.com/v1\nkind: Zebra\nmetadata: {name: z}\n",
		"tsconfig.json":                 "// c\n{\"a\": 1}\n",
		"sub/.crdtool.yaml":             "profile: default\n",
		"sub/own/lamp.yaml":             lamp("sub", "{colour: white}"),
	})
	near := folder(t, map[string]string{
		".git/HEAD":         "ref: refs/heads/main\n",
		"a/crd/lamps.yaml":  red,
		"a/lamp.yaml":       lamp("near", "{colour: white}"),
		"zcrd/lamps.yaml":   lamps,
		"b/deep/lamp.yaml":  lamp("far", "{colour: white}"),
		"b/deep/lamps.yaml": lamps,
	})
	for _, test := range []struct {
		name, dir, args string
		status          int
		stdout, stderr  string
	}{
		{"good", dir, "config/samples/good.yaml", 0, "1 object: 1 created", ""},
		{"bad", dir, "config/samples/bad.yaml", 1, `Unsupported value: "green"`, ""},
		{"no CRD", dir, "other/zoo.yaml", 1, `no CRD for kind "Zebra"`, ""},
		{"no CRD, ignored", dir, "--ignore-missing-crds other/zoo.yaml", 0, "nothing checked; 1 object without", ""},
		{"of another program, not YAML", dir, "--ignore-missing-crds tsconfig.json", 0, "no custom objects found", ""},
		{"of another program, not YAML, named", dir, "tsconfig.json", 1, "not valid YAML", ""},
		{"stops at a configuration", dir, "sub/own/lamp.yaml", 1, "no CRDs were given or found", ""},
		{"the nearest counts", near, "a/lamp.yaml", 1, `supported values: "red"`,
			"the CRD of Lamp.example.com is read from " + filepath.FromSlash("a/crd/lamps.yaml") + ":1; the one in " + filepath.FromSlash("zcrd/lamps.yaml") + ":1 has different content and is ignored, as is 1 more; name"},
		{"named CRDs count before found ones", near, "--crds zcrd a/lamp.yaml", 0, "1 object: 1 created", "is read from zcrd"},
		{"nothing to tell of kinds that are not used", near, "--ignore-missing-crds a/crd", 0, "no custom objects found", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"apply-dry", "--no-config", "--find-crds"}, strings.Fields(test.args)...)
			got := inProcess(t, test.dir, args...)
			if got.status != test.status {
				t.Errorf("status %d, want %d", got.status, test.status)
			}
			if !strings.Contains(got.stdout, test.stdout) {
				t.Errorf("standard output lacks %q:\n%s", test.stdout, got.stdout)
			}
			if !strings.Contains(got.stderr, test.stderr) || test.stderr == "" && got.stderr != "" {
				t.Errorf("standard error, want %q:\n%s", test.stderr, got.stderr)
			}
		})
	}
}

// BenchmarkFindCRDs is a whole process that searches a repository of 5000 files.
func BenchmarkFindCRDs(b *testing.B) {
	files := map[string]string{".git/HEAD": "", "crds/lamps.yaml": lamps, "apps/lamp.yaml": lamp("a", "{colour: white}")}
	for i := range 5000 {
		files[fmt.Sprintf("apps/t%d/f%d.yaml", i%100, i)] = "apiVersion: apps/v1\nkind: Deployment\n" + strings.Repeat("# filler\n", 300)
	}
	dir := folder(b, files)
	for b.Loop() {
		if got := finish(b, crdtool(b, dir, "apply-dry", "--find-crds", "apps/lamp.yaml")); got.status != exitClean {
			b.Fatal(got.stdout, got.stderr)
		}
	}
}

func TestOnlyCRDs(t *testing.T) {
	dir := folder(t, map[string]string{
		"configmap.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"tsconfig.json":  "// c\n{\"a\": 1}\n",
		"broken.yaml":    "kind: CustomResourceDefinition\na: [\n",
		"bad.yaml":       badScope("bad"),
	})
	for args, want := range map[string]int{
		"configmap.yaml":                       exitFailed,
		"--allow-empty configmap.yaml":         exitClean,
		"tsconfig.json":                        exitFindings,
		"--only-crds configmap.yaml":           exitClean,
		"--only-crds tsconfig.json":            exitClean,
		"--only-crds broken.yaml":              exitFindings,
		"--only-crds configmap.yaml bad.yaml":  exitFindings,
		"--only-crds --fix --dry-run bad.yaml": exitFindings,
	} {
		got := inProcess(t, dir, append([]string{"lint"}, strings.Fields(args)...)...)
		if got.status != want {
			t.Errorf("lint %s: status %d, want %d:\n%s%s", args, got.status, want, got.stdout, got.stderr)
		}
	}
}
