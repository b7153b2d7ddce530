package coverage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema: &schema
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          status:
            type: object
            properties:
              size: {type: integer, minimum: 1}
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.size != "large" || self.replicas >= 3
            - rule: self.size == oldSelf.size
            - rule: "!has(self.host) || self.host != 'a'"
            properties:
              size: {type: string, enum: [small, large], default: small}
              replicas: {type: integer, minimum: 0, maximum: 10, default: 1}
              host: {type: string, maxLength: 63, pattern: "^[a-z]"}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port]
                maxItems: 2
                items:
                  type: object
                  required: [port]
                  properties: {port: {type: integer}, name: {type: string, nullable: true, maxLength: 3}}
              one:
                type: object
                properties: {a: {type: string}, b: {type: string}}
                oneOf: [{required: [a]}, {required: [b]}]
  - name: v1beta1
    served: true
    storage: false
    schema: *schema
  - name: v1alpha1
    served: false
    storage: false
    schema: *schema
`

type server struct {
	*dryrun.Resource
	recorder *coverage.Recorder
}

func newServer(t *testing.T, r *coverage.Recorder) *server {
	t.Helper()
	f := source.Read("things.yaml", []byte(definition))
	checker := crd.NewChecker(behaviour.Of(kube.Latest))
	c, _ := checker.Decode(f.Documents[0])
	resource, err := r.Resource(f.Documents[0], c, kube.Latest, checker.Compiler())
	if err != nil {
		t.Fatal(err)
	}
	return &server{resource, r}
}

func object(t *testing.T, version, rest string) dryrun.Object {
	t.Helper()
	text, err := yaml.YAMLToJSON([]byte("{apiVersion: example.com/" + version + ", kind: Thing, metadata: {name: a}, " + rest + "}"))
	if err != nil {
		t.Fatal(err)
	}
	o, err := dryrun.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// create sends an object, and reports whether it is accepted.
func (s *server) create(t *testing.T, rest string) bool {
	t.Helper()
	return s.Create(object(t, "v1", rest), dryrun.RequestOptions{}).APIServer.Accepted
}

// rows is the coverage of the CRD, a line for each constraint.
func rows(c *report.Coverage) string {
	var b strings.Builder
	for i := range c.CRDs {
		for j := range c.CRDs[i].Constraints {
			r := &c.CRDs[i].Constraints[j]
			name := strings.TrimSpace(r.Field + " " + r.Keyword)
			if r.Rule > 0 {
				name = fmt.Sprintf("%s rule %d", r.Field, r.Rule)
			} else if r.Keyword == "enum" || r.Keyword == "required" {
				name += fmt.Sprint(" ", r.Value)
			}
			fmt.Fprintf(&b, "%s %s %d/%d", name, r.Effect, r.Passed, r.Met)
			for _, n := range []struct {
				what string
				n    int64
			}{{"alone", r.Alone}, {"errors", r.Errors}, {"forgiven", r.Forgiven}, {"without old", r.WithoutOld}, {"blocked", r.Blocked}} {
				if n.n > 0 {
					fmt.Fprintf(&b, " %s %d", n.what, n.n)
				}
			}
			for _, branch := range r.Branches {
				fmt.Fprintf(&b, " [%s %t %t]", branch.Text, branch.True, branch.False)
			}
			if r.Missing != "" {
				b.WriteString(": " + r.Missing)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// has reports whether there is a line that begins so.
func has(t *testing.T, c *report.Coverage, lines ...string) {
	t.Helper()
	got := rows(c)
	for _, want := range lines {
		if !strings.Contains("\n"+got, "\n"+want+"\n") {
			t.Errorf("there is no line\n%s\nin\n%s", want, got)
		}
	}
}

func TestCoverageCreate(t *testing.T) {
	s := newServer(t, coverage.New())
	if !s.create(t, "spec: {size: large, replicas: 3, ports: [{port: 1, name: null}], one: {a: x}}") ||
		s.create(t, "spec: {size: large}") || // rule 1
		s.create(t, "spec: {size: huge, replicas: 11}") ||
		s.create(t, "spec: {ports: [{port: 1}, {port: 1}, {}], host: A}") || // more ports than that, and one is no object
		s.create(t, "spec: {unknown: 1}") ||
		s.create(t, "spec: {one: {a: x, b: z}}") {
		t.Fatal("the server answers otherwise")
	}
	has(t, s.recorder.Report(),
		`spec rule 1 refuses 2/1 alone 1 blocked 2 [self.size != "large" true true] [self.replicas >= 3 true true]`,
		`spec rule 2 refuses 0/0 without old 3 blocked 2: never evaluated: no request changes the value of a stored object`,
		`spec rule 3 refuses 3/0 blocked 2 [!has(self.host) true false] [self.host != 'a' false false]: never refuses`,
		"spec.size enum [small large] refuses 4/1",
		"spec.size enum small allows 0/2",
		"spec.size enum large allows 0/2",
		"spec.size default fills 3/2",
		"spec.replicas minimum refuses 5/0: never refuses",
		"spec.replicas maximum refuses 4/1",
		"spec.replicas default fills 2/3",
		"spec.host pattern refuses 0/1: never passes",
		"spec.ports maxItems refuses 1/1",
		"spec.ports[*] required port refuses 3/1",
		"spec.ports[*].name nullable allows 0/1",
		"spec.ports[*].name maxLength refuses 0/0: no request has a value there",
		"spec.one oneOf refuses 1/1 alone 1",
		"spec properties drops 5/1",
		"status properties drops 0/0: no field was ever dropped",
		"required spec refuses 5/0: never refuses",
	)
}

func TestCoverageUpdate(t *testing.T) {
	s := newServer(t, coverage.New())
	update := func(old, now string) bool {
		t.Helper()
		result, err := s.Update(object(t, "v1", now), object(t, "v1", old), dryrun.RequestOptions{FillResourceVersion: true})
		if err != nil {
			t.Fatal(err)
		}
		return result.APIServer.Accepted
	}
	if !update("spec: {size: large, replicas: 3}", "spec: {size: large, replicas: 4}") || // rule 2
		update("spec: {size: large, replicas: 3}", "spec: {size: small}") ||
		!update("spec: {replicas: 20, host: a}", "spec: {replicas: 20, host: a}") { // both are forgiven
		t.Fatal("the server answers otherwise")
	}
	has(t, s.recorder.Report(),
		"spec rule 2 refuses 2/1 alone 1",
		"spec rule 3 refuses 2/0 forgiven 1 [!has(self.host) true true] [self.host != 'a' false true]: never refuses: it fails only where nothing has changed since the object was stored",
		"spec.replicas maximum refuses 2/0: never refuses", // what is forgiven is not refused
	)
}

func TestCoverageStatusAlone(t *testing.T) {
	s := newServer(t, coverage.New())
	result, err := s.UpdateStatus(object(t, "v1", "spec: {}, status: {size: 0}"), object(t, "v1", "spec: {replicas: 3}"), dryrun.RequestOptions{FillResourceVersion: true})
	if err != nil || result.APIServer.Accepted {
		t.Fatal(err, result.APIServer)
	}
	has(t, s.recorder.Report(),
		"status.size minimum refuses 0/1 alone 1: never passes",
		"spec.replicas minimum refuses 0/0: no request has a value there")
}

// What versions have alike is one constraint, also if another version is asked.
func TestCoverageVersions(t *testing.T) {
	s := newServer(t, coverage.New())
	s.Create(object(t, "v1", "spec: {replicas: 1}"), dryrun.RequestOptions{})
	s.Create(object(t, "v1beta1", "spec: {replicas: 11}"), dryrun.RequestOptions{})
	c := s.recorder.Report()
	has(t, c, "spec.replicas maximum refuses 1/1 alone 1")
	if got := c.CRDs[0].Constraints[0].Versions; fmt.Sprint(got) != "[v1 v1beta1]" {
		t.Error(got)
	}
}

func TestCoverageRulesOnly(t *testing.T) {
	s := newServer(t, coverage.NewRules())
	s.create(t, "spec: {size: large}")
	if got := rows(s.recorder.Report()); got != `spec rule 1 refuses 0/1: never passes
spec rule 2 refuses 0/0 without old 1: never evaluated: no request changes the value of a stored object
spec rule 3 refuses 1/0: never refuses
` {
		t.Error(got)
	}
}

// A CRD that nobody asks anything is named, and not counted.
func TestCoverageUntested(t *testing.T) {
	s := newServer(t, coverage.New())
	c := s.recorder.Report()
	if len(c.CRDs) != 0 || fmt.Sprint(c.Untested) != "[things.example.com]" || c.Summary.Total != 0 {
		t.Error(c)
	}
}

// The order of requests, and of the CRDs that are made, changes no byte.
func TestCoverageParallel(t *testing.T) {
	objects := []string{"spec: {size: large, replicas: 3}", "spec: {size: large}", "spec: {replicas: 11}", "spec: {host: A}", "spec: {ports: [{port: 1}, {port: 1}]}"}
	run := func(workers int) []byte {
		recorder := coverage.New()
		var all sync.WaitGroup
		for w := range workers {
			all.Add(1)
			go func() {
				defer all.Done()
				s := newServer(t, recorder)
				for i := range 4 * len(objects) / workers {
					s.create(t, objects[(i*workers+w)%len(objects)])
				}
			}()
		}
		all.Wait()
		text, err := json.Marshal(recorder.Report())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want := run(1)
	for _, n := range []int{2, 4} {
		if got := run(n); !bytes.Equal(got, want) {
			t.Errorf("%d workers:\n%s\nwant\n%s", n, got, want)
		}
	}
}

// Where a constraint stands in Go is asked once its place in the CRD is known.
func TestCoverageOrigin(t *testing.T) {
	recorder := coverage.New()
	recorder.Origin = func(_ *source.Document, at []finding.Segment) *report.Origin {
		return &report.Origin{File: "types.go", Line: len(at)}
	}
	s := newServer(t, recorder)
	s.create(t, "spec: {}")
	for _, row := range recorder.Report().CRDs[0].Constraints {
		if row.Origin == nil || row.Origin.Line < 6 {
			t.Errorf("%s %s: %v", row.Field, row.Keyword, row.Origin)
		}
	}
}

func TestCoverageEasiest(t *testing.T) {
	s := newServer(t, coverage.New())
	s.create(t, "spec: {host: b}")
	var got []string
	for _, row := range coverage.Easiest(s.recorder.Report()) {
		got = append(got, strings.TrimSpace(row.Field+" "+row.Keyword))
	}
	all := strings.Join(got, "\n")
	for _, pair := range [][2]string{{"spec.host pattern", "spec.host maxLength"}, {"spec.host maxLength", "spec x-kubernetes-validations"}, {"spec x-kubernetes-validations", "spec.ports maxItems"}} {
		if strings.Index(all, pair[0]) >= strings.LastIndex(all, pair[1]) {
			t.Errorf("%s is not in front of %s:\n%s", pair[0], pair[1], all)
		}
	}
}
