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
)

// rewritten are the text of a suite with what is stored in it, the lines that were written,
// and why others were not.
func rewritten(t *testing.T, text string) (string, []int, []suite.Problem) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"crd.yaml": lamps, "suite.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(dir, "suite.yaml")
	f, err := source.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	crd, err := source.ReadFile(filepath.Join(dir, "crd.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	finder := suite.NewFinder(func() []*source.Document { return crd.Documents })
	servers := suite.NewServers(kube.Latest)
	var all []suite.Difference
	suites, problems := suite.Read(f)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, s := range suites {
		for _, one := range finder.Resolve(s) {
			for _, test := range one.Tests {
				all = append(all, one.Differences(test, servers.New(test), kube.Latest)...)
			}
		}
	}
	again, err := source.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out, lines, left := suite.Rewrite(again, all)
	return string(out), lines, left
}

func TestRewrite(t *testing.T) {
	const of = "apiVersion: example.com/v1, kind: Lamp"
	const head = "apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n"
	const openShift = `apiVersion: apiextensions.k8s.io/v1
crdName: lamps.example.com
name: lamps
tests:
  onCreate:
  - name: defaults # of a lamp
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {watts: 40}
    expected: |
`
	for _, c := range []struct {
		name, text, want, lines, left string
	}{
		{"nothing to do", head + `- name: a
  create: {` + of + `, spec: {watts: 1}}
  contains: {spec: {count: 1}}
`, "", "[]", "[]"},
		{"a value, with its comment", head + `- name: a
  create: {` + of + `, spec: {watts: 40}}
  contains:
    spec:
      count: 3 # the default
      watts: "40"
`, head + `- name: a
  create: {` + of + `, spec: {watts: 40}}
  contains:
    spec:
      count: 1 # the default
      watts: 40
`, "[6]", "[]"},
		{"a whole object", head + `- name: a
  create: {` + of + `, metadata: {labels: {a: b}}, spec: {watts: 40}}
  stored:
    apiVersion: example.com/v1
    # of the lamp
    kind: Lamp
    spec:
      kind: desk
`, head + `- name: a
  create: {` + of + `, metadata: {labels: {a: b}}, spec: {watts: 40}}
  stored:
    apiVersion: example.com/v1
    # of the lamp
    kind: Lamp
    metadata:
      labels:
        a: b
    spec:
      count: 1
      watts: 40
`, "[6]", "[]"},
		{"in brackets", head + `- {name: a, create: {` + of + `, metadata: {labels: {a: b}}}, stored: {` + of + `, spec: {}}}
`, head + `- {name: a, create: {` + of + `, metadata: {labels: {a: b}}}, stored: {` + of + `, metadata: {labels: {a: b}}}}
`, "[4]", "[]"},
		{"it fails otherwise", head + `- name: a
  steps:
  - create: {` + of + `, spec: {watts: 40}}
    contains: {spec: {count: 3}}
  - update: {` + of + `, spec: {watts: 400}}
`, "", "[]", "[]"},
		{"several steps", head + `- name: a
  steps:
  - create: {` + of + `, spec: {watts: 40}}
    contains: {spec: {count: 3}}
  - update: {` + of + `, spec: {watts: 41, count: 2}}
    contains: {spec: {watts: 4, count: 2}}
`, head + `- name: a
  steps:
  - create: {` + of + `, spec: {watts: 40}}
    contains: {spec: {count: 1}}
  - update: {` + of + `, spec: {watts: 41, count: 2}}
    contains: {spec: {watts: 41, count: 2}}
`, "[7 9]", "[]"},
		{"by an alias", head + `- name: a
  create: &a {` + of + `, spec: {watts: 40}}
  stored: *a
`, "", "[]", "[6 it is written in a way that cannot be changed here; write it by hand]"},
		{"openshift", openShift + `      apiVersion: example.com/v1
      kind: Lamp

      spec: {watts: 4} # fewer
  onUpdate: []
`, openShift + `      apiVersion: example.com/v1
      kind: Lamp

      spec: {count: 1, watts: 40} # fewer
  onUpdate: []
`, "[11]", "[]"},
		{"openshift, more lines at the end", openShift + `      apiVersion: example.com/v1
      kind: Lamp
      spec:
        kind: desk
        watts: 40
  - name: other
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
`, openShift + `      apiVersion: example.com/v1
      kind: Lamp
      spec:
        count: 1
        watts: 40
  - name: other
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
`, "[11]", "[]"},
		{"comments", `# crdtool: stored spec.count = 3
# crdtool: stored spec.kind = desk lamp
apiVersion: example.com/v1
kind: Lamp
metadata: {name: a}
spec: {kind: "1"}
---
# crdtool: stored spec.watts = 1
apiVersion: example.com/v1
kind: Lamp
metadata: {name: b}
`, `# crdtool: stored spec.count = 1
# crdtool: stored spec.kind = "1"
apiVersion: example.com/v1
kind: Lamp
metadata: {name: a}
spec: {kind: "1"}
---
# crdtool: stored spec.watts = 1
apiVersion: example.com/v1
kind: Lamp
metadata: {name: b}
`, "[1]", "[8 spec.watts is not stored; remove the comment]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.text
			}
			got, lines, left := rewritten(t, c.text)
			var why []string
			for _, p := range left {
				why = append(why, fmt.Sprintf("%d %s", p.Line, p.Message))
			}
			if got != c.want || fmt.Sprint(lines) != c.lines || "["+strings.Join(why, ", ")+"]" != c.left {
				t.Errorf("got\n%s\n%v %v\nwant\n%s\n%s %s", got, lines, why, c.want, c.lines, c.left)
			}
			// What is written is what is stored.
			if again, lines, _ := rewritten(t, got); again != got || len(lines) > 0 {
				t.Errorf("a second time it writes lines %v:\n%s", lines, again)
			}
		})
	}
}
