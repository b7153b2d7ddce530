package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiffOfAlphaVersions: where only alpha versions are served, the verdict says in text and Markdown that the policy
// permits the change, and text, Markdown and changelog say that stored values are lost. Values in a sentence stand as
// they are in the CRD.
func TestDiffOfAlphaVersions(t *testing.T) {
	dir := t.TempDir()
	const old = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1alpha1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              a: {type: string, enum: ["<any>", "x&y"]}
              b: {type: string}
`
	now := strings.Replace(strings.Replace(old, `"<any>", `, "", 1), "              b: {type: string}\n", "", 1)
	for name, text := range map[string]string{"old.yaml": old, "new.yaml": now} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const policy = "nly alpha versions are served, which the Kubernetes deprecation policy permits to change and remove in any release; stored objects lose data"
	const lost = "tored values are dropped at the next write"
	for format, wants := range map[string][]string{
		"text":      {policy, lost, `spec.a no longer accepts "<any>"`},
		"markdown":  {policy, lost, "no longer accepts \"&lt;any&gt;\""},
		"changelog": {"`spec.b` is removed; s" + lost},
	} {
		got := inProcess(t, dir, "diff", "old.yaml", "new.yaml", "--format", format)
		if got.status != 0 {
			t.Errorf("%s: exit status %d, want 0: an alpha version promises nothing", format, got.status)
		}
		for _, want := range wants {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%s: %q is missing in\n%s", format, want, got.stdout)
			}
		}
	}
}
