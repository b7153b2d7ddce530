package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fixable is a CRD with an error that has a fix, and one that has none.
func fixable(plural string) string {
	return strings.NewReplacer("Namespaced", "namespaced # not Cluster", "type: string, format: date", "type: sting").Replace(ownKind(plural))
}

func TestLintFix(t *testing.T) {
	files := map[string]string{"good.yaml": crd("goods"), "bad.yaml": fixable("bads"), "worse.yaml": badScope("worses"), "object.yaml": "a:   1\n"}
	dir := folder(t, files)
	bad := filepath.Join(dir, "bad.yaml")
	if err := os.Chmod(bad, 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "worse.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	got := inProcess(t, dir, "lint", ".")
	match(t, "standard output", got.stdout, `(?s)     = fix: write Namespaced \(--fix\)\n.*3 errors in 2 of 3 CRDs, 1 fixable with --fix \(4 files, `)

	got = inProcess(t, dir, "lint", "--fix", "--dry-run", ".")
	if got.status != 1 {
		t.Errorf("exit status %d, want 1", got.status)
	}
	match(t, "standard output", got.stdout, `^--- bad\.yaml\n\+\+\+ bad\.yaml\n@@ -4,7 \+4,7 @@\n(.*\n){3}-  scope: namespaced # not Cluster\n\+  scope: Namespaced # not Cluster\n(.*\n){3}$`)
	match(t, "standard error", got.stderr, `^crdtool: nothing was written; --fix would make 1 change \(found: 3 errors, 0 warnings\)\n$`)
	for name, text := range files {
		if read(name) != text {
			t.Errorf("--dry-run changed %s", name)
		}
	}

	got = inProcess(t, dir, "lint", "--fix", ".")
	if got.status != 1 {
		t.Errorf("exit status %d, want 1", got.status)
	}
	match(t, "standard output", got.stdout, `(?s)^bad\.yaml:17:\d+: error: .*\nworse\.yaml:.*\n1 fixed, 2 errors in 2 of 3 CRDs \(4 files, .*\)\n$`)
	for name, text := range files {
		if want := strings.Replace(text, "namespaced #", "Namespaced #", 1); read(name) != want {
			t.Errorf("%s is now\n%s", name, read(name))
		}
	}
	after, err := os.Stat(bad)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && after.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode has become %v", after.Mode())
	}
	now, err := os.Stat(filepath.Join(dir, "worse.yaml"))
	if err != nil || !os.SameFile(before, now) || !now.ModTime().Equal(before.ModTime()) {
		t.Errorf("a file that has no fix was written (%v)", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != len(files) {
		t.Errorf("%d files are there, want %d (%v)", len(left), len(files), err)
	}

	got = inProcess(t, dir, "lint", "--fix", "--dry-run", "-q", ".")
	if got.stdout != "" || got.stderr != "" || got.status != 1 {
		t.Errorf("there is still something to fix: %+v", got)
	}
}

func TestLintFixThroughALink(t *testing.T) {
	dir := folder(t, map[string]string{"real/bad.yaml": fixable("bads")})
	link := filepath.Join(dir, "link.yaml")
	if err := os.Symlink(filepath.Join("real", "bad.yaml"), link); err != nil {
		t.Skip("the file system has no symbolic links: ", err)
	}
	inProcess(t, dir, "lint", "--fix", "link.yaml")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone (%v)", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "real", "bad.yaml")); err != nil || !strings.Contains(string(text), "scope: Namespaced") {
		t.Errorf("the file behind the link is not fixed (%v):\n%s", err, text)
	}
}

func TestLintFixThatCannotBeWritten(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("there is no directory here that may not be written to")
	}
	dir := folder(t, map[string]string{"locked/bad.yaml": fixable("bads")})
	if err := os.Chmod(filepath.Join(dir, "locked"), 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "locked"), 0o700) })
	got := inProcess(t, dir, "lint", "--fix", "locked")
	if got.status != 2 {
		t.Errorf("exit status %d, want 2", got.status)
	}
	match(t, "standard error", got.stderr, `crdtool: --fix: locked/bad\.yaml: no file can be created beside it: permission denied\n`)
}

func TestLintFixFlags(t *testing.T) {
	dir := folder(t, map[string]string{
		"bad.yaml":    fixable("bads"),
		"broken.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.b.c}\nspec: {group: [}\n",
	})
	for _, c := range []struct {
		args, stdin    string
		status         int
		stdout, stderr string
	}{
		{args: "--dry-run bad.yaml", status: 2, stderr: `^crdtool: --dry-run requires --fix; write: --fix --dry-run\n$`},
		{args: "--fix -", status: 2, stderr: `^crdtool: --fix cannot change standard input; print the changes with --fix --dry-run\n$`},
		{args: "--fix --dry-run --format json bad.yaml", status: 2, stderr: `^crdtool: --fix --dry-run prints a diff; remove --format, --output and --statistics\n$`},
		{args: "--fix --dry-run -q -", stdin: fixable("bads"), status: 1, stdout: `(?s)^--- <stdin>\n.*\+  scope: Namespaced`},
		{args: "--fix --dry-run -q --fail-on never bad.yaml", stdout: `^--- bad\.yaml\n`},
		{args: "--fix --dry-run broken.yaml", status: 1, stderr: `(?s)^broken\.yaml:4:1: error: not valid YAML: .*\ncrdtool: nothing was written; --fix would make 0 changes \(found: 1 error, `},
		{args: "--fix --format json bad.yaml", status: 1, stdout: `(?s)"fixable": 0,\n    "fixed": 1\n`},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := inProcessWith(t, dir, c.stdin, append([]string{"lint"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", got.stdout, c.stdout)
			match(t, "standard error", got.stderr, c.stderr)
		})
	}
}
