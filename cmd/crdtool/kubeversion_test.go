package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sizes is a CRD that servers differ on: what fields can be selected is published from
// 1.31 on, has() costs otherwise before 1.29, and 1.30 is the first with isIP in what is stored.
const sizes = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: sizes.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Size, plural: sizes, singular: size, listKind: SizeList}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields:
    - jsonPath: .spec.name
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [name]
            x-kubernetes-validations:
            - rule: "!has(self.address) || isIP(self.address)"
            properties:
              name: {type: string, maxLength: 9}
              address: {type: string, maxLength: 40}
`

// Every command that asks a server takes its version from --kube-version, or from the
// configuration; of several versions there, from the newest.
func TestEveryCommandTakesTheVersion(t *testing.T) {
	text := strings.Replace(sizes, "isIP(self.address)", "self.address != ''", 1)
	const object = "apiVersion: example.com/v1\nkind: Size\nmetadata: {name: a, finalizers: [a]}\nspec: {name: a, address: ''}\n"
	for _, c := range []struct {
		args, version string
	}{
		{args: "lint --format json crd.yaml", version: "1.30"},
		{args: "apply-dry --format json --crds crd.yaml object.yaml", version: "1.28"},
		{args: "cost --format json crd.yaml", version: "1.28"},
		{args: "openapi crd.yaml", version: "1.30"},
		{args: "openapi --v2 crd.yaml", version: "1.30"},
		{args: "openapi -o jsonschema crd.yaml", version: "1.30"},
		// The samples have no address where no rule with isIP can be run.
		{args: "openapi -o markdown isip.yaml", version: "1.29"},
		{args: "docs isip.yaml", version: "1.29"},
		{args: "explain --crds crd.yaml size.metadata", version: "1.25"},
	} {
		t.Run(c.args, func(t *testing.T) {
			dir := folder(t, map[string]string{"crd.yaml": text, "isip.yaml": sizes, "object.yaml": object})
			run := func(more ...string) string {
				got := inProcess(t, dir, append(strings.Fields(c.args), more...)...)
				if got.status == exitFailed {
					t.Fatal(got.stderr)
				}
				return got.stdout
			}
			configure := func(text string) {
				if err := os.WriteFile(filepath.Join(dir, ".crdtool.yaml"), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			newest, old := run(), run("--kube-version", c.version)
			if newest == old {
				t.Errorf("1.37 and %s answer alike:\n%s", c.version, old)
			}
			configure("kubeVersion: " + c.version + "\n")
			if got := run(); got != old {
				t.Errorf("with kubeVersion: %s\n%s\nwant\n%s", c.version, got, old)
			}
			if got := run("--kube-version", "1.37"); got != newest {
				t.Errorf("the flag does not override the configuration:\n%s", got)
			}
			if command, _, _ := strings.Cut(c.args, " "); command == "lint" || command == "apply-dry" || command == "cost" {
				return
			}
			configure("kubeVersions: 1.25-" + c.version + "\n")
			if got := run(); got != old {
				t.Errorf("with kubeVersions: 1.25-%s\n%s\nwant\n%s", c.version, got, old)
			}
		})
	}
}

// What goes with several versions, and what does not.
func TestKubeVersionsFlags(t *testing.T) {
	dir := folder(t, map[string]string{
		"crd.yaml": sizes, "object.yaml": "apiVersion: example.com/v1\nkind: Size\nmetadata: {name: a}\nspec: {name: a}\n",
	})
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string // patterns; empty: nothing is printed there
	}{
		{args: "lint -q --kube-versions 1.30,1.31 crd.yaml", status: 1, stdout: `(?s)undeclared reference to 'isIP'.*\(Kubernetes 1\.30\).*CRD +1\.30 +1\.31\nsizes\.example\.com +no +yes\n`},
		{args: "lint -q --requires 1.31 crd.yaml", stdout: `^1 CRD installs on Kubernetes 1\.31 to 1\.37\n`},
		{args: "lint -q --kube-versions 1.30- --profile server -o json crd.yaml", status: 1, stdout: `(?s)"kubeVersions": \[\n    "1\.30",.*"outcomes": \[\n          "refused",\n          "installs",`},
		{args: "lint -o markdown --kube-versions 1.30- crd.yaml", status: 1, stdout: `(?s)kube-apiserver 1\.37 would accept the CRD\.\n\n\| CRD \| 1\.30 \| .*\n\| sizes\.example\.com \| no \| yes \|.*\n- sizes\.example\.com installs from Kubernetes 1\.31 on:\n(  - .*\n)?  - crd\.yaml:\d+:\d+: isIP\(\) needs 1\.31\n`},
		{args: "lint -o sarif --kube-versions 1.30- crd.yaml", status: 1, stdout: `(?s)"kubeVersions": \[\s+"1\.30"\s+\]`},
		{args: "apply-dry -q --crds crd.yaml --kube-versions 1.30- object.yaml", status: 1, stdout: `(?s)^OBJECT +1\.30 .*\nSize default/a +no CRD +created .*\n\nSize default/a:\n  object\.yaml:2:7: error: Kubernetes 1\.30: kind: Size cannot be checked: `},
		{args: "apply-dry -q --crds crd.yaml --kube-versions 1.31- object.yaml", stdout: `^1 object is treated alike on Kubernetes 1\.31 to 1\.37\n\n1 object: 1 created \(1 file, \d+ ms\)\n$`},
		{args: "apply-dry --crds crd.yaml --kube-versions 1.30- -o yaml object.yaml", status: 1, stdout: `^apiVersion: example\.com/v1\nkind: Size\n`},
		{args: "apply-dry --crds crd.yaml --kube-versions 1.30- -o github object.yaml", status: 1, stdout: `^::error title=crdtool untried,file=object\.yaml,line=2.*\(Kubernetes 1\.30\)`},
		{args: "cost --kube-versions 1.27- crd.yaml", stdout: `^sizes\.example\.com v1: < 0\.1 % of the CRD budget on Kubernetes 1\.\d+, 1 rule\n.*\n.*: rule 1 \(line \d+\) on Kubernetes 1\.\d+\n$`},
		{args: "cost --kube-version 1.30 --kube-versions 1.30- crd.yaml", status: 2, stderr: `kube-version.*kube-versions`},
		{args: "lint --kube-version 1.30 --kube-versions 1.30- crd.yaml", status: 2, stderr: `kube-version.*kube-versions`},
		{args: "lint --requires 1.30 --kube-versions 1.30- crd.yaml", status: 2, stderr: `kube-versions.*requires`},
		{args: "lint --requires 1.30- crd.yaml", status: 2, stderr: `^crdtool: --requires "1\.30-": .* names several .* write one of them, as in 1\.30\n$`},
		{args: "openapi --kube-version 1.30- crd.yaml", status: 2, stderr: `^crdtool: --kube-version "1\.30-": .* as in 1\.30; lint, apply-dry and cost take several with --kube-versions\n$`},
		{args: "apply-dry --kube-version 1.30 --kube-versions all object.yaml", status: 2, stderr: `kube-version.*kube-versions`},
		{args: "apply-dry --kube-versions 1.30-1.29 object.yaml", status: 2, stderr: `^crdtool: --kube-versions "1\.30-1\.29": .* is empty`},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := inProcess(t, dir, strings.Fields(c.args)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			if !strings.Contains(c.args, "-o yaml") {
				match(t, "standard error", got.stderr, c.stderr)
			}
			match(t, "standard output", filepath.ToSlash(got.stdout), c.stdout)
		})
	}
}
