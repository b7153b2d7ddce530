package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gitIn runs the git program in a folder, and returns what it prints.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(withoutGit(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// committed makes a repository of a folder, with one commit on main.
func committed(t *testing.T, dir string) {
	t.Helper()
	gitIn(t, dir, "init", "-q", "-b", "main")
	gitIn(t, dir, "add", "-A")
	gitIn(t, dir, "commit", "-q", "-m", "one")
}

// change replaces a text in a file.
func change(t *testing.T, name, from, to string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), from) {
		t.Fatalf("%s does not have %s: %v", name, from, err)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), from, to)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLintAgainst(t *testing.T) {
	dir := folder(t, map[string]string{
		"config/crd/lamps.yaml": ownKind("lamps"), "config/crd/bulbs.yaml": ownKind("bulbs"), "charts/x/crds/lamps.yaml": ownKind("lamps"),
		"charts/x/Chart.yaml": "name: x\n", "other/note.yaml": "a: b\n",
	})
	committed(t, dir)
	lint := func(args ...string) result {
		t.Helper()
		return inProcess(t, dir, append([]string{"lint", "--profile", "default"}, args...)...)
	}
	const immutable = "spec.scope cannot be changed once the CRD is in the cluster"

	if got := lint("--against", "main", "."); got.status != exitClean || strings.Contains(got.stderr, "--against") {
		t.Errorf("unchanged: status %d: %s%s", got.status, got.stdout, got.stderr)
	}
	change(t, filepath.Join(dir, "config/crd/lamps.yaml"), "scope: Namespaced", "scope: Cluster")
	if got := lint("--against", "main", "."); got.status != exitFindings || strings.Count(got.stdout, immutable) != 1 {
		t.Errorf("changed: status %d: %s%s", got.status, got.stdout, got.stderr)
	}
	// Each copy is compared with itself, and from any directory.
	if got := lint("--against", "main", "charts/x"); strings.Contains(got.stdout, immutable) {
		t.Errorf("the copy: %s%s", got.stdout, got.stderr)
	}
	below := inProcess(t, filepath.Join(dir, "config"), "lint", "--against", "main")
	if below.status != exitFindings || !strings.Contains(below.stdout, "crd/lamps.yaml:") || !strings.Contains(below.stdout, immutable) {
		t.Errorf("below: status %d: %s%s", below.status, below.stdout, below.stderr)
	}

	// Moved where the paths did not lead before, and given on standard input.
	gitIn(t, dir, "rm", "-rq", "--cached", "charts")
	gitIn(t, dir, "mv", "config/crd/lamps.yaml", "other/moved.yaml")
	for _, path := range []string{"other/moved.yaml", "other", "-"} {
		cmd := crdtool(t, dir, "lint", "--against", "main", path)
		text, err := os.ReadFile(filepath.Join(dir, "other/moved.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = strings.NewReader(string(text))
		if got := finish(t, cmd); got.status != exitFindings || !strings.Contains(got.stdout, immutable) {
			t.Errorf("moved to %s: status %d: %s%s", path, got.status, got.stdout, got.stderr)
		}
	}

	// Gone, and new.
	if err := os.Rename(filepath.Join(dir, "config/crd/bulbs.yaml"), filepath.Join(dir, "bulbs.txt")); err != nil {
		t.Fatal(err)
	}
	if got := lint("--enable", "crd-removed", "--against", "main", "."); !strings.Contains(got.stdout, "kind-bulbs.") && !strings.Contains(got.stdout, "bulbs.example.com") || !strings.Contains(got.stdout, "[crd-removed]") {
		t.Errorf("gone: status %d: %s%s", got.status, got.stdout, got.stderr)
	}
	gitIn(t, dir, "checkout", "-q", "--orphan", "empty")
	gitIn(t, dir, "rm", "-rfq", "--cached", ".")
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "nothing")
	if got := lint("-q", "--against", "empty", "other"); got.status != exitClean || !strings.Contains(got.stderr, "crdtool: --against: empty (") || !strings.Contains(got.stderr, "has none of the CRDs, so all are checked as new ones") {
		t.Errorf("new: status %d: %s%s", got.status, got.stdout, got.stderr)
	}
}

// A file that could not be read before is no reason not to fix it, but is told.
func TestLintAgainstBroken(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.yaml": "kind: CustomResourceDefinition\n  a: [\n", "b.yaml": ownKind("bulbs"),
		"large.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
	})
	if err := os.Symlink("/nowhere/x.yaml", filepath.Join(dir, "link.yaml")); err != nil {
		t.Skip("the file system has no symbolic links: ", err)
	}
	committed(t, dir)
	for name, text := range map[string]string{"a.yaml": ownKind("lamps"), "large.yaml": ownKind("globes")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, dir, "lint", "--against", "HEAD", ".")
	for _, part := range []string{
		"in HEAD, a.yaml:", "so it is as if it were not there", "large.yaml is a pointer of Git LFS in HEAD", "link.yaml is a symbolic link that leads to no file in HEAD",
	} {
		if !strings.Contains(got.stderr, part) {
			t.Errorf("%q is not told: %s", part, got.stderr)
		}
	}
	if got.status != exitClean {
		t.Errorf("status %d: %s", got.status, got.stdout)
	}
}

func TestAgainstFlag(t *testing.T) {
	dir := folder(t, map[string]string{"crds/lamps.yaml": ownKind("lamps")})
	committed(t, dir)
	gitIn(t, dir, "tag", "v1.0")
	for _, c := range []struct{ args, says string }{
		{"--against main --old crds crds", "--against and --old both say what the stored CRDs are; remove one of them"},
		{"--against mian crds", "--against: there is no branch, tag or commit mian in this repository; did you mean main?"},
		{"--against= crds", `--against: "" names no revision; name a branch, a tag or a commit, or merge-base:main`},
		{"--against main ..", ".. is outside of the repository "},
		{"--new-only crds", "--new-only requires --old or --against"},
	} {
		if got := inProcess(t, dir, append([]string{"lint"}, strings.Fields(c.args)...)...); got.status != exitFailed || !strings.Contains(got.stderr, c.says) {
			t.Errorf("%s: status %d: %s", c.args, got.status, got.stderr)
		}
	}
	got := inProcess(t, dir, "__complete", "lint", "--against", "")
	if !strings.HasPrefix(got.stdout, "main\nv1.0\n:4") {
		t.Errorf("completion: %s", got.stdout)
	}
	// A change that needs a newer version than before.
	change(t, filepath.Join(dir, "crds/lamps.yaml"), "format: date}",
		"maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}")
	got = inProcess(t, dir, "lint", "--requires", "1.29", "--against", "v1.0", "crds")
	if got.status != exitFindings || !strings.Contains(got.stdout, "isIP() needs 1.31") {
		t.Errorf("--requires: status %d: %s%s", got.status, got.stdout, got.stderr)
	}
}
