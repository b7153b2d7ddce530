package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestSample(t *testing.T) {
	dir := repository(t)
	const crd = "examples/widgets.yaml"
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{args: crd, stdout: `^apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: example\nspec:\n  image: \S+\n$`},
		{args: "--crds " + crd + " wg", stdout: `kind: Widget`},
		{args: "--full " + crd + " widget", stdout: `(?s)ports:.*maxUnavailable: 1\n$`},
		{args: "--full --comments " + crd, stdout: `# One of: small, medium, large\n  size: small\n`},
		{args: "-o json " + crd, stdout: `^{\n  "apiVersion": "example.com/v1",`},
		{args: "--set spec.replicas=3 " + crd, stdout: `  replicas: 3\n$`},
		{args: "--set spec.ports[1].name=web,spec.size=large " + crd, stdout: `size: large\n  ports:\n  - port: 8080\n  - name: web\n    port: 1\n$`},
		{args: "--set spec.image=1.0 " + crd, stdout: `image: "1.0"\n`},
		{args: `--set metadata.labels.a\.b/c=d ` + crd, stdout: `a\.b/c: d\n`},
		{args: "--edge " + crd, stdout: `(?s)^# image is not empty\n.*---\n# port is at most 65535\n.*port: 65535\n$`},
		{args: "--set spec.replicas=-1 " + crd, status: exitFindings, stderr: `no manifest with these values is accepted: .*spec.replicas: Invalid value: -1`},
		{args: "--set spec.replica=1 " + crd, status: exitFailed, stderr: `Widget has no field "spec.replica"; did you mean "spec.replicas"\?`},
		{args: "--set spec.image[0]=a " + crd, status: exitFailed, stderr: `spec.image is not a list`},
		{args: "--set spec.ports[x]=a " + crd, status: exitFailed, stderr: `\[x\] is no place in a list`},
		{args: "--set spec " + crd, status: exitFailed, stderr: `"spec" sets nothing; write FIELD=VALUE`},
		{args: "--edge --full " + crd, status: exitFailed, stderr: `leave out --full and --set`},
		{args: "--comments -o json " + crd, status: exitFailed, stderr: `--comments is for YAML`},
		{args: crd + " gadget", status: exitFailed, stderr: `gadget`},
		{args: crd + " widget.spec", status: exitFailed, stderr: `a manifest is of a kind, and not of a field; write: widget\n`},
		{args: crd + " widget.exmaple.com", status: exitFailed, stderr: `^crdtool: "exmaple.com" is neither a group with the resource "widget" nor a field of it; did you mean "widget.example.com"\?\n$`},
	} {
		got := inProcess(t, dir, append([]string{"sample"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.stdout).MatchString(got.stdout) || !regexp.MustCompile(c.stderr).MatchString(got.stderr) {
			t.Errorf("sample %s: status %d\n%s%s", c.args, got.status, got.stdout, got.stderr)
		}
	}
}

// The page shows what the command prints.
func TestSampleDocs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "sample.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```\n\\$ crdtool ([^\n]*)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(shown) == 0 {
		t.Fatal("no examples")
	}
	for _, m := range shown {
		got := inProcess(t, repository(t), strings.Fields(m[1])...)
		if got.stdout+got.stderr != m[2] {
			t.Errorf("crdtool %s prints\n%s%s\nbut docs/sample.md shows\n%s", m[1], got.stdout, got.stderr, m[2])
		}
	}
}
