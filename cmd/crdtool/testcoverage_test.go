package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// gauges are tests of a CRD with two rules, of which one is never seen to fail.
var gauges = map[string]string{
	"crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gauges.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Gauge, plural: gauges}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.min <= self.max
              message: min is at most max
            - rule: self.max < 10 || self.unit == 'percent'
            properties:
              min: {type: integer, maximum: 100}
              max: {type: integer, default: 1}
              unit: {type: string, enum: [percent, none], default: none}
`,
	"gauges.yaml": `apiVersion: crdtool/v1
kind: TestSuite
name: gauges
crds: crd.yaml
tests:
- name: good
  create: {apiVersion: example.com/v1, kind: Gauge, spec: {min: 1, max: 2}}
- name: bad
  create: {apiVersion: example.com/v1, kind: Gauge, spec: {min: 3, max: 2}}
  refused: min is at most max
`,
	"one.yaml": "test: {minCoverage: 1}\n",
	"all.yaml": "test: {minCoverage: 100}\n",
	"bad.yaml": "test: {minCoverage: lots}\n",
}

func TestTestCoverage(t *testing.T) {
	dir := folder(t, gauges)
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"gauges.yaml", 0, `\nrules seen to fail: 1 of 2, never: spec rule 2 \(line 21\)\n$`, `^$`},
		{"-q gauges.yaml", 0, `^ok    \d+ passed \(\d+ ms\)\n$`, `^$`},
		{"--run good gauges.yaml", 0, `ms\)\n$`, `^$`},
		{"--fail-fast gauges.yaml", 0, `ms\)\n$`, `^$`},
		{"--coverage gauges.yaml", 0, `(?s)\ngauges.example.com +\d+\.\d %\n  rules +1 of 2\n.*\n` +
			`crd.yaml:21:15: spec rule 2, "self.max < 10 \|\| self.unit == 'percent'": never refuses\n` +
			`crd.yaml:21:21: spec rule 2: self.max < 10: never false\n` +
			`crd.yaml:21:38: spec rule 2: self.unit == 'percent': never evaluated\n.*` +
			`crd.yaml:25:\d+: spec.unit enum "percent": never used\n.*coverage: \d+\.\d %, \d+ of \d+\n$`, `^$`},
		{"--coverage --run good gauges.yaml", 0, `  rules +0 of 2\n`, `^$`},
		{"--min-coverage 1 gauges.yaml", 0, `rules seen to fail`, `^$`},
		{"--min-coverage 99% gauges.yaml", 1, `rules seen to fail`, `(?s)^crdtool: coverage is \d+\.\d %, and has to be 99 %; easiest to cover:\n  crd.yaml:25:\d+: spec.unit enum, other values: never refuses\n`},
		{"--config one.yaml gauges.yaml", 0, `rules seen to fail`, `^$`},
		{"--config all.yaml gauges.yaml", 1, `rules seen to fail`, `has to be 100 %`},
		{"--config all.yaml --min-coverage 1 gauges.yaml", 0, `rules seen to fail`, `^$`},
		{"--config bad.yaml gauges.yaml", 2, `^$`, `bad.yaml:1:\d+: .*must be a number from 0 to 100`},
		{"--min-coverage 101 gauges.yaml", 2, `^$`, `a number from 0 to 100`},
		{"--coverage-out coverage.txt gauges.yaml", 2, `^$`, `\.json or \.html`},
		{"--coverage-out none/coverage.json gauges.yaml", 2, `^$`, `does not exist`},
		{"--format json --min-coverage 100 gauges.yaml", 1, `(?s)^\{.*"coverage": \{.*\}\n$`, `has to be 100 %`},
		{"--format json gauges.yaml", 0, `"suites"`, `^$`},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.stdout).MatchString(got.stdout) || !regexp.MustCompile(c.stderr).MatchString(got.stderr) {
			t.Errorf("crdtool test %s: status %d, want %d\n%s\n%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// The file follows its schema, and so does what --format json has of it. The page has the
// documentation with what was seen.
func TestTestCoverageFiles(t *testing.T) {
	dir := folder(t, gauges)
	got := inProcess(t, dir, "test", "--format", "json", "--coverage-out", "coverage.json", "--coverage-out", "coverage.html", "gauges.yaml")
	if got.status != 0 {
		t.Fatal(got.stderr)
	}
	schema, err := jsonschema.Compile(filepath.Join(repository(t), "docs", "coverage.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "coverage.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file, output any
	for _, err := range []error{json.Unmarshal(text, &file), json.Unmarshal([]byte(got.stdout), &output)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []any{file, output.(map[string]any)["coverage"]} {
		if err := schema.Validate(v); err != nil {
			t.Errorf("%v", err)
		}
	}
	output.(map[string]any)["coverage"] = file
	of, err := jsonschema.Compile(filepath.Join(repository(t), "docs", "test-output.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := of.Validate(output); err != nil {
		t.Error(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "coverage.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>Coverage: ", `<li class="missing"><span aria-hidden="true">✗</span><span class="hidden">not covered: </span> <strong>rules</strong>: 1 of 2</li>`,
		"<strong>rule 1</strong>: 1 passed, 1 refused</li>", "<strong>rule 2</strong>: never refuses; 2 passed, 0 refused</li>",
		"<strong>rule 2, self.max &lt; 10</strong>: never false</li>", "3 fields, 4 not covered", "<strong>maximum 100</strong>: never refuses; 2 passed, 0 refused</li>",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	again := inProcess(t, dir, "test", "--coverage-out", "again.json", "--coverage-out", "again.html", "gauges.yaml")
	if again.status != 0 {
		t.Fatal(again.stderr)
	}
	for name, before := range map[string][]byte{"again.json": text, "again.html": page} {
		if after, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(after) != string(before) {
			t.Errorf("%s: other bytes on the second run (%v)", name, err)
		}
	}
}
