package mutationrun

import (
	"context"
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
  names: {kind: Lamp, plural: lamps}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.kind == oldSelf.kind
              message: kind is immutable
            - rule: "!has(self.watts) || self.watts < 60 || self.kind == 'street'"
              message: only street lamps are that bright
            properties:
              kind: {type: string, enum: [desk, street], default: desk}
              watts: {type: integer, minimum: 1, maximum: 400}
              note: {type: string, nullable: true, maxLength: 20, pattern: '^[a-z ]*$'}
              since: {type: string, format: date}
              tags: {type: array, x-kubernetes-list-type: set, maxItems: 3, items: {type: string}}
              extra: {type: object, x-kubernetes-preserve-unknown-fields: true}
              power:
                type: object
                properties: {mains: {type: boolean}, battery: {type: boolean}}
                oneOf: [{required: [mains]}, {required: [battery]}]
          status:
            type: object
            properties:
              hours: {type: integer, minimum: 0}
`

const few = `apiVersion: crdtool/v1
kind: TestSuite
name: lamps
crds: lamps.yaml
tests:
- name: too bright
  create: {apiVersion: example.com/v1, kind: Lamp, spec: {watts: 60}}
  refused: that bright
- name: no watts
  create: {apiVersion: example.com/v1, kind: Lamp, spec: {watts: 0}}
  refused: greater than or equal to 1
`

const openshift = `apiVersion: apiextensions.k8s.io/v1
name: lamps
crd: lamps.yaml
crdName: lamps.example.com
tests:
  onCreate:
  - name: too bright
    initial: |
      apiVersion: example.com/v1
      kind: Lamp
      spec: {watts: 60}
    expectedError: that bright
`

// run takes the mutants of lamps through a suite.
func run(t *testing.T, text string, o Options) (*report.Mutation, []Found, int) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lamps.yaml"), []byte(lamps), 0o600); err != nil {
		t.Fatal(err)
	}
	list, problems := suite.Read(source.Read(filepath.Join(dir, "suite.yaml"), []byte(text)))
	if len(problems) > 0 {
		t.Fatal(problems, text)
	}
	finder := suite.NewFinder(func() []*source.Document { return nil })
	var suites []*suite.Suite
	r := New(kube.Latest, suite.NewServers(kube.Latest), o)
	for _, s := range list {
		suites = append(suites, finder.Resolve(s)...)
	}
	for _, s := range suites {
		for _, test := range s.Tests {
			if out := r.Run(s, test); out.Outcome != report.TestPassed {
				t.Fatal(out.Name, out.Message)
			}
		}
	}
	all := NewReport()
	var found []Found
	untried, leftOut, err := r.Mutate(context.Background(), suites, func(m *Result) error {
		found = append(found, all.Add(m)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found = append(found, all.End(untried, leftOut)...)
	return &all.Mutation, found, untried
}

// A suite to which the tests are added that are shown notices the damage.
func TestShownTestsNotice(t *testing.T) {
	for _, c := range []struct{ name, text string }{{"own", few}, {"openshift", openshift}} {
		t.Run(c.name, func(t *testing.T) {
			before, found, _ := run(t, c.text, Options{})
			if before.Summary.Noticed == 0 || before.Summary.Unnoticed < 20 || len(found) == 0 {
				t.Errorf("%+v", before.Summary)
			}
			own, create, update := c.text, "", ""
			for i := range before.Mutants {
				m := &before.Mutants[i]
				if m.Outcome != report.MutantUnnoticed {
					continue
				}
				switch m.In {
				case "":
					own += m.Test
				case "onCreate":
					create += indented(m.Test, "  ")
				case "onUpdate":
					update += indented(m.Test, "  ")
				}
			}
			if c.name == "openshift" {
				own += create
				if update != "" {
					own += "  onUpdate:\n" + update
				}
			}
			after, _, _ := run(t, own, Options{})
			noticed := map[string]bool{}
			for _, m := range after.Mutants {
				noticed[m.Path+m.Does] = m.Outcome == report.MutantNoticed
			}
			for _, m := range before.Mutants {
				if m.Outcome == report.MutantUnnoticed && !noticed[m.Path+m.Does] {
					t.Errorf("%s: %s is not noticed by\n%s", m.Field, m.Does, m.Test)
				}
			}
			if *after.Summary.Score < 90 {
				t.Errorf("%+v", after.Summary)
			}
		})
	}
}

// What tests notice and what they do not, and how it is said.
func TestOutcomes(t *testing.T) {
	all, found, _ := run(t, few, Options{})
	outcome := map[string]string{}
	for _, m := range all.Mutants {
		outcome[m.Field+": "+m.Does] = m.Outcome
	}
	for does, want := range map[string]string{
		"spec.watts: minimum 1 is gone":         "noticed",
		"spec.watts: minimum 1 becomes 0":       "noticed",
		"spec: < becomes <=":                    "noticed",
		"spec: 60 becomes 61":                   "noticed",
		"spec.kind: the value \"desk\" is gone": "refused", // the default has to be in it
		"spec.note: the nullable is gone":       "unnoticed",
		"status.hours: minimum 0 is gone":       "unnoticed",
	} {
		if outcome[does] != want {
			t.Errorf("%s: %q, want %s", does, outcome[does], want)
		}
	}
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%d:%d %s\n", f.Finding.Line, f.Finding.Column, f.Finding.Message)
	}
	for _, want := range []string{
		"21:21 spec: no test notices if the rule is gone",
		"spec.tags: no test notices if maxItems 3 is gone",
		"no test notices if unknown fields are kept in one of 4 places: the object, spec, spec.power and status",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("nothing says %q in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "3 becomes 4") {
		t.Errorf("that 3 becomes 4 follows from it being gone:\n%s", &b)
	}
}

// The same mutants are tried, in the same order, and no more than there may be.
func TestBounds(t *testing.T) {
	all, _, _ := run(t, few, Options{})
	again, _, _ := run(t, few, Options{})
	if fmt.Sprint(names(all)) != fmt.Sprint(names(again)) {
		t.Error("the second run is another")
	}
	some, _, untried := run(t, few, Options{Most: 10})
	if len(some.Mutants) != 10 || untried != len(all.Mutants)-10 || some.Summary.Untried != untried {
		t.Errorf("%d mutants, %d not tried", len(some.Mutants), untried)
	}
	if _, _, untried := run(t, few, Options{Time: 1}); untried != len(all.Mutants) {
		t.Errorf("%d not tried in no time", untried)
	}
}

func names(m *report.Mutation) []string {
	var all []string
	for i := range m.Mutants {
		all = append(all, m.Mutants[i].Field+m.Mutants[i].Does+m.Mutants[i].Outcome+m.Mutants[i].Test)
	}
	return all
}
