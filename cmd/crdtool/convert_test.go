package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// oldCRD is a CRD of v1beta1 that needs no decision.
func oldCRD(plural string) string {
	return `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: ` + plural + `.example.com
spec:
  group: example.com
  version: v1 # the only one
  scope: Namespaced
  preserveUnknownFields: false
  names: {plural: ` + plural + `, kind: Thing}
  validation:
    openAPIV3Schema: {type: object}
`
}

func TestConvert(t *testing.T) {
	undecided := strings.Replace(oldCRD("things"), "  preserveUnknownFields: false\n", "", 1)
	webhook := strings.Replace(twoVersions("others"), "  scope:", "  conversion:\n    strategy: Webhook\n    webhook: {conversionReviewVersions: [v1], clientConfig: {url: https://a.example.com}}\n  scope:", 1)
	object := "apiVersion: example.com/v1\nkind: Other\nmetadata: {name: o} # mine\n"
	files := map[string]string{
		"old.yaml":         oldCRD("things"),
		"several.yaml":     oldCRD("things") + "---\n# another\n" + oldCRD("others") + "---\nkind: ConfigMap\napiVersion: v1\n",
		"open.yaml":        undecided,
		"half/half.yaml":   oldCRD("others") + "---\n" + undecided,
		"new/new.yaml":     crd("things"),
		"folder/old.yaml":  oldCRD("things"),
		"folder/new.yaml":  crd("others"),
		"folder/else.yaml": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n",
		"two.yaml":         twoVersions("others"),
		"webhook.yaml":     webhook,
		"object.yaml":      object,
		"objects.yaml":     object + "---\napiVersion: example.com/v2\nkind: Other\nmetadata: {name: p}\n---\napiVersion: else.example.com/v1\nkind: None\nmetadata: {name: q}\n",
	}
	for _, c := range []struct {
		name, args, stdin string
		status            int
		stdout, stderr    []string // parts; none: nothing is printed there
	}{
		{name: "a file", args: "old.yaml", stdout: []string{"apiextensions.k8s.io/v1\n", "  - name: v1 # the only one\n"}, stderr: []string{"crdtool: 1 CRD converted\n"}},
		{name: "quiet", args: "-q old.yaml", stdout: []string{"apiextensions.k8s.io/v1\n"}},
		{name: "standard input", args: "-q -", stdin: oldCRD("things"), stdout: []string{"  - name: v1 # the only one\n"}},
		{name: "several documents", args: "-q several.yaml", stdout: []string{"name: things.example.com", "---\n# another\napiVersion: apiextensions.k8s.io/v1\n", "kind: ConfigMap"}},
		{name: "a folder", args: "folder", stdout: []string{"name: others.example.com", "---\napiVersion: apiextensions.k8s.io/v1\n", "# the only one"}, stderr: []string{"crdtool: 1 CRD converted\n"}},
		{name: "nothing to do", args: "new", stdout: []string{"name: things.example.com"}, stderr: []string{"crdtool: no CustomResourceDefinition of apiextensions.k8s.io/v1beta1 found in 1 file; 1 CRD is of v1 already\n"}},
		{name: "nothing to do, quietly", args: "-q new", stdout: []string{"name: things.example.com"}},
		{name: "no CRD", args: "-q object.yaml", stderr: []string{"no CustomResourceDefinition of apiextensions.k8s.io/v1beta1 found in 1 file\n"}},
		{name: "undecided", args: "open.yaml", status: 1, stdout: []string{"preserveUnknownFields: true"}, stderr: []string{"open.yaml:5:1: error: unknown fields are kept", "--unknown-fields keep", "--unknown-fields prune", "crdtool: 1 CRD converted; 1 still to be decided about\n"}},
		{name: "keep", args: "--unknown-fields keep -q open.yaml", stdout: []string{"x-kubernetes-preserve-unknown-fields: true", "preserveUnknownFields: false"}},
		{name: "prune", args: "--unknown-fields prune -q open.yaml", stdout: []string{"preserveUnknownFields: false"}},
		{name: "no such decision", args: "--unknown-fields leave open.yaml", status: 2, stderr: []string{`--unknown-fields "leave"`}},
		{name: "diff", args: "--diff -q old.yaml", stdout: []string{"--- old.yaml\n+++ old.yaml\n", "-apiVersion: apiextensions.k8s.io/v1beta1\n+apiVersion: apiextensions.k8s.io/v1\n"}},
		{name: "yaml", args: "-o yaml -q several.yaml", stdout: []string{"apiVersion: apiextensions.k8s.io/v1\nkind:", "---\napiVersion: apiextensions.k8s.io/v1\nkind:"}},
		{name: "a report", args: "--format json open.yaml", status: 1, stdout: []string{`"code": "preserve-unknown-fields/at-top"`}, stderr: []string{"1 CRD converted"}},
		{name: "annotations", args: "-q --format github open.yaml", status: 1, stdout: []string{"file=open.yaml,line=5,"}},
		{name: "two formats", args: "--format json -o yaml open.yaml", status: 2, stderr: []string{"-o yaml and --format json both choose what is printed"}},
		{name: "write and print", args: "-w --diff open.yaml", status: 2, stderr: []string{"--write and --diff both choose what is printed"}},
		{name: "write standard input", args: "-w -", status: 2, stderr: []string{"--write cannot change standard input"}},
		{name: "CRDs for CRDs", args: "--crds two.yaml old.yaml", status: 2, stderr: []string{"--crds is for custom objects"}},
		{name: "no such file", args: "gone.yaml", status: 2, stderr: []string{"gone.yaml"}},

		{name: "objects", args: "--to v2 --crds two.yaml objects.yaml", stdout: []string{"apiVersion: example.com/v2\nkind: Other\nmetadata: {name: o} # mine\n---\napiVersion: example.com/v2\n"}, stderr: []string{"crdtool: 1 object converted to v2; there is no CRD for 1 object\n"}},
		{name: "objects of a group", args: "--to example.com/v2 --crds two.yaml -q objects.yaml", stdout: []string{"apiVersion: example.com/v2\nkind: Other\nmetadata: {name: o} # mine\n"}},
		{name: "objects as JSON", args: "--to v2 --crds two.yaml --print object -o json -q objects.yaml", stdout: []string{`"apiVersion": "example.com/v2"`}},
		{name: "objects with a webhook", args: "--to v2 --crds webhook.yaml object.yaml", status: 1, stderr: []string{"object.yaml:1:13: error: apiVersion: Other cannot be converted from v1 to v2: a webhook converts them, and only that knows what comes out", "kubectl get other.v2.example.com"}},
		{name: "a version that there is not", args: "--to v3 --crds two.yaml object.yaml", status: 1, stderr: []string{`version "v3" of others.example.com is not served`}},
		{name: "objects and unknown fields", args: "--to v2 --unknown-fields keep object.yaml", status: 2, stderr: []string{"remove one of them"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcessWith(t, folder(t, files), c.stdin, append([]string{"convert"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("status %d, want %d", got.status, c.status)
			}
			for _, s := range []struct {
				name, got string
				want      []string
			}{{"standard output", got.stdout, c.stdout}, {"standard error", got.stderr, c.stderr}} {
				if len(s.want) == 0 && s.got != "" {
					t.Errorf("%s has\n%s", s.name, s.got)
				}
				for _, part := range s.want {
					if !strings.Contains(s.got, part) {
						t.Errorf("%s has\n%swant %q", s.name, s.got, part)
					}
				}
			}
		})
	}
}

// With --write the files are changed, all but what is left to decide.
func TestConvertWrites(t *testing.T) {
	undecided := strings.Replace(oldCRD("things"), "  preserveUnknownFields: false\n", "", 1)
	dir := folder(t, map[string]string{"half.yaml": oldCRD("others") + "---\n" + undecided, "new.yaml": crd("lamps")})
	got := inProcess(t, dir, "convert", "--write", ".")
	if got.status != exitFindings || got.stderr != "" || !strings.Contains(got.stdout, "half.yaml:21:1: error: unknown fields are kept") ||
		!strings.HasSuffix(got.stdout, "1 CRD converted in 1 file; 1 CRD stays as before, with something left to decide\n") {
		t.Errorf("status %d, %s%s", got.status, got.stdout, got.stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "half.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	first, second, _ := strings.Cut(string(text), "---\n")
	if lines := strings.Split(string(text), "\n"); lines[20] != "spec:" {
		t.Errorf("line 21 is %q", lines[20])
	}
	if !strings.Contains(first, "- name: v1 # the only one") || second != undecided {
		t.Errorf("it is\n%s", text)
	}
	got = inProcess(t, dir, "convert", "--write", "--unknown-fields", "prune", "--format", "json", ".")
	var report struct{ Findings []any }
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil || got.status != exitClean || len(report.Findings) > 0 {
		t.Errorf("status %d, %s%s%v", got.status, got.stdout, got.stderr, err)
	}
	if text, _ = os.ReadFile(filepath.Join(dir, "half.yaml")); strings.Contains(string(text), "v1beta1") {
		t.Errorf("it is\n%s", text)
	}
	if text, _ = os.ReadFile(filepath.Join(dir, "new.yaml")); string(text) != crd("lamps") {
		t.Error("the CRD of v1 is changed")
	}
}
