package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestLintOutputs(t *testing.T) {
	dir := folder(t, map[string]string{
		"bad.yaml": badScope("bads"), "odd.yaml": oddFormat("odds"), "good.yaml": crd("goods"),
		"folder/here.txt": "", "old.json": "old text",
	})
	const text = `(?s)^bad\.yaml:7:10: error: .*\nodd\.yaml:17:40: warning: .*`
	for _, c := range []struct {
		name   string
		args   string
		status int
		// Patterns of standard output, standard error and of the files.
		stdout, stderr string
		files          map[string]string
	}{
		{
			name: "files beside text", args: "--output sarif=a.sarif --output junit=b.xml --output gitlab=c.json --output github=d.txt --output json=old.json --output text=e.txt --output html=f.html", status: 1,
			stdout: text + `1 error and 1 warning in 2 of 3 CRDs .*\n$`,
			files: map[string]string{
				"a.sarif": `"ruleId": "scope"`, "b.xml": `<testsuites name="crdtool lint" tests="3" failures="1" `,
				"c.json": `"check_name": "scope"`, "d.txt": `^::error title=crdtool scope,file=bad\.yaml,line=7,`, "old.json": `^\{\n  "schemaVersion"`,
				"e.txt": text + `\n\n$`, "f.html": `(?s)<nav aria-label="Files">.*>7 \| </span>[^\n]*\n[^\n]* <b class="error">\^{10}</b></code></pre>`,
			},
		},
		{
			name: "another format on standard output", args: "--format github --output text=a.txt --color always", status: 1,
			stdout: `^::error title=crdtool scope,file=bad\.yaml,line=7,endLine=7,col=10,endColumn=20::.*\n::warning title=.*,file=odd.yaml,.*\n$`,
			files:  map[string]string{"a.txt": "^[^\x1b]+$"},
		},
		{
			name: "a dash is standard output", args: "--output gitlab=-", status: 1,
			stdout: `^\[\n`,
		},
		{
			name: "the severity that fails", args: "--format junit --fail-on never",
			stdout: `tests="3" failures="0" errors="0" time="0"`,
		},
		{
			name: "two on standard output", args: "--format json --output junit=-", status: 2,
			stderr: `^crdtool: json and junit cannot both go to standard output; .*\n$`,
		},
		{
			name: "no such folder", args: "--output sarif=gone/a.sarif", status: 2,
			stderr: `^crdtool: --output sarif=gone/a\.sarif: the directory gone does not exist; create it first\n$`,
		},
		{
			name: "a folder", args: "--output sarif=folder", status: 2,
			stderr: `^crdtool: --output sarif=folder: this is a directory; name a file in it\n$`,
		},
		{
			name: "in a file", args: "--output sarif=bad.yaml/a.sarif", status: 2,
			stderr: `^crdtool: --output sarif=bad\.yaml/a\.sarif: .*\n$`,
		},
		{
			name: "twice the same file", args: "--output sarif=a --output json=./a", status: 2,
			stderr: `^crdtool: --output: \./a is given twice; use different paths\n$`,
		},
		{
			name: "unknown format", args: "--output sarf=a", status: 2,
			stderr: `^crdtool: --output "sarf=a": unknown value; did you mean "sarif"\?\n$`,
		},
		{
			name: "no path", args: "-o github", status: 1,
			stdout: `^::error `,
		},
		{
			name: "an empty path", args: "--output sarif=", status: 2,
			stderr: `^crdtool: --output "sarif=": the path is missing; .*\n$`,
		},
		{
			name: "statistics", args: "--statistics --output text=a.txt", status: 1,
			stdout: `^COUNT   SEVERITY   RULE +WHAT IS FOUND\n1 +error +scope +.*\n1 +warning +unknown-format +.*\n\n1 error and 1 warning in 2 of 3 CRDs .*\n$`,
			files:  map[string]string{"a.txt": text},
		},
		{
			name: "quiet statistics of nothing", args: "--statistics -q good.yaml", stdout: `^no findings in 1 CRD`,
		},
		{
			name: "statistics of another format", args: "--statistics --format sarif", status: 2,
			stderr: `^crdtool: --statistics prints text or json, not sarif; .*\n$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields("lint " + c.args)
			if !strings.HasSuffix(c.args, ".yaml") {
				args = append(args, "bad.yaml", "good.yaml", "odd.yaml")
			}
			got := inProcess(t, dir, args...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", filepath.ToSlash(got.stdout), c.stdout)
			match(t, "standard error", filepath.ToSlash(got.stderr), c.stderr)
			for name, pattern := range c.files {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				match(t, name, filepath.ToSlash(string(text)), pattern)
			}
			noLeftovers(t, dir)
		})
	}
}

func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}

func TestLintStatisticsJSON(t *testing.T) {
	dir := folder(t, map[string]string{"a.yaml": badScope("as"), "b.yaml": badScope("bs"), "c.yaml": oddFormat("cs")})
	got := inProcess(t, dir, "lint", "--statistics", "--format", "json")
	var out struct {
		Rules []struct {
			Rule, Severity string
			Count          int
		}
		Summary struct{ Errors, Warnings int }
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v in %s", err, got.stdout)
	}
	if len(out.Rules) != 2 || out.Rules[0].Rule != "scope" || out.Rules[0].Count != 2 || out.Rules[1].Severity != "warning" || out.Summary.Errors != 2 {
		t.Errorf("got %s", got.stdout)
	}
}

// What could not be read is in the reports, and the exit status is that of a run
// that failed.
func TestReportsTellWhatWasNotRead(t *testing.T) {
	dir := folder(t, map[string]string{"good.yaml": crd("goods")})
	for format, want := range map[string]string{"junit": `errors="1"`, "sarif": `"executionSuccessful": false`} {
		got := inProcess(t, dir, "lint", "--format", format, "good.yaml", "gone.yaml")
		if got.status != exitFailed || !strings.Contains(got.stdout, want) {
			t.Errorf("exit status %d, want %s in:\n%s", got.status, want, got.stdout)
		}
	}
}

func TestLintOutputIsUnwritable(t *testing.T) {
	dir := folder(t, map[string]string{"good.yaml": crd("goods")})
	if err := os.Mkdir(filepath.Join(dir, "locked"), 0o555); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("no mode keeps this user from writing")
	}
	got := inProcess(t, dir, "lint", "--output", "sarif=locked/a", "good.yaml")
	if got.status != exitFailed {
		t.Errorf("exit status %d, want %d", got.status, exitFailed)
	}
	match(t, "standard error", got.stderr, `^crdtool: --output sarif=locked/a: permission denied\n$`)
}

func TestLintOutputToADevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	dir := folder(t, map[string]string{"good.yaml": crd("goods")})
	if got := inProcess(t, dir, "lint", "-q", "--output", "sarif=/dev/null", "good.yaml"); got.status != exitClean {
		t.Errorf("/dev/null: exit status %d: %s", got.status, got.stderr)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatal("/dev/null was replaced by a file")
	}
	got := inProcess(t, dir, "lint", "-q", "--output", "sarif=/dev/full", "good.yaml")
	if got.status != exitFailed {
		t.Errorf("/dev/full: exit status %d", got.status)
	}
	match(t, "standard error", got.stderr, `^crdtool: --output sarif=/dev/full: no space left on device\n$`)
}

// A file behind a symbolic link is replaced, not the link, and keeps its mode.
func TestReplaceFile(t *testing.T) {
	skipOnWindows(t, "links and modes are of another kind")
	dir := folder(t, map[string]string{"real/a": "old"})
	real, link := filepath.Join(dir, "real/a"), filepath.Join(dir, "link")
	if err := os.Chmod(real, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real/a", link); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(real)
	if err != nil || string(text) != "new" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v", info.Mode())
	}
}

// Configuration names outputs as the flags do. Which of them count beside flags is up to lint; see
// TestConfiguration.
func TestConfiguredOutputs(t *testing.T) {
	dir := t.TempDir()
	configured := func(s ...string) []output {
		var list []output
		for _, s := range s {
			o, err := parseOutput(s, formats)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, o)
		}
		return list
	}
	path := filepath.Join(dir, "a")
	for _, c := range []struct {
		flags      []string
		configured []output
		stdout     string
		files      int
	}{
		{nil, nil, "text", 0},
		{nil, configured("json"), "json", 0},
		{nil, configured("sarif=" + path), "text", 1},
		{nil, configured("github", "sarif="+path), "github", 1},
		{[]string{"--format", "text"}, nil, "text", 0},
		{[]string{"--output", "junit=" + path}, nil, "text", 1},
		{[]string{"--format", "text"}, configured("sarif=" + path), "text", 1},
	} {
		cmd := newLint()
		f := &outputFlags{flags: cmd.Flags()}
		cmd.ResetFlags()
		f.add(cmd, formats)
		if err := cmd.ParseFlags(c.flags); err != nil {
			t.Fatal(err)
		}
		got, err := f.outputs(c.configured)
		if err != nil {
			t.Fatal(err)
		}
		if got.stdout != c.stdout || len(got.files) != c.files {
			t.Errorf("%v, configured %v: %+v", c.flags, c.configured, got)
		}
	}
	if _, err := parseOutput("txt", formats); err == nil {
		t.Error("a format that there is not is taken")
	}
}

// The commands that docs/reports.md shows have flags that there are.
func TestReportsPageShowsRealFlags(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "reports.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("crdtool (lint --[^'`\n]*)").FindAllStringSubmatch(string(text), -1)
	if len(shown) < 8 {
		t.Fatalf("only %d commands are seen", len(shown))
	}
	for _, m := range shown {
		cmd, args, err := newRoot().Find(strings.Fields(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.ParseFlags(args); err != nil {
			t.Errorf("crdtool %s: %v", m[1], err)
		}
	}
	for _, f := range formats {
		if !strings.Contains(string(text), "`"+f+"`") {
			t.Errorf("the format %s is not described", f)
		}
	}
}
