package kustomize

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// write writes files below a new directory, which is a repository, and returns the directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const lamp = "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: desk}\n"

// TestNothingIsFetched: each way to name something remote is an error. No server gets a request, and git does not run.
func TestNothingIsFetched(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_, _ = w.Write([]byte(lamp))
	}))
	defer server.Close()
	bin := t.TempDir()
	ran := filepath.Join(bin, "ran")
	for _, program := range []string{"git", "helm", "docker", "sh"} {
		if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\necho > "+ran+"\nexit 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	kustomization := func(text string) map[string]string {
		return map[string]string{"kustomization.yaml": text, "lamp.yaml": lamp}
	}
	var all []map[string]string
	for _, address := range []string{
		server.URL + "/lamp.yaml", server.URL + "/org/repo", "github.com/org/repo", "GitHub.com/org/repo//base?ref=v1", "git@github.com:org/repo.git",
		"ssh://git@host/org/repo", "https://github.com/org/repo/base?ref=v1", "HTTPS://host/org/repo", "git::https://host/org/repo",
		"git::github.com/org/repo", "file:///etc/repo", "org@host.example:path/repo.git", "github.com:org/repo", "git::git@host:org/repo",
	} {
		for _, list := range []string{"resources", "components", "bases", "generators", "transformers", "validators"} {
			all = append(all, kustomization(fmt.Sprintf("resources: [lamp.yaml]\n%s: [%q]\n", list, address)))
		}
	}
	for _, text := range []string{
		"crds: [URL]\n", "configurations: [URL]\n", "openapi: {path: URL}\n", "patches: [{path: URL}]\n", "patchesStrategicMerge: [URL]\n",
		"patchesJson6902: [{path: URL, target: {version: v1, kind: Lamp, name: desk}}]\n", "replacements: [{path: URL}]\n",
		"configMapGenerator: [{name: a, files: [URL]}]\n", "configMapGenerator: [{name: a, files: [key=URL]}]\n", "configMapGenerator: [{name: a, envs: [URL]}]\n", "secretGenerator: [{name: a, files: [URL]}]\n",
		"helmCharts: [{name: a, repo: URL, version: v1}]\n",
	} {
		all = append(all, kustomization("resources: [lamp.yaml]\n"+strings.ReplaceAll(text, "URL", server.URL+"/lamp.yaml")))
	}
	for _, config := range []string{
		"apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: URL\n",
		"apiVersion: builtin\nkind: ReplacementTransformer\nmetadata: {name: a}\nreplacements: [{path: URL}]\n",
		"apiVersion: builtin\nkind: PatchJson6902Transformer\nmetadata: {name: a}\npath: URL\ntarget: {kind: Lamp, name: desk}\n",
		"apiVersion: someteam.example.com/v1\nkind: Run\nmetadata:\n  name: a\n  annotations:\n    config.kubernetes.io/function: |\n      exec: {path: ./run.sh}\n",
		"apiVersion: someteam.example.com/v1\nkind: Run\nmetadata:\n  name: a\n  annotations:\n    config.kubernetes.io/function: |\n      container: {image: example.com/run}\n",
		"apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: a}\nname: a\nrepo: URL\n",
	} {
		files := kustomization("resources: [lamp.yaml]\ntransformers: [config.yaml]\n")
		files["config.yaml"] = strings.ReplaceAll(config, "URL", server.URL+"/lamp.yaml")
		all = append(all, files)
		files = kustomization("resources: [lamp.yaml]\ngenerators: [config.yaml]\n")
		files["config.yaml"] = strings.ReplaceAll(config, "URL", server.URL+"/lamp.yaml")
		all = append(all, files)
	}
	for _, files := range all {
		if _, err := Build(write(t, files)); err == nil {
			t.Errorf("no error for:\n%s%s", files["kustomization.yaml"], files["config.yaml"])
		}
	}
	if n := requests.Load(); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program ran")
	}
}

// bomb is YAML whose aliases stand for 8^7 values.
func bomb(indent string) string {
	text := indent + "a0: &a0 [x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 7; i++ {
		text += fmt.Sprintf("%sa%d: &a%d [%s*a%d]\n", indent, i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 7), i-1)
	}
	return text
}

// TestHostileKustomizations: each ends with an error that says what is wrong, and reads and writes nothing outside of its repository.
func TestHostileKustomizations(t *testing.T) {
	wide := map[string]string{"kustomization.yaml": "resources: [\"0\"]\n", "40/kustomization.yaml": "resources: [lamp.yaml]\n", "40/lamp.yaml": lamp}
	for i := range 40 {
		wide[fmt.Sprintf("%d/kustomization.yaml", i)] = "resources: [a, b]\n"
		for _, half := range []string{"a", "b"} {
			wide[fmt.Sprintf("%d/%s/kustomization.yaml", i, half)] = fmt.Sprintf("namePrefix: %s\nresources: [../../%d]\n", half, i+1)
		}
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no kustomization", map[string]string{"lamp.yaml": lamp}, "unable to find one of 'kustomization.yaml'"},
		{"two files", map[string]string{"kustomization.yaml": "resources: []\n", "kustomization.yml": "resources: []\n"}, "Found multiple kustomization files"},
		{"component", map[string]string{"kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [a.yaml]\n"}, "it is a component, and may need"},
		{"charts", map[string]string{"kustomization.yaml": "helmCharts: [{name: a, version: v1}]\n"}, "needs the program helm"},
		{"empty", map[string]string{"kustomization.yaml": ""}, "empty"},
		{"no mapping", map[string]string{"kustomization.yaml": "- a\n"}, "invalid Kustomization"},
		{"broken", map[string]string{"kustomization.yaml": "resources: [\n"}, "invalid Kustomization"},
		{"no UTF-8", map[string]string{"kustomization.yaml": "resources: [\xff]\n"}, "invalid Kustomization"},
		{"broken resource", map[string]string{"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": "a: [\n"}, "a.yaml"},
		{"missing resource", map[string]string{"kustomization.yaml": "resources: [a.yaml]\n"}, "a.yaml"},
		{"circle", map[string]string{"kustomization.yaml": "resources: [a]\n", "a/kustomization.yaml": "resources: [../]\n"}, "cycle detected"},
		{"itself", map[string]string{"kustomization.yaml": "resources: [.]\n"}, "cycle detected"},
		{"absolute", map[string]string{"kustomization.yaml": "resources: [/etc/passwd]\n"}, "security"},
		{"above", map[string]string{"kustomization.yaml": "configMapGenerator: [{name: a, files: [../../../../../../etc/passwd]}]\n"}, "security"},
		{"aliases", map[string]string{"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": lamp + bomb("")}, "a.yaml:"},
		{"aliases in a string", map[string]string{"kustomization.yaml": "resources: [a.yaml]\npatches:\n- patch: |-\n    kind: Lamp\n" + bomb("    "), "a.yaml": lamp}, "kustomization.yaml:3"},
		{"deep", map[string]string{"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": lamp + "a: " + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "\n"}, "nested more than 1000 levels"},
		{"wide", wide, "it reads more than 500 files"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := write(t, test.files)
			inputs, err := newFileSystem(dir)
			if err != nil {
				t.Fatal(err)
			}
			inputs.maxReads = 500
			_, err = inputs.build()
			if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if err != nil && len(err.Error()) > 2000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

// TestLinksStayInTheRepository: a base or a file may not be a link that leads out of the repository.
func TestLinksStayInTheRepository(t *testing.T) {
	other := write(t, map[string]string{"kustomization.yaml": "resources: [lamp.yaml]\n", "lamp.yaml": lamp})
	for _, link := range []struct{ from, to, text string }{
		{"base", other, "resources: [base]\n"},
		{"lamp.yaml", filepath.Join(other, "lamp.yaml"), "resources: [lamp.yaml]\n"},
		{"key", filepath.Join(other, "lamp.yaml"), "configMapGenerator: [{name: a, files: [key]}]\n"},
	} {
		dir := write(t, map[string]string{"kustomization.yaml": link.text})
		if err := os.Symlink(link.to, filepath.Join(dir, link.from)); err != nil {
			t.Fatal(err)
		}
		if b, err := Build(dir); err == nil {
			t.Errorf("%s: no error, and the output\n%s", link.text, b.Text)
		}
	}
	dir := write(t, map[string]string{"prod/kustomization.yaml": "resources: [../../" + filepath.Base(other) + "]\n"})
	if err := os.Symlink(other, filepath.Join(dir, filepath.Base(other))); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(filepath.Join(dir, "prod")); err == nil {
		t.Error("a base outside of the repository was read")
	}
}
