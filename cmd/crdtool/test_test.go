package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"sigs.k8s.io/yaml"
)

// things are tests of the kind that crd makes, of which one fails.
var things = map[string]string{
	".crdtool.yaml": "paths: {crds: [crd.yaml]}\n",
	"crd.yaml":      crd("things"),
	"tests/a.yaml": `apiVersion: crdtool/v1
kind: TestSuite
name: a
crds: ../crd.yaml
tests:
- name: date
  create: {apiVersion: example.com/v1, kind: Thing, spec: "2001-01-01"}
- name: no date
  create: {apiVersion: example.com/v1, kind: Thing, spec: "today"}
- name: neither
  create: {apiVersion: example.com/v1, kind: Thing, spec: "tomorrow"}
  refused: must be of type date
`,
	"tests/b.yaml": "# crdtool: accepted\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: b}\n",
	"broken.yaml":  "apiVersion: crdtool/v1\nkind: TestSuite\ntests: {}\n",
	"other.yaml":   "apiVersion: v1\nkind: ConfigMap\n",
}

func TestTest(t *testing.T) {
	dir := folder(t, things)
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"tests", 1, `(?s)^--- FAIL: no date \(tests[/\\]a.yaml:8\)\n    tests[/\\]a.yaml:9:\n      expected: accepted\n      got:      refused: Thing.example.com.*\n      .*crd.yaml:17: format: date\nFAIL  tests[/\\]a.yaml  2 passed, 1 failed\nok    tests[/\\]b.yaml  1 passed\nFAIL  3 passed, 1 failed \(\d+ ms\)\n$`, `^$`},
		{"--run a/(no|nei) tests", 1, `(?s)FAIL  tests.a.yaml  1 passed, 1 failed\nFAIL  1 passed, 1 failed`, `^$`},
		{"--run ^a/date$ tests", 0, `^ok    tests.a.yaml  1 passed\nok    1 passed \(\d+ ms\)\n$`, `^$`},
		{"--run none tests", 2, `^$`, `no test matches --run none`},
		{"--run ( tests", 2, `^$`, `no regular expression`},
		{"--fail-fast tests", 1, `(?s)FAIL  tests.a.yaml  1 passed, 1 failed\nFAIL  1 passed, 1 failed`, `^$`},
		{"-q tests", 1, `(?s)^--- FAIL.*FAIL  tests.a.yaml  2 passed, 1 failed\nFAIL  3 passed, 1 failed \(\d+ ms\)\n$`, `^$`},
		{"-v --run Thing tests", 0, `(?s)^--- PASS: Thing b \(tests.b.yaml:1\)\nok    tests.b.yaml  1 passed\nok`, `^$`},
		{"--kube-versions 1.36- --run ^a/date$ tests", 0, `(?s)ok    tests.a.yaml \[1.36\]  1 passed\nok    tests.a.yaml \[1.37\]  1 passed\nok    2 passed`, `^$`},
		{"broken.yaml", 2, `^$`, `broken.yaml:3: tests must be a list`},
		{"other.yaml", 2, `^$`, `no tests found in 1 file`},
		{"missing", 2, `^$`, `missing`},
		{"--format github tests", 1, `(?s)^::error file=tests/a.yaml,line=9,.*no date%3A|no date: expected accepted`, `^$`},
		{"--format junit tests", 1, `(?s)<testcase name="a/date".*<testcase name="a/no date".*<failure`, `^$`},
		{"--format markdown tests", 1, `### crdtool test: failed, 3 of 4 tests`, `^$`},
		{"--format sarif tests", 1, `"ruleId": "test-failed"`, `^$`},
		{"--format html tests", 1, `no date`, `^$`},
		{"--format gitlab tests", 1, `test-failed`, `^$`},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.stdout).MatchString(got.stdout) || !regexp.MustCompile(c.stderr).MatchString(got.stderr) {
			t.Errorf("crdtool test %s: status %d, want %d\n%s\n%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// What --format json prints follows its schema, and the suites follow theirs.
func TestTestSchemas(t *testing.T) {
	schema := func(name string) *jsonschema.Schema {
		s, err := jsonschema.Compile(filepath.Join(repository(t), "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	dir := folder(t, things)
	for _, args := range [][]string{{"tests"}, {"--mutate", "--run", "(date|neither|Thing)$", "tests"}, {"--mutate", "--run", "/date|neither|b", "tests"}} {
		got := inProcess(t, dir, append([]string{"test", "--format", "json"}, args...)...)
		var v any
		if err := json.Unmarshal([]byte(got.stdout), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema("test-output.schema.json").Validate(v); err != nil {
			t.Errorf("%v in %s", err, got.stdout)
		}
	}
	var v any
	own := schema("testsuite.schema.json")
	for text, valid := range map[string]bool{
		things["tests/a.yaml"]: true,
		things["broken.yaml"]:  false,
		"apiVersion: crdtool/v1\nkind: TestSuite\ntests: [{name: a, craete: {}}]":                                                                            false,
		"apiVersion: crdtool/v1\nkind: TestSuite\ntests: [{name: a, steps: [{scale: 3, refused: [a, b]}, {delete: true}]}]":                                  true,
		"apiVersion: crdtool/v1\nkind: TestSuite\ntests: [{name: a, steps: [{scale: 3, refuse: a}]}]":                                                        false,
		"apiVersion: crdtool/v1\nkind: TestSuite\ntests: [{name: a, create: {apiVersion: a/v1, kind: A}, refused: {code: 422, field: spec}, pruned: [a.b]}]": true,
	} {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := own.Validate(v); (err == nil) != valid {
			t.Errorf("valid should be %v: %v\n%s", valid, err, text)
		}
	}
	example, err := os.ReadFile(filepath.Join(repository(t), "examples", "test", "widgets.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(example, &v); err != nil {
		t.Fatal(err)
	}
	if err := own.Validate(v); err != nil {
		t.Error(err)
	}
	openshift := schema("openshift-testsuite.schema.json")
	for text, valid := range map[string]bool{
		"apiVersion: apiextensions.k8s.io/v1\nname: a\ncrdName: a.b\ntests: {onCreate: [{name: a, initial: 'x: 1', expectedError: e}]}": true,
		"apiVersion: apiextensions.k8s.io/v1\nname: a\ncrdName: a.b\ntests: {onUpdate: [{name: a, initial: 'x: 1'}]}":                   false,
	} {
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := openshift.Validate(v); (err == nil) != valid {
			t.Errorf("valid should be %v: %v\n%s", valid, err, text)
		}
	}
}

// The output that docs/test.md shows is what the command prints, but for the time.
func TestTestDocsShowRealOutput(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "test.md"))
	if err != nil {
		t.Fatal(err)
	}
	took := regexp.MustCompile(`\(\d+ ms\)`)
	for _, block := range regexp.MustCompile("(?s)```\n\\$ crdtool (.*?)\n(.*?)```\n").FindAllStringSubmatch(string(text), -1) {
		real := inProcess(t, repository(t), strings.Fields(block[1])...).stdout
		if took.ReplaceAllString(real, "") != took.ReplaceAllString(block[2], "") {
			t.Errorf("crdtool %s prints\n%s\nbut docs/test.md shows\n%s", block[1], real, block[2])
		}
	}
}

// --update writes what is stored, says so, and nothing without it.
func TestTestUpdate(t *testing.T) {
	const suite = `apiVersion: crdtool/v1
kind: TestSuite
crds: ../crd.yaml
tests:
- name: stored # as it is sent
  create: {apiVersion: example.com/v1, kind: Thing, spec: "2001-01-01"}
  contains: {spec: "2001-01-02"} # the day
- name: refused
  create: {apiVersion: example.com/v1, kind: Thing, spec: "today"}
`
	dir := folder(t, map[string]string{"crd.yaml": crd("things"), "tests/a.yaml": suite})
	name := filepath.Join(dir, "tests", "a.yaml")
	read := func() string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, args := range []string{"tests", "--update --run refused tests", "--update --kube-versions 1.36- tests"} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(args)...)...)
		if got.status == 0 || read() != suite {
			t.Errorf("crdtool test %s: status %d, and the suite is\n%s", args, got.status, read())
		}
	}
	got := inProcess(t, dir, "test", "--update", "tests")
	if want := strings.Replace(suite, `{spec: "2001-01-02"}`, `{spec: "2001-01-01"}`, 1); read() != want {
		t.Errorf("it writes\n%s\nwant\n%s", read(), want)
	}
	if got.status != 1 || !strings.Contains(got.stdout, "1 passed, 1 failed") ||
		!regexp.MustCompile(`^crdtool: tests.a.yaml: updated 1 stored object, at line 7\n$`).MatchString(got.stderr) {
		t.Errorf("status %d\n%s\n%s", got.status, got.stdout, got.stderr)
	}
}

// A rule that was to refuse an object and did not is named, with what became of it.
func TestTestRulesThatPassed(t *testing.T) {
	backups, err := os.ReadFile(filepath.Join(repository(t), "examples", "crdtest", "config", "crd", "bases", "backup.example.com_backups.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"backups.yaml": string(backups), "a.yaml": `apiVersion: crdtool/v1
kind: TestSuite
crds: backups.yaml
tests:
- name: immutable engine
  create: {apiVersion: backup.example.com/v1, kind: Backup, spec: {engine: mysql}}
  refused: engine is immutable
`})
	got := inProcess(t, dir, "test", "--no-config", "a.yaml")
	if want := regexp.MustCompile(`      got:      created\n      .*backups.yaml:50: self == oldSelf\n        evaluated 0 times: there was no old value\n`); got.status != 1 || !want.MatchString(got.stdout) {
		t.Errorf("status %d\n%s", got.status, got.stdout)
	}
	got = inProcess(t, dir, "test", "--no-config", "--format", "json", "a.yaml")
	var v any
	if err := json.Unmarshal([]byte(got.stdout), &v); err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.Compile(filepath.Join(repository(t), "docs", "test-output.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil || !strings.Contains(got.stdout, `"outcome": "evaluated 0 times`) {
		t.Errorf("%v\n%s", err, got.stdout)
	}
}
