package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

func TestLint(t *testing.T) {
	dir := folder(t, map[string]string{
		"good.yaml":             crd("goods"),
		"bad.yaml":              badScope("bads"),
		"odd.yaml":              oddFormat("odds"),
		"object.yaml":           "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"broken.yaml":           "a: [1, 2\nb: 3\n",
		"mixed/good.yaml":       crd("goods"),
		"mixed/README.md":       "# no YAML: [\n",
		"mixed/logo.png":        "\x89PNG\r\n\x1a\n\x00\x00",
		"mixed/deep/er/bad.yml": badScope("bads"),
		"empty/README.md":       "nothing here\n",
		"old/good.yaml":         crd("goods"),
	})
	for _, c := range []struct {
		name   string
		args   string
		stdin  string
		env    string
		status int
		// Patterns that standard output and standard error match; empty means
		// that nothing is printed there.
		stdout, stderr string
	}{
		{
			name: "clean", args: "good.yaml",
			stdout: `^no findings in 1 CRD \(1 file, \d+ ms\)\n$`,
		},
		{
			name: "findings", args: "bad.yaml", status: 1,
			stdout: `(?s)^bad\.yaml:7:10: error: .*\n     \|\n   7 \|   scope: namespaces\n     \|          \^{10}\n.*\n1 error in 1 of 1 CRD \(1 file, \d+ ms\)\n$`,
		},
		{
			name: "other documents are counted", args: "good.yaml object.yaml",
			stdout: `^no findings in 1 CRD \(2 files, 1 other document skipped, \d+ ms\)\n$`,
		},
		{
			name: "no CRD", args: "--allow-empty object.yaml",
			stdout: `^no findings, no CustomResourceDefinition found \(1 file, 1 other document skipped, \d+ ms\)\n$`,
		},
		{
			name: "no CRD, quiet", args: "-q object.yaml", status: 2,
			stderr: `^crdtool: no CustomResourceDefinition found in 1 file; if that is fine, add --allow-empty\n$`,
		},
		{
			name: "not YAML", args: "broken.yaml good.yaml", status: 1,
			stdout: `(?s)^broken\.yaml:\d+:\d+: error: .*1 error beside 1 CRD \(2 files, \d+ ms\)\n$`,
		},
		{
			name: "directory", args: "mixed", status: 1,
			stdout: `(?s)^mixed/deep/er/bad\.yml:7:10: .*\n1 error in 1 of 2 CRDs \(2 files, \d+ ms\)\n$`,
		},
		{
			name: "glob", args: "mixed/*.yaml",
			stdout: `^no findings in 1 CRD \(1 file, `,
		},
		{
			name: "directory without YAML", args: "empty",
			status: 2, stderr: `^crdtool: no \.yaml, \.yml or \.json file in empty.*\n$`,
		},
		{
			name: "missing path", args: "goood.yaml good.yaml", status: 2,
			stdout: `^no findings in 1 CRD \(1 file, \d+ ms\)\n$`,
			stderr: `^crdtool: .*goood\.yaml.*good\.yaml.*\n$`,
		},
		{
			name: "missing path and findings", args: "nothing-like-it.yaml bad.yaml", status: 2,
			stdout: `1 error in 1 of 1 CRD`,
			stderr: `^crdtool: .*nothing-like-it\.yaml.*\n$`,
		},
		{
			name: "standard input", args: "-", stdin: badScope("bads"), status: 1,
			stdout: `(?s)^\S+:7:10: error: .*scope: namespaces`,
		},
		{
			name: "quiet", args: "-q good.yaml", stdout: `^no findings in 1 CRD \(1 file, \d+ ms\)\n$`,
		},
		{
			name: "warnings pass", args: "odd.yaml",
			stdout: `(?s)^odd\.yaml:17:40: warning: .*\n1 warning in 1 of 1 CRD`,
		},
		{
			name: "fail on warnings", args: "--fail-on warning odd.yaml", status: 1,
			stdout: `1 warning in 1 of 1 CRD`,
		},
		{
			name: "never fail", args: "--fail-on never bad.yaml",
			stdout: `1 error in 1 of 1 CRD`,
		},
		{
			name: "colour on request", args: "--color always bad.yaml", env: "NO_COLOR=1", status: 1,
			stdout: "^\x1b\\[1mbad\\.yaml:7:10:\x1b\\[[0-9;]*m \x1b\\[31;1merror:\x1b",
		},
		{
			name: "no colour off a terminal", args: "--color auto bad.yaml", status: 1,
			stdout: "^[^\x1b]*$",
		},
		{
			name: "update", args: "--old old good.yaml",
			stdout: `^no findings in 1 CRD`,
		},
		{
			name: "old is missing", args: "--old nowhere good.yaml", status: 2,
			stderr: `^crdtool: --old: .*nowhere.*\n$`,
		},
		{
			name: "old holds no CRD", args: "--old object.yaml good.yaml", status: 2,
			stderr: `^crdtool: --old: no CustomResourceDefinition found in object\.yaml\n$`,
		},
		{
			name: "old is ambiguous", args: "--old old --old good.yaml good.yaml", status: 2,
			stderr: `^crdtool: --old: "goods\.example\.com" is in good\.yaml and again in old/good\.yaml; remove one of them\n$`,
		},
		{
			name: "Kubernetes version", args: "--kube-version v1.37 good.yaml",
			stdout: `^no findings in 1 CRD`,
		},
		{
			name: "unknown Kubernetes version", args: "--kube-version 1.2.3 good.yaml", status: 2,
			stderr: `^crdtool: --kube-version "1\.2\.3": .*1\.37.*\n$`,
		},
		{
			name: "unknown flag", args: "--formt json good.yaml", status: 2,
			stderr: `^crdtool: unknown flag "--formt"; did you mean "--format"\?\n$`,
		},
		{
			name: "unknown choice", args: "--fail-on warnings good.yaml", status: 2,
			stderr: `^crdtool: --fail-on "warnings": unknown value; did you mean "warning"\?\n$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"lint"}, strings.Fields(c.args)...)
			var got result
			if c.env == "" {
				got = inProcessWith(t, dir, c.stdin, args...)
			} else {
				cmd := crdtool(t, dir, args...)
				cmd.Env = append(cmd.Env, c.env)
				got = finish(t, cmd)
			}
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", filepath.ToSlash(got.stdout), c.stdout)
			match(t, "standard error", filepath.ToSlash(got.stderr), c.stderr)
		})
	}
}

func match(t *testing.T, what, got, pattern string) {
	t.Helper()
	if pattern == "" {
		pattern = "^$"
	}
	if !regexp.MustCompile(pattern).MatchString(got) {
		t.Errorf("%s does not match %q:\n%s", what, pattern, got)
	}
}

func TestLintReadsTheCurrentDirectory(t *testing.T) {
	dir := folder(t, map[string]string{"crds/bad.yaml": badScope("bads")})
	got := inProcess(t, dir, "lint")
	if !strings.HasPrefix(filepath.ToSlash(got.stdout), "crds/bad.yaml:7:10: error: ") || got.status != exitFindings {
		t.Errorf("exit status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

func TestLintJSON(t *testing.T) {
	dir := folder(t, map[string]string{
		"bad.yaml":    badScope("bads"),
		"good.yaml":   crd("goods"),
		"object.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
	})
	got := inProcess(t, dir, "lint", "--format", "json", "--color", "always", ".")
	if got.status != exitFindings || got.stderr != "" {
		t.Errorf("exit status %d, standard error %q", got.status, got.stderr)
	}
	var out struct {
		Documents []report.Document
		Findings  []struct{ Line, Column int }
		Summary   report.Summary
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v in %s", err, got.stdout)
	}
	want := report.Summary{Files: 3, CRDs: 2, Refused: 1, Errors: 1}
	if out.Summary != want {
		t.Errorf("summary %+v, want %+v", out.Summary, want)
	}
	if len(out.Documents) != 2 || out.Documents[0].APIServer.Accepted || !out.Documents[1].APIServer.Accepted {
		t.Errorf("documents %+v, want one refused and one accepted", out.Documents)
	}
	if len(out.Findings) != 1 || out.Findings[0].Line != 7 || out.Findings[0].Column != 10 {
		t.Errorf("findings %+v, want one at 7:10", out.Findings)
	}
}

// Files are checked on all processors; what is printed must not tell.
func TestLintKeepsTheOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		text := badScope(fmt.Sprintf("bads%d", i))
		for j := range i % 7 {
			text += "---\n" + badScope(fmt.Sprintf("bads%dx%d", i, j))
		}
		files[fmt.Sprintf("%02d.yaml", i)] = text
	}
	dir := folder(t, files)
	first := inProcess(t, dir, "lint", ".")
	last := -1
	for _, m := range regexp.MustCompile(`(?m)^(\d\d)\.yaml:`).FindAllStringSubmatch(first.stdout, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		if n < last {
			t.Fatalf("file %d stands after file %d", n, last)
		}
		last = n
	}
	if last != 59 {
		t.Errorf("the last file printed is %d, want 59", last)
	}
	again := inProcess(t, dir, "lint", ".")
	withoutTime := regexp.MustCompile(`\d+ ms`)
	if withoutTime.ReplaceAllString(first.stdout, "") != withoutTime.ReplaceAllString(again.stdout, "") {
		t.Error("two runs differ")
	}
}

func TestLintUnreadableFile(t *testing.T) {
	skipOnWindows(t, "modes do not keep a file from being read")
	dir := folder(t, map[string]string{"secret.yaml": crd("secrets"), "good.yaml": crd("goods")})
	if os.Geteuid() == 0 {
		// Root reads every file, but not one that a broken link leads to.
		if err := os.Remove(filepath.Join(dir, "secret.yaml")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("nowhere", filepath.Join(dir, "secret.yaml")); err != nil {
			t.Fatal(err)
		}
	} else if err := os.Chmod(filepath.Join(dir, "secret.yaml"), 0); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, dir, "lint", "secret.yaml", "good.yaml")
	if got.status != exitFailed {
		t.Errorf("exit status %d, want %d", got.status, exitFailed)
	}
	match(t, "standard output", got.stdout, `^no findings in 1 CRD \(1 file, `)
	match(t, "standard error", got.stderr, `^crdtool: .*secret\.yaml.*\n$`)
}

func TestLintClosedPipe(t *testing.T) {
	skipOnWindows(t, "there are no signals for closed pipes")
	dir := folder(t, map[string]string{"bad.yaml": badScope("bads")})
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer write.Close()
	cmd := crdtool(t, dir, "lint", ".")
	cmd.Stdout = write
	if got := finish(t, cmd); got.stderr != "" || got.status == exitClean || got.status == exitFindings {
		t.Errorf("exit status %d, standard error %q, want a silent end", got.status, got.stderr)
	}
}

func TestLintFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	dir := folder(t, map[string]string{"bad.yaml": badScope("bads")})
	for _, format := range []string{"text", "json"} {
		cmd := crdtool(t, dir, "lint", "--format", format, ".")
		cmd.Stdout = full
		got := finish(t, cmd)
		if got.status != exitFailed {
			t.Errorf("%s: exit status %d, want %d", format, got.status, exitFailed)
		}
		match(t, "standard error", got.stderr, `^crdtool: writing the findings: .*no space left.*\n$`)
	}
}
