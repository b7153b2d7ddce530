package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// actionFile is what action.yml holds, as far as GitHub's runner reads it.
type actionFile struct {
	Inputs map[string]struct {
		Description string `json:"description"`
		Default     string `json:"default"`
	} `json:"inputs"`
	Outputs map[string]struct {
		Value string `json:"value"`
	} `json:"outputs"`
	Runs struct {
		Using string       `json:"using"`
		Steps []actionStep `json:"steps"`
	} `json:"runs"`
}

type actionStep struct {
	Name  string            `json:"name"`
	ID    string            `json:"id"`
	If    string            `json:"if"`
	Uses  string            `json:"uses"`
	With  map[string]string `json:"with"`
	Shell string            `json:"shell"`
	Env   map[string]string `json:"env"`
	Run   string            `json:"run"`
}

// A runner does with the Action's steps what GitHub's does: the shell, the files
// and the variables are those of its documentation.
type runner struct {
	t         *testing.T
	action    actionFile
	temp      string
	built     bool
	workspace string
}

// An actionRun is what a run of the Action leaves.
type actionRun struct {
	failed               bool
	log, summary         string
	outputs, stepOutputs map[string]string
}

func newRunner(t *testing.T) *runner {
	text, err := os.ReadFile(filepath.Join(repository(t), "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, temp: filepath.Join(t.TempDir(), "runner temp")}
	if err := yaml.Unmarshal(text, &r.action); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(r.temp, 0o777); err != nil {
		t.Fatal(err)
	}
	return r
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// run runs the steps with inputs, and fails the test for any expression that it
// does not know.
func (r *runner) run(inputs map[string]string) actionRun {
	r.t.Helper()
	out := actionRun{outputs: map[string]string{}, stepOutputs: map[string]string{}}
	for name := range inputs {
		if _, ok := r.action.Inputs[name]; !ok {
			r.t.Fatalf("action.yml has no input %q", name)
		}
	}
	evaluate := func(s string) string {
		return expression.ReplaceAllStringFunc(s, func(e string) string {
			e = expression.FindStringSubmatch(e)[1]
			if name, ok := strings.CutPrefix(e, "inputs."); ok {
				input, ok := r.action.Inputs[name]
				if !ok {
					r.t.Fatalf("action.yml has no input %q", name)
				}
				if value, ok := inputs[name]; ok {
					return value
				}
				return input.Default
			}
			if name, ok := strings.CutPrefix(e, "steps."); ok {
				return out.stepOutputs[name]
			}
			r.t.Fatalf("unknown expression %q", e)
			return ""
		})
	}
	summary := filepath.Join(r.t.TempDir(), "summary")
	for _, step := range r.action.Runs.Steps {
		switch {
		case step.Uses != "", r.built && strings.Contains(step.Run, "install.sh"):
			continue
		case step.If == "":
			if out.failed {
				continue
			}
		case step.If == "always() && steps.lint.outputs.summary != ''":
			if out.stepOutputs["lint.outputs.summary"] == "" {
				continue
			}
		default:
			r.t.Fatalf("unknown condition %q", step.If)
		}
		if step.Shell != "bash" {
			r.t.Fatalf("step %q: shell %q", step.Name, step.Shell)
		}
		output := filepath.Join(r.t.TempDir(), "output")
		for _, name := range []string{output, summary} {
			f, err := os.OpenFile(name, os.O_CREATE, 0o666)
			if err != nil {
				r.t.Fatal(err)
			}
			f.Close()
		}
		cmd := exec.CommandContext(r.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = r.workspace
		cmd.Env = append(withoutGit(), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+r.workspace, "GITHUB_OUTPUT="+output,
			"GITHUB_STEP_SUMMARY="+summary, "GITHUB_ACTION_PATH="+repository(r.t), "RUNNER_TEMP="+r.temp)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+evaluate(value))
		}
		got := finish(r.t, cmd)
		out.log += got.stdout + got.stderr
		out.failed = out.failed || got.status != 0
		text, err := os.ReadFile(output)
		if err != nil {
			r.t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			if !ok {
				r.t.Fatalf("step %q writes the output line %q", step.Name, line)
			}
			out.stepOutputs[step.ID+".outputs."+name] = value
		}
	}
	r.built = true
	for name, o := range r.action.Outputs {
		out.outputs[name] = evaluate(o.Value)
	}
	text, err := os.ReadFile(summary)
	if err != nil {
		r.t.Fatal(err)
	}
	out.summary = string(text)
	return out
}

func TestAction(t *testing.T) {
	skipOnWindows(t, "the scripts are run by the bash of Git there, which tests do not have")
	needProgram(t, "jq")
	r := newRunner(t)
	evil := "x; touch pwned; $(touch pwned) `touch pwned` ' \" ${{ github.token }}"
	r.workspace = folder(t, map[string]string{
		"crds/bad.yaml":          badScope("bad"),
		"crds/odd.yaml":          oddFormat("odds"),
		"good crds/good one.yml": ownKind("goods"),
		"evil/" + evil + ".yaml": strings.Replace(ownKind("evils"), "scope: Namespaced", `scope: "a|b <img src=x>\n::error::x @me"`, 1),
		"strict.yaml":            "profile: strict\n",
	})
	git(t, r.workspace, "init", "-q", "-b", "main")
	git(t, r.workspace, "add", ".")
	git(t, r.workspace, "commit", "-qm", "begin")

	t.Run("findings", func(t *testing.T) {
		r.t = t
		got := r.run(map[string]string{"paths": "crds\ngood crds/\n"})
		if !got.failed || got.outputs["errors"] != "1" || got.outputs["warnings"] != "1" {
			t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
		}
		if want := "::error title=crdtool scope,file=crds/bad.yaml,line=7,endLine=7,col=10,endColumn=20::spec.scope can't be"; !strings.Contains(got.log, want) {
			t.Errorf("the log lacks %q:\n%s", want, got.log)
		}
		for _, want := range []string{"### crdtool lint: failed, 1 error and 1 warning in 3 CRDs\n", "- **error** `crds/bad.yaml:7` spec.scope can't be \"namespaces\"", "docs/rules.md#scope"} {
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
	})
	t.Run("clean", func(t *testing.T) {
		r.t = t
		got := r.run(map[string]string{"paths": "good crds", "sarif": "new folder/a b.sarif"})
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
	t.Run("fail-on", func(t *testing.T) {
		r.t = t
		if got := r.run(map[string]string{"paths": "crds/odd.yaml", "fail-on": "warning"}); !got.failed {
			t.Errorf("a warning does not fail the step:\n%s", got.log)
		}
		if got := r.run(map[string]string{"paths": "crds/bad.yaml", "fail-on": "never"}); got.failed || got.outputs["errors"] != "1" {
			t.Errorf("outputs %q, log:\n%s", got.outputs, got.log)
		}
	})
	t.Run("profile, config, baseline and args", func(t *testing.T) {
		r.t = t
		plain := r.run(map[string]string{"paths": "crds/odd.yaml"})
		for name, inputs := range map[string]map[string]string{
			"profile": {"profile": "strict"}, "config": {"config": "strict.yaml"}, "args": {"args": "--profile\nstrict\n"},
		} {
			inputs["paths"] = "crds/odd.yaml"
			if got := r.run(inputs); number(t, got.outputs["warnings"]) <= number(t, plain.outputs["warnings"]) {
				t.Errorf("%s: %q warnings, without it %q:\n%s", name, got.outputs["warnings"], plain.outputs["warnings"], got.log)
			}
		}
		if got := finish(t, crdtool(t, r.workspace, "lint", "--baseline", "base line.json", "--write-baseline", "crds")); got.status != 0 {
			t.Fatal(got.stderr)
		}
		if got := r.run(map[string]string{"paths": "crds", "baseline": "base line.json"}); got.failed || got.outputs["errors"] != "0" {
			t.Errorf("baseline: outputs %q, log:\n%s", got.outputs, got.log)
		}
	})
	t.Run("old-ref", func(t *testing.T) {
		r.t = t
		origin := r.workspace
		clone := filepath.Join(t.TempDir(), "clone")
		git(t, origin, "checkout", "-qb", "change")
		name := filepath.Join(origin, "good crds", "good one.yml")
		if err := os.WriteFile(name, []byte(strings.Replace(ownKind("goods"), "Namespaced", "Cluster", 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		git(t, origin, "commit", "-qam", "change the scope")
		// As actions/checkout leaves it: one commit, no other branch.
		git(t, origin, "clone", "-q", "--depth=1", "--branch=change", "file://"+origin, clone)
		r.workspace = clone
		defer func() { r.workspace = origin }()
		if got := r.run(map[string]string{"paths": "good crds"}); got.failed {
			t.Errorf("without old-ref:\n%s", got.log)
		}
		for _, paths := range []string{"good crds", "good */*.yml", "."} {
			got := r.run(map[string]string{"paths": paths, "old-ref": "main"})
			if !got.failed || !strings.Contains(got.log, "spec.scope") || !strings.Contains(got.log, "field is immutable") {
				t.Errorf("paths %q: the change of the scope is no finding:\n%s", paths, got.log)
			}
		}
		for _, ref := range []string{"no-such-branch", "--upload-pack=touch pwned", "$(touch pwned)"} {
			got := r.run(map[string]string{"paths": "good crds", "old-ref": ref})
			if !got.failed || !strings.Contains(got.log, "the input old-ref is not a branch") {
				t.Errorf("old-ref %q:\n%s", ref, got.log)
			}
		}
		if got := r.run(map[string]string{"paths": "strict.yaml", "old-ref": "main"}); got.failed || !strings.Contains(got.log, "0 files with CRDs") {
			t.Errorf("a ref without CRDs:\n%s", got.log)
		}
		notTouched(t, clone)
	})
	t.Run("hostile", func(t *testing.T) {
		r.t = t
		for _, input := range []string{"paths", "profile", "config", "fail-on", "baseline", "sarif", "args"} {
			inputs := map[string]string{"paths": "good crds"}
			inputs[input] = evil
			r.run(inputs)
			inputs[input] = "a\nb=c\n::set-output name=errors::7"
			if got := r.run(inputs); got.outputs["errors"] == "7" || got.stepOutputs["lint.outputs.b"] != "" {
				t.Errorf("input %s is taken for an output: %q", input, got.stepOutputs)
			}
		}
		got := r.run(map[string]string{"paths": "evil"})
		// In code nothing is markup.
		outside := regexp.MustCompile("(?s)`` .*? ``|`[^`]*`").ReplaceAllString(got.summary, "")
		if !got.failed || strings.Contains(outside, "<img") || strings.Contains(outside, "a|b") || strings.Contains(outside, "@me") || strings.Contains(got.log, "\n::error::x") {
			t.Errorf("the text of a CRD is taken for markup:\n%s\n%s", got.summary, got.log)
		}
		notTouched(t, r.workspace)
	})
	t.Run("could not run", func(t *testing.T) {
		r.t = t
		got := r.run(map[string]string{"paths": "crds", "args": "--no-such-flag"})
		if !got.failed || got.summary != "" || got.outputs["errors"] != "" || !strings.Contains(got.log, "unknown flag") {
			t.Errorf("outputs %q, summary %q, log:\n%s", got.outputs, got.summary, got.log)
		}
	})
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

// Inputs in the text of a script would be run as commands.
func TestActionScriptsHaveNoExpressions(t *testing.T) {
	r := newRunner(t)
	if r.action.Runs.Using != "composite" {
		t.Errorf("using %q", r.action.Runs.Using)
	}
	given := map[string]bool{}
	for _, step := range r.action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %q has an expression in its script; pass it through env", step.Name)
		}
		for _, value := range step.Env {
			given[value] = true
		}
	}
	for name, input := range r.action.Inputs {
		if !given["${{ inputs."+name+" }}"] {
			t.Errorf("input %q reaches no script", name)
		}
		if input.Description == "" {
			t.Errorf("input %q has no description", name)
		}
	}
}

func TestScriptsPassShellcheck(t *testing.T) {
	skipOnWindows(t, "shellcheck is taken from Debian")
	needProgram(t, "shellcheck")
	scripts, err := filepath.Glob(filepath.Join(repository(t), "action", "*.sh"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "shellcheck", append(scripts, filepath.Join(repository(t), ".ci", "run"))...)
	if got := finish(t, cmd); got.status != 0 {
		t.Error(got.stdout, got.stderr)
	}
}
