package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// evil is a text that does something wherever it is taken for a command.
const evil = "x; touch pwned; $(touch pwned) `touch pwned` ' \" ${{ github.token }}"

// actionWorkspace is a repository as actions/checkout leaves one.
func actionWorkspace(t *testing.T) string {
	t.Helper()
	dir := folder(t, map[string]string{
		"crds/bad.yaml":          badScope("bad"),
		"crds/odd.yaml":          oddFormat("odds"),
		"good crds/good one.yml": ownKind("goods"),
		"evil/" + evil + ".yaml": strings.Replace(ownKind("evils"), "scope: Namespaced", `scope: "a|b <img src=x>\n::error::x @me"`, 1),
		"strict.yaml":            "profile: strict\n",
	})
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "begin")
	return dir
}

func TestAction(t *testing.T) {
	t.Parallel()
	skipOnWindows(t, "the scripts are run by the bash of Git there, which tests do not have")
	checkout := actionWorkspace(t)
	subtest := func(name string, run func(t *testing.T, r *runner)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			workspace := folder(t, nil)
			if err := os.CopyFS(workspace, os.DirFS(checkout)); err != nil {
				t.Fatal(err)
			}
			r := newRunner(t, workspace)
			r.install(t)
			run(t, r)
		})
	}
	subtest("findings", func(t *testing.T, r *runner) {
		got := r.run(t, map[string]string{"paths": "crds\ngood crds/\n"})
		if !got.failed || got.outputs["errors"] != "1" || got.outputs["warnings"] != "1" || got.outputs["refused"] != "1" {
			t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
		}
		if want := "::error title=crdtool scope,file=crds/bad.yaml,line=7,endLine=7,col=10,endColumn=20::spec.scope cannot be"; !strings.Contains(got.log, want) {
			t.Errorf("the log lacks %q:\n%s", want, got.log)
		}
		for _, want := range []string{"### crdtool lint: failed, 1 error and 1 warning in 3 CRDs\n", "- **error** `crds/bad.yaml:7` spec.scope cannot be \"namespaces\"", "docs/rules.md#scope"} {
			if !strings.Contains(got.summary, want) {
				t.Errorf("the summary lacks %q:\n%s", want, got.summary)
			}
		}
		text, err := os.ReadFile(got.outputs["sarif"])
		var sarif struct {
			Runs []struct{ Results []any }
		}
		if err != nil || json.Unmarshal(text, &sarif) != nil || len(sarif.Runs) != 1 || len(sarif.Runs[0].Results) != 2 {
			t.Errorf("the SARIF report: %v\n%s", err, text)
		}
		if got.outputs["comment"] != "" {
			t.Errorf("a comment that nobody asked for: %q", got.outputs["comment"])
		}
	})
	subtest("clean", func(t *testing.T, r *runner) {
		got := r.run(t, map[string]string{"paths": "good crds", "sarif": "new folder/a b.sarif"})
		if got.failed || got.outputs["errors"] != "0" || got.outputs["warnings"] != "0" || got.outputs["sarif"] != "new folder/a b.sarif" {
			t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
		}
		if got.summary != "### crdtool lint: passed, no findings in 1 CRD\n\nkube-apiserver would accept the CRD.\n" {
			t.Errorf("summary: %q", got.summary)
		}
		if _, err := os.Stat(filepath.Join(r.workspace, "new folder", "a b.sarif")); err != nil {
			t.Error(err)
		}
	})
	subtest("what is no CRD", func(t *testing.T, r *runner) {
		r.workspace = folder(t, map[string]string{
			"config/crd/bases/a.yaml":       ownKind("goods"),
			"config/crd/kustomization.yaml": "resources: [bases/a.yaml]\npatches: [{path: patch.yaml}]\n",
			"config/crd/patch.yaml":         "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: goods.example.com}\nspec: {scope: wrong}\n",
			"chart/Chart.yaml":              "apiVersion: v2\nname: a\nversion: 1.0.0\n",
			"chart/templates/crd.yaml":      "{{- if .Values.crds }}\n" + badScope("templated") + "{{- end }}\n",
			"tsconfig.json":                 "// CustomResourceDefinition\n{}\n",
		})
		for _, paths := range []string{".", "config\nchart/templates/crd.yaml\ntsconfig.json", "config/*/*.yaml\nconfig/crd/bases/a.yaml"} {
			if got := r.run(t, map[string]string{"paths": paths}); got.failed || got.outputs["errors"] != "0" || !strings.Contains(got.summary, "no findings in 1 CRD") {
				t.Errorf("paths %q: outputs %q, log:\n%s%s", paths, got.outputs, got.log, got.summary)
			}
		}
	})
	subtest("comment", func(t *testing.T, r *runner) {
		got := r.run(t, map[string]string{"paths": "crds", "comment": "true"})
		text, err := os.ReadFile(got.outputs["comment"])
		if err != nil || string(text) != "<!-- crdtool lint -->\n\n"+got.summary || !got.failed {
			t.Errorf("%v: %s", err, text)
		}
	})
	subtest("fail-on", func(t *testing.T, r *runner) {
		if got := r.run(t, map[string]string{"paths": "crds/odd.yaml", "fail-on": "warning"}); !got.failed {
			t.Errorf("a warning does not fail the step:\n%s", got.log)
		}
		if got := r.run(t, map[string]string{"paths": "crds/bad.yaml", "fail-on": "never"}); got.failed || got.outputs["errors"] != "1" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
	})
	subtest("profile, config, baseline and args", func(t *testing.T, r *runner) {
		plain := r.run(t, map[string]string{"paths": "crds/odd.yaml"})
		for name, inputs := range map[string]map[string]string{
			"profile": {"profile": "strict"}, "config": {"config": "strict.yaml"}, "args": {"args": "--profile\nstrict\n"},
		} {
			inputs["paths"] = "crds/odd.yaml"
			if got := r.run(t, inputs); number(t, got.outputs["warnings"]) <= number(t, plain.outputs["warnings"]) {
				t.Errorf("%s: %q warnings, without it %q:\n%s", name, got.outputs["warnings"], plain.outputs["warnings"], got.log)
			}
		}
		if got := finish(t, crdtool(t, r.workspace, "lint", "--baseline", "base line.json", "--write-baseline", "crds")); got.status != 0 {
			t.Fatal(got.stderr)
		}
		if got := r.run(t, map[string]string{"paths": "crds", "baseline": "base line.json"}); got.failed || got.outputs["errors"] != "0" {
			t.Errorf("baseline: outputs %q, log:\n%s", got.outputs, got.log)
		}
	})
	subtest("against", func(t *testing.T, r *runner) {
		pullRequest(t, r, map[string]string{
			"good crds/good one.yml": strings.Replace(ownKind("goods"), "Namespaced", "Cluster", 1), "added.yaml": ownKind("addeds"),
		})
		if got := r.run(t, map[string]string{"paths": "good crds"}); got.failed {
			t.Errorf("without against:\n%s", got.log)
		}
		for _, paths := range []string{"good crds", "good */*.yml", "."} {
			got := r.run(t, map[string]string{"paths": paths, "against": "main"})
			if !got.failed || !strings.Contains(got.log, "spec.scope") || !strings.Contains(got.log, "field is immutable") {
				t.Errorf("paths %q: the change of the scope is no finding:\n%s", paths, got.log)
			}
		}
		for _, ref := range []string{"no-such-branch", "--upload-pack=touch pwned", "$(touch pwned)"} {
			got := r.run(t, map[string]string{"paths": "good crds", "against": ref})
			if !got.failed || !strings.Contains(got.log, "the input against is not a branch") {
				t.Errorf("against %q:\n%s", ref, got.log)
			}
		}
		if got := r.run(t, map[string]string{"paths": "added.yaml", "against": "main"}); got.failed || !strings.Contains(got.log, "has none of the CRDs, so all are checked as new ones") {
			t.Errorf("a ref without CRDs:\n%s", got.log)
		}
		if got := r.run(t, map[string]string{"paths": "good crds", "against": "merge-base:main"}); !got.failed || !strings.Contains(got.log, "which is shallow; fetch the commits before") {
			t.Errorf("the merge base in a shallow clone:\n%s", got.log)
		}
		notTouched(t, r.workspace)
	})
	subtest("upgrade", func(t *testing.T, r *runner) {
		inputs := func(paths string) map[string]string {
			return map[string]string{"mode": "upgrade", "paths": paths, "comment": "true"}
		}
		// On a push there is nothing to compare with.
		if got := r.run(t, inputs(".")); got.failed || !strings.Contains(got.log, "::notice title=crdtool::nothing was checked") || got.summary != "" {
			t.Errorf("without a base:\n%s%s", got.log, got.summary)
		}
		shorter := strings.Replace(ownKind("goods"), "format: date}", "format: date, maxLength: 3}", 1)
		pullRequest(t, r, map[string]string{"good crds/good one.yml": shorter, "crds/new.yaml": ownKind("news")})
		got := r.run(t, inputs("good crds\ncrds\n"))
		if !got.failed || !strings.Contains(got.log, "file=good crds/good one.yml") || !strings.Contains(got.log, "maxLength") {
			t.Errorf("the bound that the pull request brings is no finding:\n%s", got.log)
		}
		if strings.Contains(got.log, "crdtool format") || strings.Contains(got.log, "crds/odd.yaml") {
			t.Errorf("the format that the base has, too, is a finding:\n%s", got.log)
		}
		if !strings.Contains(got.summary, "### crdtool lint: failed") {
			t.Errorf("summary:\n%s", got.summary)
		}
		if text, err := os.ReadFile(got.outputs["comment"]); err != nil || !strings.HasPrefix(string(text), "<!-- crdtool upgrade -->\n") {
			t.Errorf("%v: %s", err, text)
		}
		// Nothing but what the pull request leaves alone.
		if got := r.run(t, inputs("crds/odd.yaml")); got.failed || got.outputs["warnings"] != "0" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
	})
	subtest("upgrade, patches and templates", func(t *testing.T, r *runner) {
		files := map[string]string{
			"crd/a.yaml":               ownKind("goods"),
			"crd/kustomization.yaml":   "resources: [a.yaml]\npatches: [{path: patch.yaml}]\n",
			"crd/patch.yaml":           strings.Replace(ownKind("goods"), "storage: true", "storage: false", 1),
			"chart/Chart.yaml":         "apiVersion: v2\nname: a\nversion: 1.0.0\n",
			"chart/templates/crd.yaml": "{{- if .Values.crds }}\n" + ownKind("templated") + "{{- end }}\n",
		}
		r.workspace = folder(t, files)
		git(t, r.workspace, "init", "-q", "-b", "main")
		git(t, r.workspace, "add", ".")
		git(t, r.workspace, "commit", "-qm", "begin")
		pullRequest(t, r, map[string]string{"crd/a.yaml": strings.Replace(files["crd/a.yaml"], "format: date}", "format: date, maxLength: 3}", 1)})
		if got := r.run(t, map[string]string{"mode": "upgrade"}); !got.failed || !strings.Contains(got.summary, "crd/a.yaml") || got.outputs["errors"] != "0" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
		if got := r.run(t, map[string]string{"mode": "upgrade", "paths": "chart"}); got.failed {
			t.Errorf("templates only:\n%s", got.log)
		}
	})
	subtest("diff", func(t *testing.T, r *runner) {
		inputs := func(more ...string) map[string]string {
			m := map[string]string{"mode": "diff", "paths": "good crds", "comment": "true"}
			for i := 0; i < len(more); i += 2 {
				m[more[i]] = more[i+1]
			}
			return m
		}
		if got := r.run(t, inputs()); got.failed || !strings.Contains(got.log, "::notice title=crdtool::nothing was checked") || got.summary != "" {
			t.Errorf("without a base:\n%s%s", got.log, got.summary)
		}
		pullRequest(t, r, map[string]string{
			"good crds/good one.yml": strings.Replace(ownKind("goods"), "format: date}", "format: date, maxLength: 3}", 1), "crds/new.yaml": ownKind("news"),
			"object.yaml": "apiVersion: example.com/v1\nkind: Goods\nmetadata: {name: a}\n",
		})
		got := r.run(t, inputs())
		if !got.failed || got.outputs["verdict"] != "major" || got.outputs["breaking"] != "1" || !strings.Contains(got.log, "::error title=crdtool bounds-tightened,file=good crds/good one.yml,") {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
		if !strings.HasPrefix(got.summary, "### crdtool diff: **major**, 1 breaking change in 1 of 1 CRD\n") {
			t.Errorf("summary:\n%s", got.summary)
		}
		if text, err := os.ReadFile(got.outputs["comment"]); err != nil || string(text) != "<!-- crdtool diff -->\n\n"+got.summary {
			t.Errorf("%v: %s", err, text)
		}
		if got := r.run(t, inputs("fail-on", "never", "objects", "object.yaml\n")); got.failed || got.outputs["verdict"] != "major" || !strings.Contains(got.summary, "#### Objects: ") {
			t.Errorf("outputs %q, log:\n%s%s", got.outputs, got.log, got.summary)
		}
		if got := r.run(t, inputs("paths", "crds")); got.failed || got.outputs["verdict"] != "minor" || got.outputs["breaking"] != "0" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
		if got := r.run(t, inputs("paths", "crds/odd.yaml\nobject.yaml")); got.failed || got.outputs["verdict"] != "none" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
		for _, input := range []string{"baseline", "kube-versions"} {
			if got := r.run(t, inputs(input, "a")); !got.failed || !strings.Contains(got.log, "the input "+input+" is for other modes than diff") {
				t.Errorf("%s:\n%s", input, got.log)
			}
		}
		notTouched(t, r.workspace)
	})
	subtest("apply-dry", func(t *testing.T, r *runner) {
		r.workspace = folder(t, map[string]string{
			"config/crd/lamps.yaml":             lamps,
			"config/samples/kustomization.yaml": "resources: [good.yaml, bad.yaml]\n",
			"config/samples/good.yaml":          lamp("good", "{colour: white}"),
			"config/samples/bad.yaml":           lamp("bad", "{colour: green}"),
		})
		git(t, r.workspace, "init", "-q")
		for _, crds := range []string{"", "config/crd\n"} {
			got := r.run(t, map[string]string{"mode": "apply-dry", "paths": "config/samples", "crds": crds, "comment": "true"})
			if !got.failed || got.outputs["refused"] != "1" || got.outputs["errors"] != "1" {
				t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
			}
			if !strings.Contains(got.log, "file=config/samples/bad.yaml") || !strings.Contains(got.log, `Unsupported value: "green"`) {
				t.Errorf("the refused object is not annotated:\n%s", got.log)
			}
			if !strings.Contains(got.summary, "crdtool apply-dry: failed") || !strings.Contains(got.summary, "config/samples/bad.yaml") {
				t.Errorf("summary:\n%s", got.summary)
			}
			if text, err := os.ReadFile(got.outputs["comment"]); err != nil || !strings.HasPrefix(string(text), "<!-- crdtool apply-dry -->\n") {
				t.Errorf("%v: %s", err, text)
			}
		}
		if got := r.run(t, map[string]string{"mode": "apply-dry", "paths": "config/samples/good.yaml"}); got.failed || got.outputs["refused"] != "0" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
		for input, value := range map[string]string{"profile": "strict", "fail-on": "never", "baseline": "a.json", "against": "main"} {
			got := r.run(t, map[string]string{"mode": "apply-dry", input: value})
			if want := "::error title=crdtool::the input " + input + " is for the modes lint, upgrade and diff"; !got.failed || !strings.Contains(got.log, want) {
				t.Errorf("%s: the log lacks %q:\n%s", input, want, got.log)
			}
		}
		if got := r.run(t, map[string]string{"mode": "apply"}); !got.failed || !strings.Contains(got.log, "the input mode must be") {
			t.Error(got.log)
		}
	})
	subtest("hostile", func(t *testing.T, r *runner) {
		for input := range r.action.Inputs {
			inputs := map[string]string{"paths": "good crds"}
			inputs[input] = evil + "\nb=c\n::set-output name=errors::7"
			if got := r.run(t, inputs); got.outputs["errors"] == "7" || got.stepOutputs["crdtool.outputs.b"] != "" {
				t.Errorf("input %s is taken for an output: %q", input, got.stepOutputs)
			}
		}
		got := r.run(t, map[string]string{"paths": "evil"})
		// In code nothing is markup.
		outside := regexp.MustCompile("(?s)`` .*? ``|`[^`]*`").ReplaceAllString(got.summary, "")
		if !got.failed || strings.Contains(outside, "<img") || strings.Contains(outside, "a|b") || strings.Contains(outside, "@me") || strings.Contains(got.log, "\n::error::x") {
			t.Errorf("the text of a CRD is taken for markup:\n%s\n%s", got.summary, got.log)
		}
		notTouched(t, r.workspace)
	})
	subtest("could not run", func(t *testing.T, r *runner) {
		got := r.run(t, map[string]string{"paths": "crds", "args": "--no-such-flag"})
		if !got.failed || got.summary != "" || got.outputs["errors"] != "" || !strings.Contains(got.log, "unknown flag") {
			t.Errorf("outputs %q, summary %q, log:\n%s", got.outputs, got.summary, got.log)
		}
	})
}

// pullRequest changes files on a branch, and makes the runner's workspace the clone
// that actions/checkout makes of it: one commit, no other branch.
func pullRequest(t *testing.T, r *runner, files map[string]string) {
	t.Helper()
	origin, clone := r.workspace, filepath.Join(t.TempDir(), "clone")
	git(t, origin, "checkout", "-qb", "change")
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(origin, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git(t, origin, "add", ".")
	git(t, origin, "commit", "-qm", "change")
	git(t, origin, "clone", "-q", "--depth=1", "--branch=change", "file://"+origin, clone)
	r.workspace = clone
	r.env = append(r.env, "GITHUB_BASE_REF=main", "GITHUB_EVENT_NAME=pull_request")
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// notTouched fails the test if a text was run as a command.
func notTouched(t *testing.T, dir string) {
	t.Helper()
	for _, d := range []string{dir, repository(t)} {
		if _, err := os.Lstat(filepath.Join(d, "pwned")); err == nil {
			t.Errorf("an input was run as a command in %s", d)
		}
	}
}
