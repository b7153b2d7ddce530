package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// diffed is a folder with the CRD things of two releases: a field goes, and a value of an enum.
func diffed(t *testing.T) string {
	t.Helper()
	release := func(spec string) string {
		return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
` + spec
	}
	return folder(t, map[string]string{
		"old.yaml":   release("              gone: {type: string}\n              mode: {type: string, enum: [a, b]}\n              port: {type: integer}\n"),
		"new.yaml":   release("              mode: {type: string, enum: [a]}\n              port: {type: integer, description: more}\n              more: {type: integer}\n"),
		"newer.yaml": release("              mode: {type: string, enum: [a]}\n              port: {type: integer, description: more}\n              more: {type: integer}\n              most: {type: integer}\n"),
	})
}

func TestDiff(t *testing.T) {
	dir := diffed(t)
	for _, c := range []struct {
		name, args     string
		status         int
		stdout, stderr string // patterns
	}{
		{name: "text", args: "old.yaml new.yaml", status: 1, stdout: `(?s)^things\.example\.com: major, 2 breaking, 1 compatible, 1 in documentation\n\nbreaking \(stored\): spec\.gone is removed \(v1\) \[field-removed\]\n  new\.yaml:\d+:\d+ .*\n1 CRD: 1 major; 2 breaking changes \(--verbose lists compatible changes and documentation\)\n$`},
		{name: "verbose", args: "--verbose old.yaml new.yaml", status: 1, stdout: `(?s)compatible: spec\.more is new .*documentation: description of spec\.port .*\n1 CRD: 1 major; 2 breaking changes\n$`},
		{name: "nothing breaks", args: "new.yaml newer.yaml", stdout: `^things\.example\.com: minor, 1 compatible\n\n1 CRD: 1 minor \(--verbose .*\)\n$`},
		{name: "nothing changes", args: "new.yaml new.yaml", stdout: `^1 CRD: 1 unchanged\n$`},
		{name: "quiet", args: "--quiet new.yaml new.yaml", stdout: `^1 CRD: 1 unchanged\n$`},
		{name: "proof", args: "--proof yaml old.yaml new.yaml", status: 1, stdout: `(?s)     apiVersion: example\.com/v1\n     kind: Thing\n`},
		{name: "stat", args: "--stat old.yaml new.yaml", status: 1, stdout: `^CRD +VERDICT +BREAKING +UNPROVEN +READERS +COMPATIBLE\nthings\.example\.com +major +2 +0 +0 +1\n$`},
		{name: "stat of nothing", args: "--stat new.yaml new.yaml", stdout: `^$`},
		{name: "stat as JSON", args: "--stat --format json old.yaml new.yaml", status: 2, stderr: `^crdtool: --stat is text; give the other format a file: --output json=PATH\n$`},
		{name: "changelog", args: "--format changelog old.yaml new.yaml", status: 1, stdout: "^### Breaking\n\n- \\*\\*Thing\\*\\* v1: `spec\\.gone` is removed; .*\n- \\*\\*Thing\\*\\* v1: `spec\\.mode` no longer accepts \"b\"\n\n### Added\n\n- \\*\\*Thing\\*\\* v1: new field `spec\\.more`\n$"},
		{name: "changelog of nothing", args: "--format changelog new.yaml new.yaml", stdout: `^Nothing that users of the API notice\.\n$`},
		{name: "markdown", args: "--format markdown old.yaml new.yaml", status: 1, stdout: "^### crdtool diff: \\*\\*major\\*\\*, 2 breaking changes in 1 of 1 CRD\n"},
		{name: "annotations", args: "-o github old.yaml new.yaml", status: 1, stdout: `^::error title=crdtool field-removed,file=new\.yaml,line=\d+,.*\n::error title=crdtool enum-narrowed,file=new\.yaml,line=\d+,.*\n$`},
		{name: "JUnit", args: "-o junit old.yaml new.yaml", status: 1, stdout: `<testsuites name="crdtool diff" tests="1" failures="1" `},
		{name: "JUnit of what may change", args: "-o junit --fail-on never old.yaml new.yaml", stdout: `<testsuites name="crdtool diff" tests="1" failures="0" `},
		{name: "JUnit of readers", args: "-o junit --fail-on readers --verbose new.yaml newer.yaml", stdout: `tests="1" failures="0" `},
		{name: "JUnit of compatible changes", args: "-o junit --fail-on compatible --verbose new.yaml newer.yaml", status: 1, stdout: `tests="1" failures="1" `},
		{name: "two formats", args: "-o github -o json old.yaml new.yaml", status: 2, stderr: `cannot both go to standard output`},
		{name: "unknown format", args: "-o changelogs old.yaml new.yaml", status: 2, stderr: `did you mean "changelog"\?`},
		{name: "no folder", args: "-o sarif=none/a.sarif old.yaml new.yaml", status: 2, stderr: `the directory none does not exist`},
		{name: "one side", args: "old.yaml", status: 2, stderr: `takes the old CRDs and the new ones`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcess(t, dir, append([]string{"diff"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			matches(t, "standard output", got.stdout, c.stdout)
			matches(t, "standard error", got.stderr, c.stderr)
		})
	}
}

// A file has what standard output would have, beside whatever goes there.
func TestDiffOutputs(t *testing.T) {
	dir := diffed(t)
	args := []string{"diff", "old.yaml", "new.yaml", "--stat"}
	for _, f := range diffFormats {
		args = append(args, "--output", f+"=report."+f)
	}
	if got := inProcess(t, dir, args...); got.status != exitFindings || !strings.HasPrefix(got.stdout, "CRD ") {
		t.Errorf("exit status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	for _, f := range diffFormats {
		alone := inProcess(t, dir, "diff", "old.yaml", "new.yaml", "--format", f).stdout
		text, err := os.ReadFile(filepath.Join(dir, "report."+f))
		if err != nil || alone == "" || string(text) != alone {
			t.Errorf("%s: %v\n%s\nbut standard output has\n%s", f, err, text, alone)
		}
	}
}

// The example is a change of every class, and its JSON is what its schema says.
func TestDiffJSON(t *testing.T) {
	got := inProcess(t, repository(t), "diff", "--format", "json", "examples/upgrade/released.yaml", "examples/upgrade/next.yaml")
	var out struct {
		CRDs []struct {
			Kind    string
			Changes []struct {
				Class, Code string
				Witness     json.RawMessage
			}
		}
		Summary struct{ Classes map[string]int }
	}
	d := json.NewDecoder(bytes.NewReader([]byte(got.stdout)))
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	if len(out.CRDs) != 1 || out.CRDs[0].Kind != "Turbine" {
		t.Fatalf("%s", got.stdout)
	}
	witnesses := 0
	for _, c := range out.CRDs[0].Changes {
		if len(c.Witness) > 0 {
			witnesses++
		}
	}
	for _, class := range []string{"stored", "readers", "compatible", "documentation"} {
		if out.Summary.Classes[class] == 0 {
			t.Errorf("no change of the class %s", class)
		}
	}
	if witnesses < 3 {
		t.Errorf("%d changes have a witness, want 3", witnesses)
	}
}
