package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	Shell string            `json:"shell"`
	Env   map[string]string `json:"env"`
	Run   string            `json:"run"`
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository(t), "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action actionFile
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	return action
}

// A runner does with the Action's steps in a job what GitHub's does: the shell, the
// files and the variables are those of its documentation.
type runner struct {
	action          actionFile
	workspace, temp string
	// path is where the runner has put the Action.
	path string
	// github are values of GitHub's context: server_url, action_ref.
	github map[string]string
	env    []string
}

// An actionRun is what a run of the Action leaves.
type actionRun struct {
	failed               bool
	log, summary         string
	outputs, stepOutputs map[string]string
	// later is what the steps behind it would see changed.
	later string
}

// newRunner is a runner of a job of its own, which has the Action from a release.
func newRunner(t *testing.T, workspace string) *runner {
	t.Helper()
	r := &runner{
		action: readAction(t), workspace: workspace, temp: filepath.Join(t.TempDir(), "runner temp"), path: repository(t),
		github: map[string]string{"server_url": theRelease(t).URL, "action_repository": "crdtool/crdtool", "action_ref": releaseVersion},
	}
	if err := os.Mkdir(r.temp, 0o777); err != nil {
		t.Fatal(err)
	}
	return r
}

// install leaves the program where a step of the job before would have put it, which spares
// each of many runners the download; TestActionInstalls is about that.
func (r *runner) install(t *testing.T) {
	t.Helper()
	dir := filepath.Join(r.temp, "crdtool-action", "bin", releaseVersion)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "crdtool"), program(t, ""), 0o777); err != nil {
		t.Fatal(err)
	}
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// run runs the steps with inputs, and fails the test for any expression that it
// does not know.
func (r *runner) run(t *testing.T, inputs map[string]string) actionRun {
	t.Helper()
	out := actionRun{outputs: map[string]string{}, stepOutputs: map[string]string{}}
	for name := range inputs {
		if _, ok := r.action.Inputs[name]; !ok {
			t.Fatalf("action.yml has no input %q", name)
		}
	}
	evaluate := func(s string) string {
		return expression.ReplaceAllStringFunc(s, func(e string) string {
			e = expression.FindStringSubmatch(e)[1]
			if name, ok := strings.CutPrefix(e, "inputs."); ok {
				input, ok := r.action.Inputs[name]
				if !ok {
					t.Fatalf("action.yml has no input %q", name)
				}
				if value, ok := inputs[name]; ok {
					return value
				}
				return input.Default
			}
			if name, ok := strings.CutPrefix(e, "steps."); ok {
				return out.stepOutputs[name]
			}
			if name, ok := strings.CutPrefix(e, "github."); ok {
				if value, ok := r.github[name]; ok {
					return value
				}
			}
			t.Fatalf("unknown expression %q", e)
			return ""
		})
	}
	dir := t.TempDir()
	file := func(name string) string {
		name = filepath.Join(dir, name)
		f, err := os.OpenFile(name, os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		return name
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, step := range r.action.Runs.Steps {
		if step.If != "" || step.Uses != "" || step.Shell != "bash" {
			t.Fatalf("step %q: if %q, uses %q, shell %q", step.Name, step.If, step.Uses, step.Shell)
		}
		if out.failed {
			continue
		}
		cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = r.workspace
		cmd.Env = append(withoutGit(), runsMain+"=1", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1",
			"CI=true", "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+r.workspace, "GITHUB_ACTION_PATH="+r.path, "GITHUB_SERVER_URL="+r.github["server_url"],
			"GITHUB_OUTPUT="+file("output"), "GITHUB_STEP_SUMMARY="+file("summary"), "GITHUB_ENV="+file("env"), "GITHUB_PATH="+file("path"),
			"RUNNER_TEMP="+r.temp, "RUNNER_TOOL_CACHE="+dir, "RUNNER_OS=Linux", "RUNNER_ARCH=X64")
		cmd.Env = append(cmd.Env, r.env...)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+evaluate(value))
		}
		got := finish(t, cmd)
		out.log += got.stdout + got.stderr
		out.failed = got.status != 0
		for line := range strings.Lines(read("output")) {
			name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			if !ok {
				t.Fatalf("step %q writes the output line %q", step.Name, line)
			}
			out.stepOutputs[step.ID+".outputs."+name] = value
		}
	}
	for name, o := range r.action.Outputs {
		out.outputs[name] = evaluate(o.Value)
	}
	out.summary, out.later = read("summary"), read("env")+read("path")
	return out
}

// Inputs in the text of a script would be run as commands, and another action could
// change what the caller's later steps find, as actions/setup-go does.
func TestActionScriptsHaveNoExpressions(t *testing.T) {
	t.Parallel()
	action := readAction(t)
	if action.Runs.Using != "composite" {
		t.Errorf("using %q", action.Runs.Using)
	}
	given := map[string]bool{}
	for _, step := range action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %q has an expression in its script; pass it through env", step.Name)
		}
		if step.Uses != "" {
			t.Errorf("step %q uses %s", step.Name, step.Uses)
		}
		for _, value := range step.Env {
			given[value] = true
		}
	}
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "github-action.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range action.Outputs {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/github-action.md lacks the output %s", name)
		}
	}
	for name, input := range action.Inputs {
		if !strings.Contains(string(text), "\n| `"+name+"` |") {
			t.Errorf("docs/github-action.md lacks the input %s", name)
		}
		if !given["${{ inputs."+name+" }}"] {
			t.Errorf("input %q reaches no script", name)
		}
		if input.Description == "" {
			t.Errorf("input %q has no description", name)
		}
	}
}

func TestScriptsPassShellcheck(t *testing.T) {
	t.Parallel()
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
