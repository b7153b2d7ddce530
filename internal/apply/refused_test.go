package apply_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/source"
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
	untried(run(false, text, small), "Widget can't be checked: its CRD would be refused: crds.yaml:12:", "add --ignore-crd-errors")
	untried(run(true, text, object), "crds.yaml:12: the evaluation of the rule was stopped because it makes strings and lists of more than 64 MiB", "")
	if r := run(true, text, small); r.Summary.Created != 1 {
		t.Errorf("with errors of the CRD ignored: %+v", r)
	}
	heavy := "pattern: '(x{1,100}){1,10}y'"
	matched := strings.Replace(crd("a.io", "Widget", "Namespaced"), "type: object, x-kubernetes-preserve-unknown-fields: true", "type: object, properties: {s: {type: string, "+heavy+"}}", 1)
	untried(run(false, matched, object), "s can't be validated: it takes too long to match a text of 100000 bytes with a pattern", "")
	byDefault := strings.Replace(matched, heavy, heavy+", default: "+strings.Repeat("x", 100000), 1)
	untried(run(false, byDefault, small), "its CRD is not judged: crds.yaml:12: spec.validation.openAPIV3Schema.properties[s].default: the answer of a server to this default is not known: it takes too long to match", "")
	stored := strings.Replace(text, "metadata: {", "metadata: {uid: 3b0c58a2-7a57-4a3c-8a1a-0a2f4bd26d22, ", 1)
	if r := run(false, stored, small); r.Summary.Created != 1 {
		t.Errorf("a CRD that is in a cluster: %+v", r)
	}
}
