package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const dials = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: dials.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Dial, plural: dials, singular: dial, listKind: DialList}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields:
    - jsonPath: .spec.size
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: string, enum: [small, large]}
              address: {type: string, maxLength: 40, x-kubernetes-validations: [{rule: isIP(self)}]}
`

// served is what several versions make of objects: two that are not treated alike, one of
// them refused by all that have its CRD, and some that are accepted wherever there is the CRD.
func served(t *testing.T) (*report.Report, *report.Objects) {
	t.Helper()
	versions, err := kube.ParseVersions("1.29-1.32")
	if err != nil {
		t.Fatal(err)
	}
	crds := apply.NewCRDs(kube.Version{Minor: 32}, false)
	crds.Add(source.Read("dials.yaml", []byte(dials)))
	crds.Add(source.Read("lamps.yaml", []byte(lamps)))
	const dial, lamp = "apiVersion: example.com/v1\nkind: Dial\n", "apiVersion: example.com/v1\nkind: Lamp\n"
	live := apply.NewLive(crds, "")
	if err := live.Add(source.Read("live.yaml", []byte(lamp+"metadata: {name: live, namespace: default}\nspec: {room: hall, bulbs: 0}\n"))); err != nil {
		t.Fatal(err)
	}
	runner := apply.NewFor(crds, apply.RunOptions{Live: live}, versions)
	of := runner.File(source.Read("objects.yaml", []byte(strings.Join([]string{
		dial + "metadata: {name: good}\nspec:\n  address: 10.0.0.1\n",
		dial + "metadata: {name: bad}\nspec:\n  address: nowhere\n  size: <b>\n",
		lamp + "metadata: {name: live}\nspec:\n  room: hall\n  bulbs: 0\n  colour: white\n",
		lamp + "metadata: {name: alike}\nspec:\n  room: hall\n",
		lamp + "metadata: {name: stored}\nspec:\n  room: hall\n",
	}, "---\n"))))
	whole := of.Whole()
	whole.KubeVersions = runner.KubeVersions()
	return &whole, &report.Objects{KubeVersions: whole.KubeVersions, Results: of.Results, Findings: of.Findings, Summary: of.Summary}
}

func TestServersText(t *testing.T) {
	whole, _ := served(t)
	var unlike []report.Document
	alike := 0
	for i := range whole.Documents {
		if d := &whole.Documents[i]; d.Servers.Same() {
			alike++
		} else {
			unlike = append(unlike, *d)
		}
	}
	checkGolden(t, "servers.txt", []byte(Servers(unlike, alike, whole.KubeVersions, false)))
	if got := Servers(nil, 0, whole.KubeVersions, false); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	if got, want := Servers(nil, 2, whole.KubeVersions, false), "2 objects are treated alike on Kubernetes 1.29 to 1.32\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Much is counted, unless all is asked for.
	d := report.Document{Kind: "Dial", Name: "a", Servers: &report.Servers{Verdicts: []report.Verdict{report.Refused, report.Created}}}
	for i := range mostNeeds + 3 {
		d.Servers.Findings = append(d.Servers.Findings, report.Finding{File: "a.yaml", Line: i + 1, Message: fmt.Sprint(i), KubeVersions: []string{"1.29"}})
	}
	some, all := Servers([]report.Document{d}, 0, []string{"1.29", "1.30"}, false), Servers([]report.Document{d}, 0, []string{"1.29", "1.30"}, true)
	if !strings.Contains(some, "  and 3 more differences\n") || strings.Count(all, "a.yaml:") != mostNeeds+3 {
		t.Errorf("some:\n%sall:\n%s", some, all)
	}
}

func TestServersMarkdown(t *testing.T) {
	whole, _ := served(t)
	about := aboutTest(t)
	about.Command, about.Objects, about.Unread = "apply-dry", true, nil
	var b bytes.Buffer
	if err := Markdown(&b, whole, about); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "servers-markdown.md", b.Bytes())
}

func TestServersJSON(t *testing.T) {
	_, objects := served(t)
	var b bytes.Buffer
	if err := AppliedJSON(&b, objects); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := outputSchema(t, "apply-dry-output.schema.json").Validate(v); err != nil {
		t.Errorf("%v\n%s", err, b.String())
	}
	for _, want := range []string{`"kubeVersions": [`, `"no CRD"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// The matrix of CRDs in JSON and Markdown.
func TestSupportReports(t *testing.T) {
	versions, err := kube.ParseVersions("1.29-1.32")
	if err != nil {
		t.Fatal(err)
	}
	r := report.Report{KubeVersions: []string{"1.29", "1.30", "1.31", "1.32"}}
	linter := lint.NewFor(versions)
	for name, text := range map[string]string{"dials.yaml": dials} {
		of := linter.File(source.Read(name, []byte(text)), lint.Options{})
		r.Documents, r.Findings, r.Summary = append(r.Documents, of.Documents...), append(r.Findings, of.Findings...), of.Summary
	}
	alike := r.Documents[0]
	alike.Name, alike.Support = "alike.example.com", &report.Support{
		Outcomes: []report.Installing{report.Installs, report.Installs, report.Installs, report.Installs}, Least: "1.29", Whole: "1.29",
	}
	r.Documents = append(r.Documents, alike)
	r.Summary.CRDs++
	var b bytes.Buffer
	if err := JSON(&b, &r); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := outputSchema(t, "lint-output.schema.json").Validate(v); err != nil {
		t.Errorf("%v\n%s", err, b.String())
	}
	if !strings.Contains(b.String(), `"since": "1.31"`) {
		t.Errorf("no need in\n%s", b.String())
	}
	checkGolden(t, "support-markdown.md", []byte(markdown(t, &r)))
	checkGolden(t, "support-html.html", htmlPage(t, &r, aboutTest(t)))

	for i := range markdownRows + 5 {
		d := r.Documents[0]
		d.Name = fmt.Sprintf("d%d.example.com", i)
		r.Documents = append(r.Documents, d)
	}
	if got := markdown(t, &r); !strings.Contains(got, "\nand 6 more rows, which are not listed here\n") || strings.Contains(got, "d30.example.com") {
		t.Errorf("many rows:\n%s", got)
	}
}
