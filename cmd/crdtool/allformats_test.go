package main

import (
	"strings"
	"testing"
)

// TestUncheckedInAllFormats: each format that lists findings says what of a refused CRD was not checked.
func TestUncheckedInAllFormats(t *testing.T) {
	dir := folder(t, map[string]string{"bad.yaml": strings.Replace(ownKind("bad"), "type: object", "type: 5", 1)})
	for _, format := range []string{"text", "github", "gitlab", "html", "junit", "markdown", "sarif"} {
		got := inProcess(t, dir, "lint", "--format", format, "bad.yaml")
		if got.status != exitFindings || !strings.Contains(got.stdout, "not checked until the errors of") {
			t.Errorf("%s: status %d:\n%s%s", format, got.status, got.stdout, got.stderr)
		}
	}
	if got := inProcess(t, dir, "lint", "--format", "json", "bad.yaml"); !strings.Contains(got.stdout, `"notChecked"`) {
		t.Errorf("json: %s", got.stdout)
	}
}

// TestTemplateInAllFormats: each format that lists findings names the template of a rendered document.
func TestTemplateInAllFormats(t *testing.T) {
	dir := folder(t, map[string]string{"all.yaml": "---\n# Source: chart/templates/crd.yaml\n" + badScope("bad")})
	for _, format := range []string{"text", "json", "github", "gitlab", "html", "junit", "markdown", "sarif"} {
		got := inProcess(t, dir, "lint", "--format", format, "all.yaml")
		if !strings.Contains(got.stdout, "chart/templates/crd.yaml") {
			t.Errorf("%s: %s%s", format, got.stdout, got.stderr)
		}
	}
}
