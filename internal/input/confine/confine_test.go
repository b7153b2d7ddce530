package confine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// tree makes a folder; a text that begins with "->" is where a link leads.
func makeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if len(text) > 2 && text[:2] == "->" {
			if err := os.Symlink(filepath.FromSlash(text[2:]), name); err != nil {
				t.Skip("the file system has no symbolic links: ", err)
			}
		} else if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLinks(t *testing.T) {
	dir := makeTree(t, map[string]string{
		"secret": "s", "private/.git/HEAD": "ref", "private/secret": "s",
		"repo/.git/HEAD": "ref", "repo/a/file": "f", "repo/a/inside": "->../b", "repo/b": "b",
		"repo/out": "->../secret", "repo/dir": "->..", "repo/chain": "->out", "repo/dangling": "->../new", "repo/danglingDir": "->../nowhere/sub",
		"repo/private": "->../private", "repo/hook": "->.git/hooks/pre-commit", "repo/process": "->/dev/fd/0", "repo/self": "->self",
		"alias": "->repo", "plain/out": "->../secret",
	})
	t.Chdir(filepath.Join(dir, "plain"))
	for _, c := range []struct {
		name        string
		read, write bool
	}{
		{"repo/a/file", true, true}, {"repo/a/inside", true, true}, {"repo/new/deep/file", true, true},
		{"repo/out", false, false}, {"repo/chain", false, false}, {"repo/dir/secret", false, false}, {"repo/dir/new", true, false},
		{"repo/dangling", true, false}, {"repo/danglingDir/x", true, false},
		{"repo/private/secret", false, false}, {"repo/private/new", true, false},
		{"repo/hook", true, false}, {"repo/.git/hooks/x", true, false}, {"repo/.GIT/x", true, false}, {"repo/a/git~1/x", true, false},
		{"repo/self", true, false},
		{"alias/a/file", true, true}, {"alias/out", false, false},
		{"secret", true, true}, {"plain/out", false, false}, {"plain/new", true, true}, {"private/secret", true, true},
	} {
		name := filepath.Join(dir, filepath.FromSlash(c.name))
		if err := Read(name); (err == nil) != c.read {
			t.Errorf("reading %s: %v", c.name, err)
		}
		target, err := Write(name)
		if (err == nil) != c.write {
			t.Errorf("writing %s: %q, %v", c.name, target, err)
		}
		if is := (*Error)(nil); err != nil && !errors.As(err, &is) && c.name != "repo/self" {
			t.Errorf("writing %s: the error is a %T: %v", c.name, err, err)
		}
	}
	if got, err := Write(filepath.Join(dir, "alias", "a", "inside")); err != nil || got != filepath.Join(dir, "repo", "b") {
		t.Errorf("a link inside leads to %q, %v", got, err)
	}
}

func TestFoundAndReferences(t *testing.T) {
	dir := makeTree(t, map[string]string{"secret": "s", "plain/in": "i", "plain/sub/out": "->../../secret", "plain/sub/up": "->../in", "repo/.git/HEAD": "r", "repo/tests/a": "a", "repo/crd": "c"})
	t.Chdir(t.TempDir())
	for name, want := range map[string]bool{"plain/in": true, "plain/sub/up": true, "plain/sub/out": false} {
		if err := ReadFound(filepath.Join(dir, "plain"), filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("found %s: %v", name, err)
		}
	}
	for name, want := range map[string]bool{"repo/crd": true, "secret": false, "repo/tests/../../secret": false} {
		if err := Reference(filepath.Join(dir, "repo/tests/a"), filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("reference to %s: %v", name, err)
		}
	}
}

func TestBelow(t *testing.T) {
	dir := makeTree(t, map[string]string{"secret": "s", "repo/.git/HEAD": "r", "repo/sub/a": "a", "repo/sub/out": "->../../secret", "repo/sub/up": "->.."})
	t.Chdir(filepath.Join(dir, "repo"))
	for name, want := range map[string]bool{
		"sub/a": true, "sub/new/b": true, "sub": true, "sub/out": false, "sub/up/x": false, "sub/../x": false, "/etc/passwd": false, "sub/.Git/x": false, "sub/.git. ./x": false,
	} {
		if got, err := Below("sub", name); (err == nil) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got := Repository("sub"); got != filepath.Join(dir, "repo") {
		t.Errorf("the repository is %s", got)
	}
}

func TestIsGit(t *testing.T) {
	for name, want := range map[string]bool{
		".git": true, ".GIT": true, ".git.": true, ".git ": true, ".git . ": true, "git~1": true, "GIT~1": true, ".git::$INDEX_ALLOCATION": true,
		".g\u200cit": true, "\ufeff.git": true, ".gitignore": false, ".github": false, "git": false, "a.git": false, ".gitx": false, "git~2": false,
	} {
		if IsGit(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := makeTree(t, map[string]string{"a": "12345"})
	name := filepath.Join(dir, "a")
	if text, err := ReadFile(name, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	for _, c := range []struct {
		name string
		most int64
	}{{name, 4}, {dir, 5}, {name + "x", 5}, {os.DevNull, 5}} {
		if text, err := ReadFile(c.name, c.most); err == nil {
			t.Errorf("%s: %q", c.name, text)
		}
	}
}
