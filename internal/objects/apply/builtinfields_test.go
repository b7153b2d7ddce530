package apply_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replica: 3
  template:
    spec:
      containers:
      - name: web
        stdin: no
        env: [{name: A, value: on}]
`

func lines(r apply.FileReport) []string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, fmt.Sprintf("%d:%d: %s: %s: %s; %s", f.Line, f.Column, f.Severity, f.Path, f.Message, f.Help))
	}
	return list
}

func TestFieldsOfBuiltInKinds(t *testing.T) {
	read := func() *source.File { return source.Read("web.yaml", []byte(deployment)) }
	r := apply.New(crds(t), apply.RunOptions{}).File(read())
	want := []string{
		`6:3: error: spec.replica: no such field; did you mean "replicas"?`,
		`12:32: error: spec.template.spec.containers[0].env[0].value: the boolean true, where a string is wanted; YAML 1.1 reads on as the boolean true; put it in quotes: "on"`,
	}
	if got := lines(r); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range r.Findings {
		if !f.FieldsOnly || f.Object != "Deployment web" || f.Later != (f.Path == "spec.replica") {
			t.Errorf("%+v", f)
		}
	}
	if s := r.Summary; s.BuiltIn != 1 || s.FieldsOnly != 1 || s.FieldsRefused != 1 || s.Errors != 2 || s.Objects != 0 {
		t.Errorf("%+v", s)
	}

	r = apply.New(crds(t), apply.RunOptions{FieldValidation: "Warn"}).File(read())
	if r.Summary.Warnings != 1 || r.Summary.Errors != 1 {
		t.Errorf("with warnings: %q", lines(r))
	}
	r = apply.New(crds(t), apply.RunOptions{FieldValidation: "Ignore"}).File(read())
	if r.Summary.Warnings != 0 || r.Summary.Errors != 1 {
		t.Errorf("without field validation: %q", lines(r))
	}
	for _, opts := range []apply.RunOptions{{SkipBuiltIn: true}, {Command: apply.Command{Subresource: apply.Scale}}, {Command: apply.Command{Verb: apply.VerbDelete}}} {
		if r := apply.New(crds(t), opts).File(read()); len(r.Findings) > 0 || r.Summary.FieldsOnly > 0 || r.Summary.BuiltIn != 1 {
			t.Errorf("%+v: %q", opts, lines(r))
		}
	}
}

func TestRepeatedFieldsOfBuiltInKinds(t *testing.T) {
	text := "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n  name: b\n"
	got := lines(apply.New(crds(t), apply.RunOptions{}).File(source.Read("a.yaml", []byte(text))))
	if want := []string{"5:3: error: metadata.name: duplicate key; the last one is used; remove one of the two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFieldsOfBuiltInKindsOnSeveralVersions(t *testing.T) {
	text := "apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec: {maxReplica: 3}\n"
	set := crds(t)
	versions := []kube.Version{{Minor: 25}, {Minor: 26}, {Minor: 37}}
	got := lines(apply.NewFor(set, apply.RunOptions{}, versions).File(source.Read("a.yaml", []byte(text))))
	want := []string{
		`1:13: error: apiVersion: HorizontalPodAutoscaler is not served as autoscaling/v2beta2 since Kubernetes 1.26 (Kubernetes 1.26 and 1.37); write: apiVersion: autoscaling/v2`,
		`4:8: error: spec.maxReplica: no such field (Kubernetes 1.25); did you mean "maxReplicas"?`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestKindsOfKubernetesAreBuiltIn checks the list of groups with the objects of all releases.
func TestKindsOfKubernetesAreBuiltIn(t *testing.T) {
	objects, err := golden.BuiltinObjects("../../../testdata/builtin")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range objects {
		var o struct{ APIVersion, Kind string }
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		group, _, named := strings.Cut(o.APIVersion, "/")
		if !named {
			group = ""
		}
		if !apply.BuiltIn(group, o.Kind) && !slices.Contains([]string{"APIGroupDiscovery", "PodStatusResult", "RangeAllocation"}, o.Kind) { // nobody sends these
			t.Errorf("%s %s is not built in", o.APIVersion, o.Kind)
		}
	}
}

// TestManyFindingsAreCounted checks the limit of findings about one object.
func TestManyFindingsAreCounted(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n")
	for i := range 50 {
		fmt.Fprintf(&text, "  unknown%d: 1\n", i)
	}
	r := apply.New(crds(t), apply.RunOptions{Most: 10}).File(source.Read("a.yaml", []byte(text.String())))
	if len(r.Findings) != 11 || r.Summary.Errors != 50 {
		t.Errorf("%d findings, %d errors", len(r.Findings), r.Summary.Errors)
	}
}

// TestFoundBuiltInObjects checks documents that are no objects of a cluster as they are.
func TestFoundBuiltInObjects(t *testing.T) {
	const head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"
	for _, c := range []struct {
		text   string
		reason files.Reason
		errors int
	}{
		{head + "$patch: delete\n", files.Patch, 0},
		{head + "spec: {template: {spec: {containers: [{name: a, $patch: replace}]}}}\n", files.Patch, 0},
		{head + "spec: {replicas: \"${REPLICAS}\"}\n", files.Placeholder, 0},
		{head + "spec: {replicas: \"${REPLICAS}\", replica: 1}\n", "", 1},
		{head + "sops: {mac: ENC, version: 3.9.0}\n", files.Encrypted, 0},
		{head + "status: {replica: 1}\n", files.Expected, 0},
		{"apiVersion: apps/v1\nkind: Deployment\nspec: {replica: 1}\n", "", 0}, // no name
		{head + "spec: {replica: 1}\n", "", 1},
	} {
		r, passed := apply.New(crds(t), apply.RunOptions{}).FoundFile(source.Read("a.yaml", []byte(c.text)), &files.File{Name: "a.yaml", Found: true})
		reason := files.Reason("")
		if len(passed) > 0 {
			reason = passed[0].Reason
		}
		if r.Summary.Errors != c.errors || reason != c.reason {
			t.Errorf("%s: %q, skipped as %q", c.text, lines(r), reason)
		}
	}
}
