package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// elsewhere runs a bash script with an installed crdtool, and without the variables
// of GitHub.
func elsewhere(t *testing.T, dir string, env []string, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", args...)
	cmd.Dir = dir
	for _, kv := range withoutGit() {
		if !strings.HasPrefix(kv, "GITHUB_") && !strings.HasPrefix(kv, "RUNNER_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(append(cmd.Env, runsMain+"=1", "CRDTOOL_BIN="+self, "TMPDIR="+t.TempDir()), env...)
	return finish(t, cmd)
}

// With arguments the container is crdtool, without them the checks that variables name.
func TestContainerEntry(t *testing.T) {
	t.Parallel()
	skipOnWindows(t, "the scripts are run by the bash of Git there, which tests do not have")
	text, err := os.ReadFile(filepath.Join(repository(t), "Containerfile"))
	if err != nil || !strings.Contains(string(text), `ENTRYPOINT ["bash", "/usr/local/lib/crdtool/crdtool.sh"]`) ||
		!strings.Contains(string(text), "COPY action/crdtool.sh action/commit-of.sh /usr/local/lib/crdtool/") {
		t.Errorf("the container has another entry: %v", err)
	}
	script := filepath.Join(repository(t), "action", "crdtool.sh")
	dir := actionWorkspace(t)
	if got := elsewhere(t, dir, nil, script, "lint", "good crds"); got.status != 0 || !strings.HasPrefix(got.stdout, "no findings in 1 CRD") {
		t.Errorf("with arguments: %+v", got)
	}
	if got := elsewhere(t, dir, []string{"CRDTOOL_PATHS=crds"}, script); got.status != 1 || !strings.Contains(got.stdout, "crds/bad.yaml:7:10: error: spec.scope cannot be") {
		t.Errorf("with variables: %+v", got)
	}
}

// The job of the template is run as GitLab runs it: its variables, and its script line
// by line in one shell.
func TestGitLabTemplate(t *testing.T) {
	t.Parallel()
	skipOnWindows(t, "the scripts are run by the bash of Git there, which tests do not have")
	root := repository(t)
	text, err := os.ReadFile(filepath.Join(root, "action", "gitlab.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var template map[string]struct {
		Variables map[string]string `json:"variables"`
		Script    []string          `json:"script"`
		Artifacts struct {
			Paths   []string          `json:"paths"`
			Reports map[string]string `json:"reports"`
		} `json:"artifacts"`
	}
	if err := yaml.Unmarshal(text, &template); err != nil {
		t.Fatal(err)
	}
	job := template[".crdtool"]
	crdtool := t.TempDir()
	if err := os.CopyFS(filepath.Join(crdtool, "action"), os.DirFS(filepath.Join(root, "action"))); err != nil {
		t.Fatal(err)
	}
	git(t, crdtool, "init", "-q", "-b", "main")
	git(t, crdtool, "add", ".")
	git(t, crdtool, "commit", "-qm", "release")
	git(t, crdtool, "tag", "v1.2.3")

	run := func(dir string, env ...string) result {
		t.Helper()
		var variables []string
		for name, value := range job.Variables {
			variables = append(variables, name+"="+value)
		}
		env = append(append(variables, "CI=true", "GITLAB_CI=true", "CRDTOOL_SOURCE=file://"+crdtool, "CRDTOOL_REF=v1.2.3"), env...)
		return elsewhere(t, dir, env, "-eo", "pipefail", "-c", strings.Join(job.Script, "\n"))
	}
	dir := actionWorkspace(t)
	if got := run(dir, "CRDTOOL_PATHS=crds\ngood crds"); got.status != 1 || !strings.Contains(got.stdout, "crds/bad.yaml:7:10: error: spec.scope cannot be") {
		t.Errorf("%+v", got)
	}
	files := job.Artifacts.Paths
	for _, file := range job.Artifacts.Reports {
		files = append(files, file)
	}
	if len(files) != 3 {
		t.Errorf("artifacts: %q", files)
	}
	for _, file := range files {
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), "crds/bad.yaml") {
			t.Errorf("the artifact %s: %v\n%s", file, err, text)
		}
	}
	r := &runner{workspace: dir}
	pullRequest(t, r, map[string]string{"good crds/good one.yml": strings.Replace(ownKind("goods"), "Namespaced", "Cluster", 1)})
	if got := run(r.workspace, "CRDTOOL_MODE=upgrade", "CRDTOOL_PATHS=good crds", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main"); got.status != 1 || !strings.Contains(got.stdout, "field is immutable") {
		t.Errorf("upgrade: %+v", got)
	}
	if got := run(dir, "CRDTOOL_PATHS="+evil, "CRDTOOL_ARGS="+evil); got.status != 2 {
		t.Errorf("%+v", got)
	}
	notTouched(t, dir)
}
