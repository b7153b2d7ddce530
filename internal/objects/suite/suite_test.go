package suite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const lamps = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Lamp, plural: lamps}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.count, statusReplicasPath: .status.count}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - {rule: "!has(oldSelf.kind) || self.kind == oldSelf.kind", message: kind is immutable}
            properties:
              kind: {type: string}
              watts: {type: integer, minimum: 1, maximum: 60}
              count: {type: integer, default: 1}
          status:
            type: object
            properties:
              count: {type: integer, maximum: 9}
`

// outcomes reads and runs the suites of a text beside the CRD, and says what comes of each
// test in a line.
func outcomes(t *testing.T, text string) (lines []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"crd.yaml": lamps, "next.yaml": strings.Replace(lamps, "maximum: 60", "maximum: 40", 1), "suite.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := source.ReadFile(filepath.Join(dir, "suite.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	crd, err := source.ReadFile(filepath.Join(dir, "crd.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	suites, problems := suite.Read(f)
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%d: %s", p.Line, p.Message))
	}
	servers := suite.NewServers(kube.Latest)
	finder := suite.NewFinder(func() []*source.Document { return crd.Documents })
	for _, s := range suites {
		for _, s := range finder.Resolve(s) {
			for _, test := range s.Tests {
				r := s.RunOn(test, servers.New(test), kube.Latest)
				line := fmt.Sprintf("%d %s", r.Line, r.Outcome)
				if r.Message != "" {
					line += ": " + strings.ReplaceAll(r.Message, dir+string(filepath.Separator), "")
				}
				for _, f := range r.Failures {
					line += fmt.Sprintf(" @%d", f.Line)
					for _, by := range f.Findings {
						line += fmt.Sprintf(" %d:%d by %d", by.Line, by.Column, by.SchemaLine)
					}
				}
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func TestSuites(t *testing.T) {
	const of = "apiVersion: example.com/v1, kind: Lamp"
	for _, c := range []struct{ name, text, want string }{
		{"own", `
apiVersion: crdtool/v1
kind: TestSuite
crds: crd.yaml
tests:
- name: refused
  create: {` + of + `, spec: {watts: 0}}
  refused: {code: 422, field: spec.watts, text: greater than or equal to 1}
- name: not refused
  create: {` + of + `, spec: {watts: 1}}
  refused: true
- name: not accepted
  create: {` + of + `, spec: {watts: 0}}
- name: of another field
  create: {` + of + `, spec: {watts: 0}}
  refused: {field: spec.kind}
- name: with another code
  create: {` + of + `, spec: {watts: 0}}
  refused: {code: 400}
- name: upgraded
  steps:
  - create: {` + of + `, spec: {watts: 50}}
  - upgrade: next.yaml
  - update: {` + of + `, spec: {watts: 50, kind: desk}}
  - update: {` + of + `, spec: {watts: 49, kind: desk}}
    refused: less than or equal to 40
- name: its status
  steps:
  - create: {` + of + `, spec: {}}
  - status: {` + of + `, status: {count: 10}}
    refused: status.count
  - scale: 3
    stored: {` + of + `, spec: {count: 3}}
  - delete: true
  - update: {` + of + `}
    refused: {code: 404}
- name: pruned
  create: {` + of + `, spec: {wats: 1}}
  pruned: spec.wats
  contains: {spec: {count: 1}}
- name: not pruned
  create: {` + of + `, spec: {watts: 1}}
  pruned: spec.watts
- name: stored otherwise
  create: {` + of + `, spec: {}}
  contains: {spec: {count: 2}}
- name: of old
  kubeVersions: -1.30
  create: {` + of + `}
- name: left out
  skip: later
  create: {` + of + `}
- name: no such kind
  create: {apiVersion: example.com/v1, kind: Lamb}
`, `6 passed
9 failed: expected refused, got created @11
12 failed: expected accepted, got refused: Lamp.example.com "test" is invalid: spec.watts: Invalid value: 0: spec.watts in body should be greater than or equal to 1 @13 13:66 by 23
14 failed: expected refused at spec.kind, got refused: Lamp.example.com "test" is invalid: spec.watts: Invalid value: 0: spec.watts in body should be greater than or equal to 1 @16 15:66 by 23
17 failed: expected refused with 400, got refused with 422: Lamp.example.com "test" is invalid: spec.watts: Invalid value: 0: spec.watts in body should be greater than or equal to 1 @19 18:66 by 23
20 passed
27 passed
37 passed
41 failed: expected spec.watts is pruned, got it is not @43
44 failed: expected this part of the stored object, got another @46
47 skipped: it is for Kubernetes 1.25 to 1.30, not for 1.37
50 skipped: later
53 failed: expected accepted, got refused: no matches for kind "Lamb" in version "example.com/v1" @54`},
		{"openshift", `
apiVersion: apiextensions.k8s.io/v1
name: Lamp
crdName: lamps.example.com
tests:
  onCreate:
  - name: default
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {}
    expected: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {count: 1}
  - name: wrong
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec:
        watts: 70
    expectedError: "kind is immutable"
  onUpdate:
  - name: immutable
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {kind: desk}
    updated: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {kind: floor}
    expectedError: "kind is immutable"
  - name: status
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      status: {count: 1}
    updated: |
      apiVersion: example.com/v1
      kind: Lamp
      status: {count: 10}
    expectedStatusError: "status.count"
  - name: ratcheted
    initialCRDPatches:
    - {op: remove, path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/watts/maximum}
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {watts: 100}
    updated: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {watts: 100, kind: desk}
    expected: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {watts: 100, kind: desk, count: 1}
  - name: patched in vain
    initialCRDPatches:
    - {op: remove, path: /spec/group/0}
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
    updated: |
      apiVersion: example.com/v1
      kind: Lamp
`, `7 passed
16 failed: expected refused, "kind is immutable", got refused: Lamp.example.com "test-xxxxx" is invalid: spec.watts: Invalid value: 70: spec.watts in body should be less than or equal to 60 @22 21:16 by 23
24 passed
34 passed
44 passed
59 skipped: initialCRDPatches: remove operation does not apply: doc is missing path: "/spec/group/0": missing value`},
		{"comments", `
# crdtool: accepted
# crdtool: stored spec.count = 1
apiVersion: example.com/v1
kind: Lamp
metadata: {name: a}
---
apiVersion: example.com/v1
kind: Lamp
metadata: {name: no-test}
---
# crdtool: refused
apiVersion: example.com/v1
kind: Lamp
metadata: {name: b}
---
apiVersion: example.com/v1
kind: Lamp
metadata: {name: c}
spec:
  watts: 70
  kind: desk # crdtool: refused "less than"
---
apiVersion: example.com/v1
kind: Lamp
metadata: {name: d}
spec:
  watts: 70 # crdtool: refused "less than"
---
# crdtool: on 1.25-1.30
# crdtool: pruned spec.x
apiVersion: example.com/v1
kind: Lamp
metadata: {name: e}
spec: {x: 1}
---
# crdtool: refuse "x"
# crdtool: refused x
apiVersion: example.com/v1
kind: Lamp
metadata: {name: f}
`, `37: a comment cannot expect "refuse"; did you mean "refused"?
38: write the text in quotes, as in: # crdtool: refused "is immutable"
2 failed: expected this part of the stored object, got another @3
12 failed: expected refused, got created @12
22 failed: expected refused at line 22, "less than", got refused: Lamp.example.com "c" is invalid: spec.watts: Invalid value: 70: spec.watts in body should be less than or equal to 60 @22 21:10 by 23
28 passed
30 skipped: it is for Kubernetes 1.25 to 1.30, not for 1.37
37 passed`},
		{"misspelt", `
apiVersion: crdtool/v1
kind: TestSuite
tets: []
tests:
- name: a
  craete: {}
- name: b
  create: {` + of + `}
  update: {` + of + `}
- name: c
  steps:
  - refuse: x
- name: d
  create: x
`, `4: a suite has no field "tets"; did you mean "tests"?
7: a test has no field "craete"; did you mean "create"?
6: a step does something: create, update, apply, status, scale, delete, upgrade
10: a step does one thing; there is update beside create
13: a step has no field "refuse"; did you mean "refused"?
13: a step does something: create, update, apply, status, scale, delete, upgrade
15: this has to be an object: a mapping with apiVersion and kind
6 passed
8 passed
11 passed
14 failed: expected accepted, got refused: no matches for kind "" in version "/" @15`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(outcomes(t, c.text), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestOrderOfCauses: the server lists causes at random, so a text that spans several is
// there in any order.
func TestOrderOfCauses(t *testing.T) {
	for text, want := range map[string]string{
		`spec.watts: Invalid value: 70: spec.watts in body should be less than or equal to 60, status`: report.TestFailed,
		`to 60, spec.count: Invalid value`:            report.TestPassed,
		`"string", spec.watts: Invalid value: 70`:     report.TestPassed,
		`[spec.count: Invalid value: "string"`:        report.TestPassed,
		`is invalid: [spec.watts: Invalid value: 70:`: report.TestPassed,
		`is invalid: [spec.count: Invalid value: "st`: report.TestPassed,
	} {
		got := outcomes(t, "apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n- name: a\n  create: {apiVersion: example.com/v1, kind: Lamp, spec: {watts: 70, count: many}}\n  refused: '"+text+"'\n")
		if len(got) != 1 || !strings.HasPrefix(got[0], "4 "+want) {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestExplainPassed: where a rule was to refuse an object and did not, it is said what became
// of it.
func TestExplainPassed(t *testing.T) {
	const of = "apiVersion: example.com/v1, kind: Lamp"
	const rule = "20 !has(oldSelf.kind) || self.kind == oldSelf.kind: "
	for _, c := range []struct{ name, steps, want string }{
		{"no old value", `
  - create: {` + of + `, spec: {kind: desk}}
    refused: kind is immutable`, rule + "evaluated 0 times: there was no old value"},
		{"it passed", `
  - create: {` + of + `, spec: {kind: desk}}
  - update: {` + of + `, spec: {kind: desk, watts: 2}}
    refused: "spec: Invalid value: kind is immutable"`, rule + "evaluated once, and it passed"},
		{"no value", `
  - create: {` + of + `}
  - update: {` + of + `}
    refused: immutable`, rule + "evaluated 0 times: the object has no value there"},
		{"refused for something else", `
  - create: {` + of + `, spec: {kind: desk}}
  - update: {` + of + `, spec: {kind: [x]}}
    refused: kind is immutable`, rule + "evaluated 0 times: the object is refused for something else before"},
		{"no rule says so", `
  - create: {` + of + `, spec: {kind: desk}}
    refused: less than 7`, ""},
		{"it is refused by the rule, with another code", `
  - create: {` + of + `, spec: {kind: desk}}
  - update: {` + of + `, spec: {kind: wall}}
    refused: {code: 400, text: kind is immutable}`, rule + "evaluated once, and it refuses the object, but not as expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.Read("suite.yaml", []byte("apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n- name: a\n  steps:"+c.steps+"\n"))
			crd := source.Read("crd.yaml", []byte(lamps))
			suites, problems := suite.Read(f)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			s := suite.NewFinder(func() []*source.Document { return crd.Documents }).Resolve(suites[0])[0]
			test := s.Tests[0]
			r := s.RunOn(test, suite.NewServers(kube.Latest).New(test), kube.Latest)
			if r.Outcome != report.TestFailed {
				t.Fatal(r.Outcome)
			}
			s.ExplainPassed(test, kube.Latest, &r)
			var got []string
			for _, rule := range r.Failures[0].Rules {
				got = append(got, fmt.Sprintf("%d %s: %s", rule.Line, rule.Rule, rule.Outcome))
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestClientSide: kubectl apply removes what it applied before and what the manifest does not
// have any more, and leaves what others have written.
func TestClientSide(t *testing.T) {
	const of = "apiVersion: example.com/v1, kind: Lamp"
	got := outcomes(t, `
apiVersion: crdtool/v1
kind: TestSuite
crds: crd.yaml
tests:
- name: three ways
  steps:
  - apply: {`+of+`, spec: {kind: desk, watts: 40}}
    clientSide: true
    stored: {`+of+`, spec: {kind: desk, watts: 40, count: 1}}
  - update: {`+of+`, metadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec": {"kind": "desk", "watts": 40}}'}}, spec: {kind: desk, watts: 40, count: 5}}
  - apply: {`+of+`, spec: {kind: desk}}
    clientSide: true
    stored: {`+of+`, spec: {kind: desk, count: 5}}
  - apply: {`+of+`, spec: {kind: desk}}
    clientSide: true
    contains: {metadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: x}}}
- name: server-side keeps what it does not know of
  steps:
  - create: {`+of+`, spec: {kind: desk, watts: 40}}
  - apply: {`+of+`, spec: {kind: desk}}
    stored: {`+of+`, spec: {kind: desk, watts: 40, count: 1}}
- name: refused
  steps:
  - apply: {`+of+`, spec: {kind: desk}}
    clientSide: true
  - apply: {`+of+`, spec: {kind: wall}}
    clientSide: true
    refused: {code: 422, field: spec, text: kind is immutable}
  - apply: {`+of+`, spec: {kind: desk, wats: 1}}
    clientSide: true
    refused: {code: 422, text: 'unknown field "spec.wats"'}
- name: unknown fields
  apply: {`+of+`, spec: {wats: 1}}
  clientSide: true
  fieldValidation: warn
  warnings: [unknown field "spec.wats"]
- name: created
  create: {`+of+`}
  clientSide: true
- name: by force
  apply: {`+of+`}
  clientSide: true
  force: true
`)
	want := `38: clientSide is for apply
41: force is for what is applied server-side; client-side apply takes every field that the manifest has
6 failed: expected this part of the stored object, got another @17
18 passed
23 passed
33 passed
38 passed
41 passed`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
