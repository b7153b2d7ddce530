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
