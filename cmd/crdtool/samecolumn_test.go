package main

import (
	"strings"
	"testing"
)

// TestSameColumnOfManyCRDs checks that what several CRDs have alike in a column is one finding, and that
// another fault of the same column is not.
func TestSameColumnOfManyCRDs(t *testing.T) {
	with := func(plural, path string) string {
		return strings.Replace(ownKind(plural), "    schema:", "    additionalPrinterColumns: [{name: Phase, type: string, jsonPath: "+path+"}]\n    schema:", 1)
	}
	dir := folder(t, map[string]string{
		"crd/a.yaml": with("apples", ".status.phase"), "crd/b.yaml": with("pears", ".status.phase"), "crd/c.yaml": with("plums", ".status.state"),
	})
	got := inProcess(t, dir, "lint", "--profile", "server", "--enable", "column-path", ".")
	for _, want := range []string{"\n     = and at 1 other place: crd/b.yaml:", "\ncrd/c.yaml:", "\n2 warnings at 3 places in 3 of 3 CRDs ("} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("no %q in\n%s%s", want, got.stdout, got.stderr)
		}
	}
}
