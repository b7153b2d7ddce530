package main

import (
	"strings"
	"testing"
)

// refusedThings are two suites and a CRD that the server refuses.
var refusedThings = map[string]string{
	"crd.yaml":     strings.Replace(crd("things"), "type: string", "minLength: 1", 1),
	"good.yaml":    crd("others"),
	"tests/a.yaml": "apiVersion: crdtool/v1\nkind: TestSuite\nname: a\ncrds: ../crd.yaml\ntests:\n- name: one\n  create: {apiVersion: example.com/v1, kind: Thing}\n- name: two\n  create: {apiVersion: example.com/v1, kind: Thing}\n",
	"tests/b.yaml": "apiVersion: crdtool/v1\nkind: TestSuite\nname: b\ncrds: ../crd.yaml\ntests:\n- name: three\n  create: {apiVersion: example.com/v1, kind: Thing}\n",
	"gone.yaml":    "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: gone/crd.yaml\ntests:\n- name: one\n  create: {apiVersion: example.com/v1, kind: Thing}\n",
	"later.yaml":   "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: good.yaml\ntests:\n- name: one\n  steps:\n  - upgrade: gone.crd.yaml\n",
	"kind.yaml":    "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: good.yaml\ntests:\n- name: one\n  create: {apiVersion: example.com/v1, kind: Other}\n  refused: true\n",
	"code.yaml":    "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: good.yaml\ntests:\n- name: one\n  create: {apiVersion: example.com/v1, kind: Other}\n  refused: {code: 404}\n",
	"skip.yaml":    "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: good.yaml\ntests:\n- name: one\n  skip: later\n  create: {apiVersion: example.com/v1, kind: Other}\n",
	"old.yaml":     "apiVersion: crdtool.dev/v1\nkind: TestSuite\ntests: []\n",
	"passes.yaml":  "apiVersion: crdtool/v1\nkind: TestSuite\ncrds: [good.yaml, crd.yaml]\ntests:\n- name: one\n  create: {apiVersion: other.example.com/v1, kind: Thing, spec: \"2001-01-01\"}\n",
}

// A run in which tests were not run says so by its exit status, in text and in reports.
func TestTestRefusedCRD(t *testing.T) {
	files := map[string]string{}
	for name, text := range refusedThings {
		files[name] = text
	}
	files["good.yaml"] = strings.ReplaceAll(files["good.yaml"], "example.com", "other.example.com")
	dir := folder(t, files)
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"tests", 1, "FAIL  1 failed, 3 skipped", ""},
		{"tests", 1, `the server refuses the CRD things.example.com (crd.yaml:1)`, ""},
		{"--kube-versions 1.35- tests", 1, "FAIL  1 failed, 9 skipped", ""},
		{"--coverage tests", 1, "coverage: no CRD was tested", ""},
		{"--min-coverage 10 tests", 1, "", "--min-coverage is not met: no CRD was tested"},
		{"--mutate --min-score 10 tests", 1, "", "no CRD is damaged"},
		{"--mutate --min-score 10 skip.yaml", 1, "", "no CRD is damaged"},
		{"--format junit tests", 1, `<skipped message="the server refuses the CRD things.example.com: crd.yaml:`, ""},
		{"--format junit tests", 1, `tests="2" failures="0" errors="0" skipped="2"`, ""},
		{"--format github tests", 1, "::error title=crdtool structural-type,file=crd.yaml,", ""},
		{"--run three tests", 1, "FAIL  1 failed, 1 skipped", ""},
		{"--run none tests", 2, "", "no test matches --run none"},
		{"--format junit --run none tests", 2, `<error message="no test matches --run none"`, ""},
		{"crd.yaml", 2, "", "no tests found in 1 file"},
		{"gone.yaml", 2, "", "gone.yaml: "},
		{"later.yaml", 2, "", "gone.crd.yaml"},
		{"kind.yaml", 1, `got:      refused: no matches for kind "Other"`, ""},
		{"code.yaml", 0, "1 passed", ""},
		{"skip.yaml", 0, "?     1 skipped", ""},
		{"old.yaml", 2, "", "old.yaml:1: no suite has apiVersion crdtool.dev/v1; write: apiVersion: crdtool/v1"},
		{"passes.yaml", 1, "1 passed, 1 failed", ""},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("crdtool test %s: status %d, want %d with %q and %q\n%s\n%s", c.args, got.status, c.status, c.stdout, c.stderr, got.stdout, got.stderr)
		}
		if strings.HasSuffix(c.args, " tests") || c.args == "tests" {
			if n := strings.Count(got.stdout, "is missing on") + strings.Count(got.stdout, "%22type%22 is missing"); n > 1 {
				t.Errorf("crdtool test %s: the error of the CRD stands there %d times\n%s", c.args, n, got.stdout)
			}
		}
	}
}
