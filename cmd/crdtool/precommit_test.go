package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// The hooks do what docs/pre-commit.md says, built and run by pre-commit itself
// from a clone.
func TestPreCommitHooks(t *testing.T) {
	t.Parallel()
	skipOnWindows(t, "pre-commit is taken from Debian")
	if !sweep.Thorough() {
		t.Skip("builds crdtool anew, as make thorough does")
	}
	needProgram(t, "pre-commit")
	hooks := cloneWorkTree(t)
	rev := strings.TrimSpace(git(t, hooks, "rev-parse", "HEAD"))
	dir := folder(t, map[string]string{
		".pre-commit-config.yaml": "repos:\n- repo: " + hooks + "\n  rev: " + rev + "\n  hooks:\n  - id: crdtool-lint\n  - id: crdtool-apply-dry\n  - id: crdtool-diff\n",
		"config/crd/lamps.yaml":   lamps,
		"config/samples/a.yaml":   lamp("a", "{colour: white}"),
		"configmap.yaml":          "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"tsconfig.json":           "// c\n{\"a\": 1}\n",
		"notes.txt":               "hello\n",
	})
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "begin")
	env := append(withoutGit(), "PRE_COMMIT_HOME="+t.TempDir(), "NO_COLOR=1", "GOFLAGS='-ldflags=-s -w'",
		"PATH="+sharedModules(t)+string(os.PathListSeparator)+os.Getenv("PATH"))

	// change writes files into the index and takes them back afterwards.
	change := func(files map[string]string) result {
		t.Helper()
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		git(t, dir, "add", ".")
		cmd := exec.CommandContext(t.Context(), "pre-commit", "run", "--color", "never")
		cmd.Dir = dir
		cmd.Env = env
		got := finish(t, cmd)
		git(t, dir, "reset", "-q", "--hard")
		return got
	}
	const lintPassed, dryPassed = "crdtool lint.............................................................Passed", "crdtool apply-dry........................................................Passed"
	const lintFailed, dryFailed = "crdtool lint.............................................................Failed", "crdtool apply-dry........................................................Failed"
	const diffPassed, diffFailed = "crdtool diff.............................................................Passed", "crdtool diff.............................................................Failed"
	const lintSkipped = "crdtool lint.........................................(no files to check)Skipped"
	for _, test := range []struct {
		name   string
		files  map[string]string
		status int
		want   []string
	}{
		{"a good CRD, a changed one that refuses an object that is not changed and so not checked, objects with and without a CRD, files of other programs",
			map[string]string{
				"config/crd/b.yaml": ownKind("b"), "config/crd/lamps.yaml": strings.Replace(lamps, "[white, yellow], default: white", "[red]", 1),
				"config/samples/b c.yaml": lamp("b", "{bulbs: 2}"), "zoo.yaml": "apiVersion: zoo.example.com/v1\nkind: Zebra\nmetadata: {name: z}\n",
				"configmap.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n", "tsconfig.json": "// d\n{\"a\": 2}\n",
			}, 1, []string{lintPassed, dryPassed, diffFailed, "lamps.example.com: major"}},
		{"a field more", map[string]string{"config/crd/b.yaml": ownKind("b"), "configmap.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n"}, 0, []string{lintPassed, diffPassed}},
		{"bad CRD", map[string]string{"config/crd/b.yaml": badScope("b")}, 1,
			[]string{lintFailed, "config/crd/b.yaml:7:10: error: spec.scope cannot be \"namespaces\"", "exit code: 1", dryPassed}},
		{"bad object", map[string]string{"config/samples/b c.yaml": lamp("b", "{colour: green}")}, 1,
			[]string{lintPassed, dryFailed, `config/samples/b c.yaml:1: Lamp "b" would be refused`, `Unsupported value: "green"`}},
		{"neither YAML nor JSON", map[string]string{"notes.txt": "bye\n"}, 0, []string{lintSkipped}},
	} {
		got := change(test.files)
		if got.status != test.status {
			t.Errorf("%s: status %d, want %d:\n%s%s", test.name, got.status, test.status, got.stdout, got.stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%s: the output lacks %q:\n%s%s", test.name, want, got.stdout, got.stderr)
			}
		}
	}
}

// sharedModules is a folder with a Go that reads modules from the cache of whoever runs
// the tests: pre-commit has it fill one of its own, and empties that afterwards, which
// would be most of the work.
func sharedModules(t *testing.T) string {
	t.Helper()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Skip("Go is not in PATH")
	}
	cache, err := exec.CommandContext(t.Context(), real, "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\n[ \"$1\" != clean ] || exit 0\nGOMODCACHE='" + strings.TrimSpace(string(cache)) + "' exec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// needProgram skips a test whose program is not installed. In CI it has to be.
func needProgram(t *testing.T, name string) {
	t.Helper()
	_, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is not installed, and .ci/run installs it", name)
	default:
		t.Skipf("%s is not installed; install it: apt-get install %s", name, name)
	}
}

// cloneWorkTree makes a clone with what is in the work tree as its only commit.
func cloneWorkTree(t *testing.T) string {
	t.Helper()
	root, to := repository(t), filepath.Join(t.TempDir(), "crdtool")
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir, list.Env = root, withoutGit()
	out := finish(t, list)
	if out.status != 0 {
		t.Skip("not in a clone of the repository")
	}
	for name := range strings.SplitSeq(strings.TrimRight(out.stdout, "\x00"), "\x00") {
		// What is tested is what is built and run; the cases are most of the files.
		if strings.HasPrefix(name, "testdata/") || strings.HasPrefix(name, "conformance/") || strings.HasPrefix(name, "docs/") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	git(t, to, "init", "-q")
	git(t, to, "add", ".")
	git(t, to, "commit", "-qm", "as in the work tree")
	return to
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Dir, cmd.Env = dir, withoutGit()
	got := finish(t, cmd)
	if got.status != 0 {
		t.Fatalf("git %s: %s", strings.Join(args, " "), got.stderr)
	}
	return got.stdout
}

// withoutGit is the environment without what git sets for its hooks, which leads
// to the repository that the tests are run in; and with nothing that git does behind the
// commands, for which it starts a program after each commit.
func withoutGit() []string {
	env := []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=maintenance.auto", "GIT_CONFIG_VALUE_0=false"}
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			env = append(env, kv)
		}
	}
	return env
}
