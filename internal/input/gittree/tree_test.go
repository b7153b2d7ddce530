package gittree_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/gittree"
)

// The files of a revision are walked as those of the disk.
var _ files.System = (*gittree.Tree)(nil)

// git runs the git program in a folder.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=maintenance.auto", "GIT_CONFIG_VALUE_0=false", "GIT_ALLOW_PROTOCOL=file",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {group: b}\n"

// write writes files; the text of one that begins with "->" is where a link leads.
func write(t testing.TB, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if to, ok := strings.CutPrefix(text, "->"); ok {
			if err := os.Symlink(to, name); err != nil {
				t.Skip("the file system has no symbolic links: ", err)
			}
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// project is a folder with all that is skipped.
var project = map[string]string{
	"config/crd/a.yaml": crd, "config/crd/b.json": crd, "config/crd/notes.txt": "a", "config/crd/patch.yaml": crd,
	"config/crd/kustomization.yaml": "patches:\n- path: patch.yaml\n", "charts/x/Chart.yaml": "name: x\n", "charts/x/templates/c.yaml": crd,
	"charts/x/crds/c.yaml": crd, "vendor/v.yaml": crd, ".hidden/h.yaml": crd, "src/test/t.yaml": crd, "out/made.yaml": crd, ".gitignore": "/out\n",
	"linked.yaml": "->config/crd/a.yaml", "linkeddir": "->config", "spaces and ünicode/é \".yaml": crd, "config/crd/deployment.yaml": "kind: Deployment\n",
}

func repo(t testing.TB, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	write(t, dir, texts)
	git(t, dir, "add", "-f", "-A")
	git(t, dir, "commit", "-q", "-m", "one")
	return dir
}

func open(t testing.TB, dir, ref string) *gittree.Tree {
	t.Helper()
	tree, err := gittree.Open(t.Context(), dir, ref)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

// listed are the files that paths lead to, with what Read makes of each.
func listed(t testing.TB, list *files.List) []string {
	t.Helper()
	var lines []string
	for i := range list.Files {
		f, passed, err := list.Read(&list.Files[i], nil)
		documents := -1
		if f != nil {
			documents = len(f.Documents)
		}
		lines = append(lines, fmt.Sprint(list.Files[i].Name, list.Files[i].Found, documents, passed, err))
	}
	for _, err := range list.Errors {
		lines = append(lines, fmt.Sprint(errors.Is(err, fs.ErrNotExist)))
	}
	skipped := slices.DeleteFunc(list.Skipped, func(name string) bool { return filepath.Base(name) == ".git" })
	return append(lines, fmt.Sprint(skipped, list.Ignored))
}

// Whatever the paths, a revision has the files that its checkout has.
func TestAsOnDisk(t *testing.T) {
	dir := repo(t, project)
	for _, from := range []string{".", "config", "config/crd", "charts/x/templates"} {
		at := filepath.Join(dir, from)
		t.Chdir(at)
		tree := open(t, ".", "main")
		root, err := filepath.Rel(at, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, paths := range [][]string{
			{"."}, {root}, {dir}, {root + "/config"}, {root + "/linkeddir"}, {root + "/linkeddir/crd/a.yaml", root + "/config/crd/a.yaml"}, {root + "/**/*.yaml"},
			{root + "/charts/*/crds", root + "/config/crd/*.json"}, {"nowhere"}, {root + "/no*where"}, {root + "/vendor"}, {root + "/out"}, {""},
		} {
			for _, want := range []files.Want{files.CRDs, files.Objects} {
				disk, there := listed(t, files.Expand(paths, want)), listed(t, files.ExpandOn(tree, paths, want))
				if !slices.Equal(disk, there) {
					t.Errorf("%s: %q:\non disk\n%s\nin the revision\n%s", from, paths, strings.Join(disk, "\n"), strings.Join(there, "\n"))
				}
			}
		}
	}
}

func TestRevisions(t *testing.T) {
	dir := repo(t, map[string]string{"a.yaml": "1"})
	git(t, dir, "tag", "-a", "v1", "-m", "v1")
	git(t, dir, "checkout", "-q", "-b", "feature/x")
	write(t, dir, map[string]string{"a.yaml": "2"})
	git(t, dir, "commit", "-q", "-a", "-m", "two")
	git(t, dir, "checkout", "-q", "main")
	write(t, dir, map[string]string{"a.yaml": "3"})
	git(t, dir, "commit", "-q", "-a", "-m", "three")
	git(t, dir, "checkout", "-q", "feature/x")
	other := filepath.Join(t.TempDir(), "other")
	git(t, dir, "worktree", "add", "-q", other, "main")
	write(t, dir, map[string]string{"a.yaml": "not committed"})
	for _, c := range []struct{ dir, ref, text string }{
		{dir, "v1", "1"}, {dir, "main", "3"}, {dir, "main~1", "1"}, {dir, "HEAD", "2"}, {dir, "feature/x", "2"}, {dir, "merge-base:main", "1"}, {dir, "@", "2"},
		{dir, git(t, dir, "rev-parse", "main"), "3"}, {dir, git(t, dir, "rev-parse", "--short", "main"), "3"}, {other, "HEAD", "3"}, {other, "merge-base:feature/x", "1"},
	} {
		tree := open(t, c.dir, c.ref)
		text, err := tree.Load("a.yaml")
		if err != nil || string(text) != c.text {
			t.Errorf("%s in %s: %q, %v", c.ref, c.dir, text, err)
		}
		if tree.Name != c.ref || len(tree.Commit) != 40 || !strings.HasPrefix(tree.Commit, tree.Short()) {
			t.Errorf("%s: %q, %q, %q", c.ref, tree.Name, tree.Commit, tree.Short())
		}
	}
}

// TestBareRepositoryAmongFiles: a bare repository that somebody adds as files, with commits and
// a configuration of their own, is not taken for the repository of a run in its folder.
func TestBareRepositoryAmongFiles(t *testing.T) {
	dir := repo(t, map[string]string{"sub/a.yaml": "ours"})
	theirs := repo(t, map[string]string{"sub/a.yaml": "theirs", "a.yaml": "theirs"})
	pwned := filepath.Join(t.TempDir(), "pwned")
	sub := filepath.Join(dir, "sub")
	bare := filepath.Join(t.TempDir(), "bare")
	git(t, theirs, "clone", "-q", "--bare", ".", bare)
	git(t, bare, "config", "core.fsmonitor", "touch "+pwned)
	git(t, bare, "config", "core.pager", "touch "+pwned)
	for _, name := range []string{"HEAD", "config", "objects", "refs", "packed-refs"} {
		if err := os.Rename(filepath.Join(bare, name), filepath.Join(sub, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	text, err := open(t, sub, "main").Load("a.yaml")
	if err != nil || string(text) != "ours" {
		t.Errorf("the revision has %q, %v", text, err)
	}
	// In no worktree, a bare repository has to be named.
	alone := filepath.Join(t.TempDir(), "alone")
	git(t, dir, "clone", "-q", "--bare", ".", alone)
	if _, err := gittree.Open(t.Context(), alone, "main"); err == nil || !strings.Contains(err.Error(), "is a bare repository, which may be part of somebody's files") {
		t.Errorf("a bare repository: %v", err)
	}
	t.Setenv("GIT_DIR", alone)
	if text, err := open(t, alone, "main").Load("sub/a.yaml"); err != nil || string(text) != "ours" {
		t.Errorf("by GIT_DIR: %q, %v", text, err)
	}
	if _, err := os.Stat(pwned); err == nil {
		t.Error("a command of the bare repository was run")
	}
}

func TestRefused(t *testing.T) {
	origin := repo(t, map[string]string{"a.yaml": crd, "crds/widgets.yaml": crd})
	git(t, origin, "tag", "v1.2.3")
	git(t, origin, "commit", "-q", "--allow-empty", "-m", "two")
	git(t, origin, "branch", "release-1")
	clone := filepath.Join(t.TempDir(), "clone")
	git(t, origin, "clone", "-q", ".", clone)
	git(t, clone, "checkout", "-q", "-b", "work")
	shallow := filepath.Join(t.TempDir(), "shallow")
	git(t, origin, "clone", "-q", "--depth=1", "file://"+filepath.ToSlash(origin), shallow)
	unborn := t.TempDir()
	git(t, unborn, "init", "-q", "-b", "main")
	unrelated := repo(t, map[string]string{"a.yaml": crd})
	git(t, unrelated, "checkout", "-q", "--orphan", "alone")
	git(t, unrelated, "commit", "-q", "-m", "alone")
	for _, c := range []struct{ dir, ref, says string }{
		{origin, "mian", "there is no branch, tag or commit mian in this repository; did you mean main?"},
		{origin, "v1.2.4", "did you mean v1.2.3?"},
		{origin, "mian~1", "there is no branch, tag or commit mian in this repository; did you mean main~1?"},
		{clone, "release-1", "there is no branch, tag or commit release-1 in this repository; did you mean origin/release-1?"},
		{unrelated, "master", "in this repository; there is alone, main"},
		{clone, "merge-base:release-1", "did you mean origin/release-1?"},
		{clone, "@{u}", "there is no revision @{u}: no upstream configured for branch 'work'"},
		{origin, "HEAD~9", "there is no revision HEAD~9: HEAD has no such commit before it"},
		{origin, "deadbeef", "there is no branch, tag or commit deadbeef in this repository"},
		{origin, strings.Repeat("1", 40), "there is no branch, tag or commit 1111"},
		{origin, "main:a.yaml", "main:a.yaml is a blob, not a commit"},
		{origin, "main:crds", "main:crds is a tree, not a commit"},
		{origin, "", `"" names no revision; name a branch`},
		{origin, "merge-base:", `"merge-base:" names no revision`},
		{origin, "--all", `"--all" cannot be the name of a revision`},
		{origin, "a\nb", "cannot be the name of a revision"},
		{shallow, "HEAD~1", "which is shallow; fetch more: git fetch --unshallow, or fetch-depth: 0 of actions/checkout"},
		{shallow, "release-1", "the clone is shallow: fetch it with git fetch --depth=1 origin release-1 and name FETCH_HEAD, or fetch all: git fetch --unshallow"},
		{unborn, "HEAD", "there is no revision HEAD: no commit has been made on this branch"},
		{unborn, "main", "there is no revision main: no commit has been made on this branch"},
		{unrelated, "merge-base:main", "HEAD and main have no commit in common"},
		{t.TempDir(), "main", "is in no git repository"},
	} {
		tree, err := gittree.Open(t.Context(), c.dir, c.ref)
		if err == nil {
			tree.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, not %s", c.ref, err, c.says)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := gittree.Open(t.Context(), origin, "main"); err == nil || !strings.HasPrefix(err.Error(), "the git program, which reads revisions, was not found; install git") {
		t.Errorf("without git: %v", err)
	}
}

func TestPathsRefused(t *testing.T) {
	inner := repo(t, map[string]string{"s.yaml": crd})
	dir := repo(t, map[string]string{
		"config/crd/a.yaml": crd, "large.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
		"out.yaml": "->../elsewhere.yaml", "none.yaml": "->nothing.yaml", "round.yaml": "->round.yaml", "absolute.yaml": "->/etc/hosts",
	})
	git(t, dir, "-c", "protocol.file.allow=always", "submodule", "add", "-q", filepath.ToSlash(inner), "sub")
	git(t, dir, "commit", "-q", "-m", "two")
	tree := open(t, dir, "HEAD")
	t.Chdir(dir)
	for _, c := range []struct {
		path, says string
		is         error
	}{
		{"config/crds", "there is no config/crds in HEAD; did you mean config/crd?", fs.ErrNotExist},
		{"confg/crd/a.yaml", "there is no confg/crd/a.yaml in HEAD; did you mean config?", fs.ErrNotExist},
		{"config/crd/a.yaml/b", "there is no config/crd/a.yaml/b in HEAD", fs.ErrNotExist},
		{"..", ".. is outside of the repository ", gittree.ErrOutside},
		{"/", "/ is outside of the repository ", gittree.ErrOutside},
		{"sub", "sub is, or is in, a submodule in HEAD", gittree.ErrSubmodule},
		{"sub/s.yaml", "sub/s.yaml is, or is in, a submodule in HEAD", gittree.ErrSubmodule},
		{"out.yaml", "out.yaml is a symbolic link that leads to no file in HEAD", gittree.ErrLink},
		{"none.yaml", "none.yaml is a symbolic link", gittree.ErrLink},
		{"round.yaml", "round.yaml is a symbolic link", gittree.ErrLink},
		{"absolute.yaml", "absolute.yaml is a symbolic link", gittree.ErrLink},
	} {
		list := files.ExpandOn(tree, []string{c.path}, files.CRDs)
		if len(list.Errors) != 1 || !errors.Is(list.Errors[0], c.is) || !strings.Contains(list.Errors[0].Error(), c.says) {
			t.Errorf("%s: %v", c.path, list.Errors)
		}
	}
	if _, err := tree.Load("large.yaml"); !errors.Is(err, gittree.ErrPointer) || !strings.Contains(err.Error(), "large.yaml is a pointer of Git LFS in HEAD") {
		t.Errorf("LFS: %v", err)
	}
	if list := files.ExpandOn(tree, []string{"."}, files.CRDs); !slices.Contains(list.Skipped, "sub") || len(list.Errors) != 4 {
		t.Errorf("%v, %v", list.Skipped, list.Errors)
	}
}

// A file is what was committed: no filter or other program that the configuration or the
// attributes of the repository name is run, no hook, and nothing is fetched.
func TestNothingIsRun(t *testing.T) {
	ran := filepath.ToSlash(filepath.Join(t.TempDir(), "ran"))
	dir := repo(t, map[string]string{"a.yaml": "a\n", "b.yaml": "b\n"})
	write(t, dir, map[string]string{".gitattributes": "*.yaml filter=f diff=f text eol=crlf\n"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "two")
	git(t, dir, "config", "uploadpack.allowFilter", "true")
	git(t, dir, "config", "uploadpack.allowAnySHA1InWant", "true")
	partial := filepath.Join(t.TempDir(), "partial")
	git(t, dir, "clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(dir), partial)
	for _, at := range []string{dir, partial} {
		for _, name := range []string{"filter.f.smudge", "filter.f.clean", "filter.f.process", "diff.f.textconv", "core.fsmonitor", "core.pager", "core.sshCommand", "core.gitProxy", "core.hooksPath"} {
			git(t, at, "config", name, "touch "+ran)
		}
	}
	git(t, partial, "config", "remote.origin.url", "ssh://example.invalid/x")
	t.Setenv("GIT_PAGER", "touch "+ran)
	t.Setenv("GIT_SSH_COMMAND", "touch "+ran)
	t.Setenv("GIT_TRACE", ran)
	if text, err := open(t, dir, "HEAD").Load("a.yaml"); err != nil || string(text) != "a\n" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := open(t, partial, "origin/main").Load("a.yaml"); err == nil || !strings.Contains(err.Error(), "a.yaml in origin/main is not in this clone, which is partial") {
		t.Errorf("a partial clone: %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program was run")
	}
}

// A repository of the new kind of hashes.
func TestSHA256(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main", "--object-format=sha256")
	write(t, dir, map[string]string{"a/b.yaml": "1"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "one")
	tree := open(t, dir, "main")
	if text, err := tree.Load("a/b.yaml"); err != nil || string(text) != "1" || len(tree.Commit) != 64 {
		t.Errorf("%q, %v", text, err)
	}
}

// Cancelling ends the git program; what is read then fails, and does not wait.
func TestCancelled(t *testing.T) {
	dir := repo(t, map[string]string{"a.yaml": "1"})
	ctx, cancel := context.WithCancel(t.Context())
	tree, err := gittree.Open(ctx, dir, "main")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	cancel()
	for range 1000 {
		if _, err = tree.Load("a.yaml"); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) && !strings.Contains(fmt.Sprint(err), "canceled") {
		t.Errorf("%v", err)
	}
	if _, err := gittree.Open(ctx, dir, "main"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func BenchmarkRead(b *testing.B) {
	texts := map[string]string{}
	for i := range 3000 {
		texts[fmt.Sprintf("d%d/f%d.yaml", i%100, i)] = crd + strings.Repeat(fmt.Sprintf("# %d\n", i), 500)
	}
	dir := repo(b, texts)
	git(b, dir, "gc", "-q")
	b.Chdir(dir)
	for b.Loop() {
		tree, err := gittree.Open(b.Context(), ".", "main")
		if err != nil {
			b.Fatal(err)
		}
		list := files.ExpandOn(tree, []string{"."}, files.CRDs)
		if len(list.Files) != len(texts) {
			b.Fatal(len(list.Files), list.Errors)
		}
		for i := range list.Files {
			if _, err := tree.Load(list.Files[i].Name); err != nil {
				b.Fatal(err)
			}
		}
		tree.Close()
	}
}
