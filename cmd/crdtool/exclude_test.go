package main

import (
	"strings"
	"testing"
)

// TestExclude: --exclude takes patterns of .gitignore in the working directory, for all commands that search directories.
func TestExclude(t *testing.T) {
	bad := strings.Replace(lamps, "scope: Namespaced", "scope: Galaxy", 1)
	dir := folder(t, map[string]string{
		"crds/lamps.yaml": lamps, "crds/old/lamps.yaml": bad, "crds/lamps_test.yaml": bad, "crds/deep/old/b.yaml": bad, "objects/a.yaml": lamp("a", "{}"), "objects/old/b.yaml": lamp("b", "{colour: red}"),
	})
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"lint --profile server crds --exclude old --exclude *_test.yaml", 0, "no findings in 1 CRD"},
		{"lint --profile server crds --exclude old/ --exclude /crds/*_test.yaml", 0, "no findings in 1 CRD"},
		{"lint --profile server . --exclude crds/**/old --exclude *_test.yaml", 0, "no findings in 1 CRD"},
		{"lint --profile server . --exclude old --exclude !crds/old --exclude *_test.yaml", 1, "in 1 of 2 CRDs"},
		{"lint --profile server crds", 1, "1 error in 1 of 4 CRDs"},
		{"lint --profile server crds/lamps.yaml crds/old/lamps.yaml --exclude old", 0, "crds/old/lamps.yaml is excluded by --exclude"},
		{"lint --profile server . --exclude [", 2, `"[" is not a pattern`},
		{"cost crds --exclude old --exclude *_test.yaml", 0, "lamps.example.com"},
		{"sample crds --exclude old --exclude *_test.yaml", 0, "kind: Lamp"},
		{"apply-dry --crds crds/lamps.yaml objects --exclude old", 0, "1 object: 1 created"},
		{"apply-dry --crds crds/lamps.yaml objects", 1, "1 refused"},
		{"diff crds crds/lamps.yaml --exclude old --exclude *_test.yaml", 0, "1 CRD"},
	} {
		got := inProcess(t, dir, strings.Fields(test.args)...)
		if out := got.stdout + got.stderr; got.status != test.status || !strings.Contains(out, test.says) {
			t.Errorf("%s: status %d, want %d and %q\n%s", test.args, got.status, test.status, test.says, out)
		}
	}
}
