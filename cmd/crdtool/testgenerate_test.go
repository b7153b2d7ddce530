package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestGenerate(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "examples", "widgets.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "crd"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "crd", "widgets.yaml"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	suite := filepath.Join(dir, "api", "widgets.example.com.yaml")
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{args: "--generate crd", stdout: `^apiVersion: crdtool/v1\nkind: TestSuite\nname: widgets.example.com\ntests:\n`, stderr: `^crdtool: 18 tests for 25 constraints of 1 CRD\n$`},
		{args: "--generate --out api crd", stderr: `^crdtool: 18 tests for 25 constraints of 1 CRD written to api\n$`},
		{args: "-q api", stdout: ``},
		{args: "api", stdout: `ok    18 passed`},
		// What is tested already has no other tests, and is not written over.
		{args: "--generate crd api", stdout: `^$`, stderr: `^crdtool: nothing to add: all 25 constraints of 1 CRD have tests\n$`},
		{args: "--generate -q --force --out api crd", stdout: `^$`, stderr: `^$`},
		{args: "api --run required", stdout: `3 passed`},
		{args: "--out api crd", status: exitFailed, stderr: `--out requires --generate`},
		{args: "--generate --force crd", status: exitFailed, stderr: `--force requires --out`},
		{args: "--generate --run a crd", status: exitFailed, stderr: `--generate writes tests and runs none; leave out --run`},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.stdout).MatchString(got.stdout) || !regexp.MustCompile(c.stderr).MatchString(got.stderr) {
			t.Errorf("test %s: status %d\n%s%s", c.args, got.status, got.stdout, got.stderr)
		}
	}
	written, err := os.ReadFile(suite)
	if err != nil || !strings.Contains(string(written), "\ncrds: [../crd/widgets.yaml]\n") {
		t.Errorf("the suite does not name its CRD: %v\n%.200s", err, written)
	}

	// Of a suite with some of the tests, what it lacks is written beside it, and what is there
	// stays.
	few, _, _ := strings.Cut(string(written), "- name: ports has at most")
	if err := os.WriteFile(suite, []byte(few), 0o666); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, dir, "test", "--generate", "crd", "api")
	if got.status != exitClean || strings.Contains(got.stdout, "image is") || !strings.Contains(got.stdout, "- name: port is at most 65535") ||
		!strings.Contains(got.stderr, " have tests already") {
		t.Errorf("beside some: status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	if got := inProcess(t, dir, "test", "--generate", "--out", "api", "crd"); got.status != exitFailed || !strings.Contains(got.stderr, "already exists; --force writes over it") {
		t.Errorf("over a file: status %d: %s", got.status, got.stderr)
	}
	if now, err := os.ReadFile(suite); err != nil || string(now) != few {
		t.Errorf("the suite is another: %v", err)
	}
}
