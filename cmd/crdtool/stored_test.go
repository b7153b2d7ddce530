package main

import (
	"strings"
	"testing"
)

// A folder of a chart holds templates beside CRDs.
func TestOldPassesOverTemplates(t *testing.T) {
	dir := folder(t, map[string]string{
		"old/template.yaml": "{{- if .Values.crds }}\n" + crd("as") + "{{- end }}\n",
		"old/things.yaml":   crd("things"),
		"things.yaml":       strings.Replace(crd("things"), "Namespaced", "Cluster", 1),
		"broken/a.yaml":     "kind: CustomResourceDefinition\na: [\n",
	})
	got := inProcess(t, dir, "lint", "--old", "old", "things.yaml")
	if got.status != exitFindings || !strings.Contains(got.stdout, "field is immutable") {
		t.Errorf("status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
	got = inProcess(t, dir, "lint", "--old", "broken", "things.yaml")
	if got.status != exitFailed || !strings.Contains(got.stderr, "broken/a.yaml") {
		t.Errorf("status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}
