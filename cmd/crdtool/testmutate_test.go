package main

import (
	"regexp"
	"strings"
	"testing"
)

// bounded are tests of a CRD with two bounds, of which one is tested.
var bounded = map[string]string{
	"crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  names: {kind: Lamp, plural: lamps}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          watts: {type: integer, minimum: 1}
          name:
            type: string
            maxLength: 3
`,
	"suite.yaml": `apiVersion: crdtool/v1
kind: TestSuite
name: lamps
crds: crd.yaml
tests:
- name: dark
  create: {apiVersion: example.com/v1, kind: Lamp, watts: 0}
  refused: greater than or equal to 1
`,
	"failing.yaml": `apiVersion: crdtool/v1
kind: TestSuite
crds: crd.yaml
tests:
- name: dark
  create: {apiVersion: example.com/v1, kind: Lamp, watts: 0}
`,
}

func TestMutate(t *testing.T) {
	dir := folder(t, bounded)
	const block = `crd.yaml:19:13: warning: name: no test notices if maxLength 3 is gone \[mutant-unnoticed\]\n     \|\n  19 \|             maxLength: 3\n` +
		`     \|             \^{9}\n     = help: 1 smaller change of it goes unnoticed, too; this test notices it:\n` +
		`       - name: name has maxLength 3\n         create:\n           apiVersion: example.com/v1\n           kind: Lamp\n           name: \S{4}\n         refused: 'name: Too long: may not be more than 3 bytes'\n\n`
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"--mutate suite.yaml", 0, `(?s)^ok    suite.yaml  1 passed\n\n` + block + `.*  bound dropped +1 of 2\n  bound moved +1 of 2\n.*damage to CRDs: noticed 2 of 4 \(50 %\)\nok    1 passed`, `^$`},
		{"--mutate --min-score 50.5 suite.yaml", 1, `noticed 2 of 4 \(50 %\)\nless than --min-score 50.5\n`, `^$`},
		{"--mutate --min-score 50 suite.yaml", 0, `noticed 2 of 4 \(50 %\)\nok`, `^$`},
		{"--mutate --mutate-max 2 suite.yaml", 0, `noticed 1 of 1 \(100 %\), 3 were not tried\n`, `^$`},
		{"--mutate --mutate-time 1ns suite.yaml", 0, `noticed 0 of 0, 5 were not tried\n`, `^$`},
		{"--mutate -q suite.yaml", 0, `(?s)^\n` + block + `.*damage to CRDs: noticed 2 of 4 \(50 %\)\nok    \d+ passed \(\d+ ms\)\n$`, `^$`},
		{"--mutate failing.yaml", 1, `FAIL`, `^crdtool: 1 test fails already, so no CRD is damaged; --mutate is for tests that pass\n$`},
		{"--mutate --kube-versions 1.36- suite.yaml", 2, `^$`, `--mutate runs tests on one version of Kubernetes`},
		{"--min-score 80 suite.yaml", 2, `^$`, `--min-score says how to damage CRDs, which is done with --mutate; add it`},
		{"--mutate --mutate-time=-1s suite.yaml", 2, `^$`, `--mutate-time is negative`},
		{"--mutate --min-score 101 suite.yaml", 2, `^$`, `a number from 0 to 100`},
		{"--mutate --format github suite.yaml", 0, `(?m)^::warning .*file=crd.yaml,line=19,.*no test notices if maxLength 3 is gone`, `^$`},
		{"--mutate --format sarif suite.yaml", 0, `mutant-unnoticed`, `^$`},
		{"--mutate --format gitlab suite.yaml", 0, `mutant-unnoticed`, `^$`},
		{"--mutate --format junit suite.yaml", 0, `(?s)tests="1".*failures="0"`, `^$`},
		{"--mutate --format markdown suite.yaml", 0, `no test notices if maxLength 3 is gone`, `^$`},
		{"--mutate --format html suite.yaml", 0, `no test notices if maxLength 3 is gone`, `^$`},
		{"--mutate --format json suite.yaml", 0, `"score": 50`, `^$`},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.stdout).MatchString(got.stdout) || !regexp.MustCompile(c.stderr).MatchString(got.stderr) {
			t.Errorf("crdtool test %s: status %d, want %d\n%s\n%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}
