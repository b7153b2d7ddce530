package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unproven writes a CRD, and one with a CEL rule more that refuses nothing, which is not seen by its
// parts.
func unproven(t *testing.T) string {
	t.Helper()
	const old = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: servers.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Server, listKind: ServerList, plural: servers, singular: server}
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
            required: [name]
            properties:
              name: {type: string, maxLength: 20}
`
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old.yaml": old,
		"new.yaml": strings.Replace(old, "maxLength: 20", `maxLength: 20, x-kubernetes-validations: [{rule: "size(self.lowerAscii()) == size(self)"}]`, 1),
		"accepted.yaml": strings.Replace(strings.Replace(old, "maxLength: 20", `maxLength: 20, x-kubernetes-validations: [{rule: "size(self.lowerAscii()) == size(self)"}]`, 1),
			"{name: servers.example.com}", "{name: servers.example.com, annotations: {accept.crdtool.github.io/rule-added: path=spec.name as names are ASCII}}", 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestDiffUnproven: what is shown to break nothing, and not proven to be harmless, has a verdict of
// its own, and --fail-on says whether it fails.
func TestDiffUnproven(t *testing.T) {
	dir := unproven(t)
	for _, c := range []struct {
		args   string
		status int
	}{
		{"", exitClean}, {"--fail-on breaking", exitClean}, {"--fail-on unproven", exitFindings}, {"--fail-on stored", exitClean},
		{"--fail-on writers", exitClean}, {"--fail-on readers", exitFindings}, {"--fail-on never", exitClean},
	} {
		got := inProcess(t, dir, append([]string{"diff"}, append(strings.Fields(c.args), "old.yaml", "new.yaml")...)...)
		if got.status != c.status {
			t.Errorf("%q: exit status %d, want %d\n%s%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
		for _, want := range []string{"servers.example.com: major?, 1 unproven\n", "\nunproven: spec.name has a new CEL rule", "1 CRD: 1 major?; 1 unproven change\n"} {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%q: no %q in\n%s", c.args, want, got.stdout)
			}
		}
	}
	for format, want := range map[string]string{
		"markdown": "### crdtool diff: **major?**, nothing is shown to break, 1 unproven change in 1 of 1 CRD\n",
		"github":   "::warning title=crdtool rule-added,",
		"sarif":    `"level": "warning"`,
		"junit":    `failures="0"`,
		"gitlab":   `"severity": "minor"`,
	} {
		if got := inProcess(t, dir, "diff", "-o", format, "old.yaml", "new.yaml"); got.status != exitClean || !strings.Contains(got.stdout, want) {
			t.Errorf("%s: exit status %d, no %q in\n%s", format, got.status, want, got.stdout)
		}
	}
	if got := inProcess(t, dir, "diff", "--fail-on", "unproven", "-o", "junit", "old.yaml", "new.yaml"); got.status != exitFindings || !strings.Contains(got.stdout, `failures="1"`) {
		t.Errorf("exit status %d\n%s", got.status, got.stdout)
	}
	var d struct {
		CRDs    []struct{ Changes []struct{ Class string } }
		Summary struct {
			Verdict                    string
			Unsure, Unproven, Breaking int
		}
	}
	if got := inProcess(t, dir, "diff", "-o", "json", "old.yaml", "new.yaml"); json.Unmarshal([]byte(got.stdout), &d) != nil ||
		d.Summary.Verdict != "major?" || d.Summary.Unsure != 1 || d.Summary.Unproven != 1 || d.Summary.Breaking != 0 || d.CRDs[0].Changes[0].Class != "unproven" {
		t.Errorf("%s", got.stdout)
	}
	if got := inProcess(t, dir, "diff", "--fail-on", "unproven", "old.yaml", "accepted.yaml"); got.status != exitClean || !strings.Contains(got.stdout, "servers.example.com: minor, 1 accepted") {
		t.Errorf("exit status %d\n%s", got.status, got.stdout)
	}
}
