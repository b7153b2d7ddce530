package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
)

// An object of a CRD that no server would install is not tried, and so its rules
// are not run; unless that is asked for, and then within bounds.
func TestObjectsOfRefusedCRD(t *testing.T) {
	schema := "type: object, properties: {s: {type: string}}, x-kubernetes-validations: [{rule: 'self.s.replace(\"\", self.s).replace(\"\", self.s) == \"\"'}]"
	text := strings.Replace(crd("a.io", "Widget", "Namespaced"), "type: object, x-kubernetes-preserve-unknown-fields: true", schema, 1)
	object := source.Read("a.yaml", []byte("apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\ns: "+strings.Repeat("x", 100000)+"\n"))
	small := source.Read("a.yaml", []byte("apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\ns: ''\n"))

	run := func(ignore bool, text string, f *source.File) apply.FileReport {
		set := apply.NewCRDs(kube.Latest, ignore)
		if err := set.Add(source.Read("crds.yaml", []byte(text))); err != nil {
			t.Fatal(err)
		}
		return apply.New(set, apply.RunOptions{}).File(f)
	}
	untried := func(r apply.FileReport, message, help string) {
		t.Helper()
		if r.Summary.Untried != 1 || len(r.Results) != 0 || len(r.Findings) != 1 ||
			!strings.Contains(r.Findings[0].Message, message) || !strings.Contains(r.Findings[0].Help, help) {
			t.Errorf("%+v, want a finding with: %s\nand the help: %s", r, message, help)
		}
	}
	untried(run(false, text, small), "Widget cannot be checked: its CRD would be refused: crds.yaml:12:", "add --ignore-crd-errors")
	untried(run(true, text, object), "crds.yaml:12: the evaluation of the rule was stopped because it makes strings and lists of more than 1024 MiB", "")
	if r := run(true, text, small); r.Summary.Created != 1 {
		t.Errorf("with errors of the CRD ignored: %+v", r)
	}
	stored := strings.Replace(text, "metadata: {", "metadata: {uid: 3b0c58a2-7a57-4a3c-8a1a-0a2f4bd26d22, ", 1)
	if r := run(false, stored, small); r.Summary.Created != 1 {
		t.Errorf("a CRD that is in a cluster: %+v", r)
	}
}

// TestLargePatternIsMatched: an object gets the server's answer however many texts it has and
// however large the pattern for them is.
func TestLargePatternIsMatched(t *testing.T) {
	const pattern = `^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.){0,16}[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`
	set := apply.NewCRDs(kube.Latest, false)
	text := strings.Replace(crd("a.io", "Widget", "Namespaced"), "type: object, x-kubernetes-preserve-unknown-fields: true",
		"type: object, properties: {names: {type: array, items: {type: string, pattern: '"+pattern+"'}}}", 1)
	if err := set.Add(source.Read("crds.yaml", []byte(text))); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\nnames:\n")
	for i := range 3500 {
		fmt.Fprintf(&b, "- service-%d.namespace.svc.cluster.example.org\n", i)
	}
	if r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte(b.String()))); r.Summary.Created != 1 {
		t.Errorf("%+v", r.Findings)
	}
	b.WriteString("- no_name\n")
	r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte(b.String())))
	if r.Summary.Refused != 1 || len(r.Results[0].Findings) != 1 || r.Results[0].Findings[0].Path != "names[3500]" {
		t.Errorf("one that does not match: %+v", r)
	}
}
