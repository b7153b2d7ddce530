package main

import (
	"strings"
	"testing"
)

// ignoreMissingCRDs in the configuration is --ignore-missing-crds, which overrides it.
func TestIgnoreMissingCRDs(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/HEAD": "", ".crdtool.yaml": "ignoreMissingCRDs: true\n",
		"object.yaml": "apiVersion: example.org/v1\nkind: App\nmetadata: {name: a}\n",
	})
	for _, test := range []struct {
		args   string
		status int
	}{
		{"apply-dry .", 0},
		{"apply-dry object.yaml", 0},
		{"apply-dry --no-config .", 1},
		{"apply-dry --ignore-missing-crds=false .", 1},
		{"apply-dry --ignore-missing-crds --no-config .", 0},
	} {
		if got := inProcess(t, dir, strings.Fields(test.args)...); got.status != test.status {
			t.Errorf("%s: status %d, want %d\n%s%s", test.args, got.status, test.status, got.stdout, got.stderr)
		}
	}
}
