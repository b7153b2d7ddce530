package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// apply-dry writes its report in all formats, beside what it prints.
func TestApplyDryOutputs(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds.yaml": lamps, "good.yaml": lamp("good", "{}"), "bad.yaml": lamp("bad", "{bulbs: 0}"),
		"pruned.yaml": lamp("pruned", "{size: 1}"), "no.yaml": "apiVersion: foreign.io/v1\nkind: Zebra\n",
	})
	const created = `(?s)^good\.yaml:1: Lamp "good" would be created\n`
	const refused = `(?s)^bad\.yaml:1: Lamp "bad" would be refused \(create\)\n.*`
	for _, c := range []struct {
		name   string
		args   string
		status int
		// Patterns of standard output, standard error and of the files.
		stdout, stderr string
		files          map[string]string
	}{
		{
			name: "files beside text", status: 1,
			args:   "-o sarif=a.sarif --output junit=b.xml --output gitlab=c.json -o github=d.txt -o json=e.json -o text=f.txt -o markdown=g.md -o html=h.html bad.yaml good.yaml no.yaml",
			stdout: created + `bad\.yaml:1: Lamp "bad" would be refused .*2 objects: 1 refused, 1 created; 1 object without a CRD .*\n$`,
			files: map[string]string{
				"a.sarif": `(?s)"ruleId": "schema",.*"uri": "bad\.yaml".*"relatedLocations": .*"uri": "crds\.yaml".*"object": "Lamp default/bad"`,
				"b.xml":   `(?s)<testsuites name="crdtool apply-dry" tests="3" failures="2" .*<testcase name="Lamp default/good" .*></testcase>.*<testcase name="no-crd line 2" `,
				"c.json":  `"check_name": "no-crd"`,
				"d.txt":   `^::error title=crdtool schema,file=bad\.yaml,line=\d+,.*::spec\.bulbs: .*%0Acrds\.yaml:\d+:\d+: minimum: 1\n`,
				"e.json":  `(?s)^\{\n  "schemaVersion": 1,\n  "results": .*"related": `,
				"f.txt":   created + `bad\.yaml:1: Lamp "bad" would be refused .*no CRD for kind "Zebra"`,
				"h.html":  `(?s)^<!DOCTYPE html>.*<article class="error">.*Lamp default/bad: spec\.bulbs: .*<span class="number">\d+ \| </span>[^\n]*bulbs: 0.*crds\.yaml:\d+:\d+</span> minimum: 1</p>`,
				"g.md":    "^### crdtool apply-dry: failed, 2 errors in 2 objects\n\nkube-apiserver would refuse 1 of 2 objects\\.\n",
			},
		},
		{
			name: "files beside objects", args: "-o yaml --output junit=b.xml bad.yaml good.yaml", status: 1,
			stdout: `^apiVersion: example\.com/v1\nkind: Lamp\n`, stderr: refused,
			files: map[string]string{"b.xml": `failures="1"`},
		},
		{
			name: "another format", args: "--format github bad.yaml good.yaml", status: 1,
			stdout: `^::error .*\n$`,
		},
		{
			name: "a dash is standard output", args: "-o gitlab=- good.yaml",
			stdout: `^\[\]\n$`,
		},
		{
			name: "warnings are findings", args: "--format github --field-validation warn pruned.yaml",
			stdout: `^::warning title=crdtool unknown-field,file=pruned\.yaml,line=5::spec\.size: no such field%0Aserver: unknown field "spec\.size"\n$`,
		},
		{
			name: "nothing to be read", args: "--format markdown good.yaml gone.yaml", status: 2,
			stdout: "^### crdtool apply-dry: failed, no findings in 1 object\n\nkube-apiserver would accept the object\\.\n\n\\*\\*not read\\*\\*: .*gone", stderr: `gone\.yaml`,
		},
		{
			name: "quiet", args: "-q -o text=f.txt good.yaml", stdout: `^1 object: 1 created`,
			files: map[string]string{"f.txt": `^$`},
		},
		{
			name: "two on standard output", args: "--format json -o junit=- good.yaml", status: 2,
			stderr: `^crdtool: --format json and --output junit=- both choose what is printed; remove one of them\n$`,
		},
		{
			name: "a format and objects", args: "--format sarif -o yaml good.yaml", status: 2,
			stderr: `^crdtool: --format sarif and -o yaml both choose what is printed; remove one of them\n$`,
		},
		{
			name: "a format without a path", args: "-o gitlab good.yaml",
			stdout: `^\[\]\n$`,
		},
		{
			name: "an unknown format", args: "-o sarf=a good.yaml", status: 2,
			stderr: `^crdtool: --output "sarf=a": unknown value; did you mean "sarif"\?\n$`,
		},
		{
			name: "no such folder", args: "-o sarif=gone/a.sarif good.yaml", status: 2,
			stderr: `^crdtool: --output sarif=gone/a\.sarif: the directory gone does not exist; create it first\n$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcess(t, dir, append([]string{"apply-dry", "--crds", "crds.yaml"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", filepath.ToSlash(got.stdout), c.stdout)
			match(t, "standard error", filepath.ToSlash(got.stderr), c.stderr)
			for name, pattern := range c.files {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				match(t, name, filepath.ToSlash(string(text)), pattern)
			}
			noLeftovers(t, dir)
		})
	}
}

// What goes to a file is what goes to standard output.
func TestApplyDryJSONIsTheSameInAFile(t *testing.T) {
	dir := folder(t, map[string]string{"crds.yaml": lamps, "bad.yaml": lamp("bad", "{bulbs: 0}")})
	got := inProcess(t, dir, "apply-dry", "--format", "json", "-o", "json=a.json", "--crds", "crds.yaml", "bad.yaml")
	text, err := os.ReadFile(filepath.Join(dir, "a.json"))
	if err != nil || string(text) != got.stdout || !json.Valid(text) {
		t.Errorf("%v; the file has\n%s\nstandard output\n%s", err, text, got.stdout)
	}
}
